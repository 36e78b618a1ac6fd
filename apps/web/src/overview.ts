import { get, type Cost, type Overview } from "./api";
import { duration, h, number, percent, say, table, time, words } from "./ui";

export const costParts: (keyof Cost)[] = ["gaps", "deadheads", "guarantee", "aircraft_changes", "uncovered", "base_excess"];

function tile(label: string, value: string, note = "", bad = false): HTMLElement {
  return h("div", { class: bad ? "tile bad" : "tile" }, h("span", {}, label), h("strong", {}, value), h("small", {}, note));
}

function tiles(plan: Overview): HTMLElement {
  return h(
    "section",
    { class: "tiles", "aria-label": "Figures" },
    tile("Verdict", plan.legal ? "legal" : "not legal", plan.legal ? `rules ${plan.rules}` : `${plan.violations} violations`, !plan.legal),
    tile("Cost", number(plan.cost.total), plan.bound === null ? "no bound is known" : `bound ${number(plan.bound)}`),
    tile("Gap", plan.gap === null ? "unknown" : percent(plan.gap), "to what no plan can go below"),
    tile("Covered", percent(plan.flights ? plan.covered / plan.flights : 1), `${number(plan.uncovered)} of ${number(plan.flights)} flights open`, plan.uncovered > 0),
    tile("Pairings", number(plan.pairings), `${number(plan.duties)} duties`),
    tile("Deadheads", number(plan.deadheads)),
  );
}

function costTable(plan: Overview): HTMLElement {
  const rows = costParts.map((part) => ({ part, amount: plan.cost[part] }));
  const most = Math.max(1, ...rows.map((row) => row.amount));
  return h(
    "section",
    {},
    h("h2", {}, "Cost by part"),
    table(
      [
        { name: "part", value: (r) => words(r.part) },
        { name: "cost", value: (r) => number(r.amount), right: true },
        { name: "share", value: (r) => percent(plan.cost.total ? r.amount / plan.cost.total : 0), right: true },
        { name: "", value: (r) => h("progress", { max: most, value: Math.max(0, r.amount), "aria-label": words(r.part) }) },
      ],
      rows,
    ),
  );
}

function baseTable(plan: Overview): HTMLElement {
  return h(
    "section",
    {},
    h("h2", {}, "Bases"),
    table(
      [
        { name: "base", value: (b) => b.base },
        { name: "crews", value: (b) => number(b.crews), right: true },
        { name: "pairings", value: (b) => number(b.pairings), right: true },
        { name: "credited hours", value: (b) => number(b.credited_hours, 1), right: true },
        { name: "target hours", value: (b) => number(b.target_hours, 1), right: true },
        { name: "above target", value: (b) => number(b.excess_hours, 1), right: true },
        {
          name: "",
          value: (b) =>
            h("meter", {
              min: 0,
              max: Math.max(b.target_hours, b.credited_hours, 1) * 1.1,
              high: b.target_hours,
              value: b.credited_hours,
              "aria-label": `${b.base}: work against target`,
            }),
        },
      ],
      plan.bases,
    ),
  );
}

function problems(plan: Overview, id: string): HTMLElement {
  const broken = Object.entries(plan.violations_by_rule);
  return h(
    "section",
    {},
    broken.length ? h("h2", {}, "Broken rules") : null,
    broken.length
      ? table(
          [
            { name: "rule", value: (r) => words(r[0]) },
            { name: "times", value: (r) => number(r[1]), right: true },
          ],
          broken,
        )
      : null,
    plan.uncovered_flights.length ? h("h2", {}, "Flights without a crew") : null,
    plan.uncovered_flights.length
      ? table(
          [
            { name: "flight", value: (f) => f.id },
            { name: "from", value: (f) => f.origin },
            { name: "to", value: (f) => f.destination },
            { name: "departure (UTC)", value: (f) => time(f.departure_utc) },
            { name: "time", value: (f) => duration(f.minutes), right: true },
            { name: "fleet", value: (f) => f.fleet },
          ],
          plan.uncovered_flights,
          (flight) => (location.hash = `#/${id}/gantt/flight/${flight.index}`),
        )
      : null,
    plan.uncovered_flights.length ? explanation(id) : null,
  );
}

// Which legal pairing could take each open flight, or which change of a rule would allow one.
function explanation(id: string): HTMLElement {
  const answer = h("pre", { hidden: true });
  const ask = async () => {
    say("looking for what would help");
    answer.textContent = (await get<{ text: string }>(`/plans/${id}/uncovered`)).text;
    answer.hidden = false;
    say("");
  };
  return h("div", {}, h("button", { type: "button", onclick: () => ask().catch((e: Error) => say(e.message)) }, "Why, and what would help"), answer);
}

function downloads(id: string): HTMLElement {
  const link = (format: string, label: string) =>
    h("a", { href: `/api/v1/plans/${id}/export?format=${format}`, download: true }, label);
  return h("p", { class: "links" }, "Save the pairings: ", link("csv", "for a spreadsheet"), " ", link("json", "as JSON"), " ", link("text", "in the airline text form"));
}

export async function overview(content: HTMLElement, id: string): Promise<void> {
  const plan = await get<Overview>(`/plans/${id}`);
  content.replaceChildren(
    h("h2", {}, plan.name),
    h("p", {}, `${time(plan.period_begin)} to ${time(plan.period_end)} UTC`),
    tiles(plan),
    h("div", { class: "two" }, costTable(plan), baseTable(plan)),
    problems(plan, id),
    downloads(id),
  );
}
