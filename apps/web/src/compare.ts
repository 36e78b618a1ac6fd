import { get, type Comparison, type Library, type Row, type Side } from "./api";
import { costParts } from "./overview";
import { h, number, signed, table, time, words } from "./ui";

function figures(both: Comparison): HTMLElement {
  const row = (name: string, value: (side: Side) => number, decimals = 0) => ({ name, before: value(both.before), after: value(both.after), decimals });
  const rows = [
    row("total cost", (s) => s.cost.total),
    ...costParts.map((part) => row(words(part), (s) => s.cost[part])),
    row("pairings", (s) => s.pairings),
    row("duties", (s) => s.duties),
    row("deadheads", (s) => s.deadheads),
    row("uncovered flights", (s) => s.uncovered),
    row("violations", (s) => s.violations),
    ...both.after.bases.map((base, i) => ({ name: `${base.base}: credited hours`, before: both.before.bases[i]?.credited_hours ?? 0, after: base.credited_hours, decimals: 1 })),
  ];
  return table(
    [
      { name: "", value: (r) => r.name },
      { name: both.before.name, value: (r) => number(r.before, r.decimals), right: true },
      { name: both.after.name, value: (r) => number(r.after, r.decimals), right: true },
      { name: "difference", value: (r) => signed(r.after - r.before, r.decimals), right: true },
    ],
    rows,
  );
}

// The parts that explain the difference, the largest first.
function reasons(both: Comparison): HTMLElement {
  const parts = costParts
    .map((part) => ({ part, amount: both.cost_difference[part] }))
    .filter((p) => Math.abs(p.amount) >= 0.005)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  const total = both.cost_difference.total;
  const text = parts.length
    ? `The second plan costs ${number(Math.abs(total))} ${total < 0 ? "less" : "more"}: ${parts.map((p) => `${words(p.part)} ${signed(p.amount)}`).join(", ")}.`
    : "Both plans cost the same, part by part.";
  return h("p", { class: "reason" }, text);
}

function rules(both: Comparison): HTMLElement {
  return table(
    [
      { name: "rule or cost", value: (r) => r.rule },
      { name: both.before.name, value: (r) => r.before, right: true },
      { name: both.after.name, value: (r) => r.after, right: true },
    ],
    both.rule_changes,
  );
}

function pairings(title: string, rows: Row[], count: number, plan: string): HTMLElement {
  return h(
    "section",
    {},
    h("h3", {}, `${title}: ${number(count)}`),
    table(
      [
        { name: "pairing", value: (r) => r.pairing },
        { name: "base", value: (r) => r.base },
        { name: "start (UTC)", value: (r) => (r.start_utc ? time(r.start_utc) : "") },
        { name: "route", value: (r) => r.route },
        { name: "cost", value: (r) => number(r.cost), right: true },
      ],
      rows.slice(0, 200),
      (row) => (location.hash = `#/${plan}/gantt/pairing/${row.index}`),
    ),
  );
}

export async function compare(content: HTMLElement, id: string, rest: string[], library: Library): Promise<void> {
  const own = library.plans.find((plan) => plan.id === id);
  const others = library.plans.filter((plan) => plan.month === own?.month && plan.id !== id);
  const choice = h("select", { id: "other" }, h("option", { value: "" }, "choose a plan"), ...others.map((plan) => h("option", { value: plan.id }, plan.name)));
  choice.value = rest[0] ?? "";
  choice.addEventListener("change", () => (location.hash = `#/${id}/compare/${choice.value}`));
  content.replaceChildren(
    h("h2", {}, "Compare"),
    h("p", {}, h("label", {}, `${own?.name ?? ""} with `, choice)),
    others.length ? "" : h("p", {}, "There is no other plan of this month below the served folder."),
  );
  if (!rest[0]) return;
  const both = await get<Comparison>(`/plans/${id}/compare/${rest[0]}`);
  content.append(
    reasons(both),
    h("p", {}, `${number(both.same_pairings)} pairings are the same; ${number(both.connections_kept)} of ${number(both.connections_before)} connections are kept.`),
    both.rule_changes.length ? h("div", { class: "narrow" }, rules(both)) : "",
    h("div", { class: "narrow" }, figures(both)),
    h("div", { class: "two" }, pairings(`Only in ${both.before.name}`, both.pairings_before, both.only_before, id), pairings(`Only in ${both.after.name}`, both.pairings_after, both.only_after, rest[0])),
  );
}
