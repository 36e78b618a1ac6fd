// Rules and wishes of a plan as JSON, and what a client would have otherwise.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "server/loaded_plan.h"

namespace skein::server {

// The values that the plan is judged by, and the planner's wishes.
nlohmann::ordered_json rules_view(const LoadedPlan& loaded);

// "cost.deadhead=300" and so on, from {"cost.deadhead": 300}. Throws ApiError where it is none.
std::vector<std::string> settings_from(const nlohmann::ordered_json& values);

// Wishes in the form that rules_view gives them, as wishes.csv; pairings may also be named only, if
// the plan has them. Throws ApiError or, where they contradict each other or the rules, InputError.
std::string wishes_from(const nlohmann::ordered_json& list, const LoadedPlan& start,
                        const pairing::Rules& rules);

}  // namespace skein::server
