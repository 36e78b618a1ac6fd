// The changes of single rules: what they are now, and the rules with one of them changed.
//
// What the rules say of rests at the base is not among them, because it never keeps a flight from
// being operated: a pairing that rests at its base can be cut there.
#pragma once

#include <vector>

#include "pairing/rules.h"
#include "plan/outlook.h"

namespace skein::diagnosis {

using plan::Change;

// Those of rules that are in force, and carry-in and carry-out, in the order of the enumeration,
// without a further base.
std::vector<Change> possible_changes(const pairing::WorkRules& rules);

// Whether the change decides which ways a crew can travel; else only whether it may operate the
// flight itself.
bool bears_on_travel(Change change);

// The value in the rules as they are; see plan::Remedy.
int value_now(const pairing::WorkRules& rules, Change change);

// The value that lets pass what is beyond the present one by `excess`.
int value_needed(const pairing::WorkRules& rules, Change change, int excess);

// The largest excess that is looked for: no connection below zero, no rest below half, no duty
// above a day, no more than twice the duties or days of a pairing.
int most_excess(const pairing::WorkRules& rules, Change change);

// The rules with the changed value. What no rule says (carry-in, carry-out, a base) is left alone.
pairing::WorkRules changed_rules(pairing::WorkRules rules, Change change, int needed);

// How much the change asks of an airline, to put the least first: the relative change of the value;
// what is not a matter of degree stands behind.
double size_of_change(const pairing::WorkRules& rules, const plan::Remedy& remedy);

}  // namespace skein::diagnosis
