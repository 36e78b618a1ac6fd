// The panel beside the chart: one pairing, or one flight.
import { get, type Duty, type FlightDetails, type Leg, type Library, type Pairing, type Rule } from "./api";
import { duration, h, number, say, table, time, words } from "./ui";
import { wishButtons } from "./wishes";

export interface Opener {
  pairing: (index: number) => void;
  flight: (index: number) => void;
}

function amount(rule: Rule, value: number): string {
  return rule.unit === "minutes" ? duration(value) : number(value);
}

function ruleTable(rules: Rule[]): HTMLElement {
  return table(
    [
      { name: "rule", value: (r) => words(r.rule) },
      { name: "is", value: (r) => amount(r, r.actual), right: true },
      { name: "limit", value: (r) => `${r.at_least ? "at least" : "at most"} ${amount(r, r.limit)}`, right: true },
      { name: "room", value: (r) => h("span", { class: r.room < 0 ? "broken" : r.room === 0 ? "tight" : "" }, amount(r, r.room)), right: true },
    ],
    rules,
  );
}

// From an operated leg directly to another.
function connectionButtons(plan: string, leg: Leg, next: Leg | undefined): HTMLElement | string {
  if (!next || leg.role !== "operate" || next.role !== "operate") return "";
  return wishButtons(plan, { flight: leg.id, next: next.id }, `the connection ${leg.number} to ${next.number}`);
}

function dutySection(plan: string, pairing: Pairing, place: number, open: Opener): HTMLElement {
  const duty: Duty = pairing.duties[place - 1];
  const legs = pairing.duties.flatMap((d) => d.legs);
  return h(
    "section",
    {},
    h(
      "h4",
      {},
      `Duty ${place}: ${time(duty.report_utc)} to ${time(duty.release_utc)}, span ${duration(duty.span_minutes)}, flying ${duration(duty.flying_minutes)}` +
        (duty.guarantee_cost ? `, guarantee ${number(duty.guarantee_cost)}` : ""),
    ),
    table(
      [
        { name: "flight", value: (l) => l.number },
        { name: "", value: (l) => (l.role === "deadhead" ? "deadhead" : "") },
        { name: "from", value: (l) => `${l.origin} ${l.departure_local.slice(11)}` },
        { name: "to", value: (l) => `${l.destination} ${l.arrival_local.slice(11)}` },
        { name: "then", value: (l) => (l.gap_minutes === null ? "" : duration(l.gap_minutes)), right: true },
        { name: "cost", value: (l) => number(l.gap_cost + l.deadhead_cost + l.aircraft_change_cost), right: true },
        { name: "connection", value: (l) => connectionButtons(plan, l, legs[legs.indexOf(l) + 1]) },
      ],
      duty.legs,
      (leg) => open.flight(leg.index),
    ),
  );
}

export async function showPairing(panel: HTMLElement, plan: string, index: number, open: Opener): Promise<void> {
  const pairing = await get<Pairing>(`/plans/${plan}/pairings/${index}`);
  const cost = pairing.cost;
  panel.replaceChildren(
    h("h3", {}, `Pairing ${pairing.pairing}`),
    h("p", {}, wishButtons(plan, { pairing: pairing.pairing }, "this pairing")),
    h("p", {}, `${pairing.base}, ${pairing.fleet ?? "no fleet"}: ${pairing.route}; ${number(pairing.credited_hours, 2)} credited hours`),
    h(
      "p",
      {},
      `cost ${number(cost.total)} = gaps ${number(cost.gaps)} + deadheads ${number(cost.deadheads)} + guarantee ${number(cost.guarantee)} + aircraft changes ${number(cost.aircraft_changes)}`,
    ),
    ...pairing.violations.map((v) => h("p", { class: "broken" }, `${words(v.rule)}: ${v.detail}`)),
    ...pairing.unknown_flights.map((f) => h("p", { class: "broken" }, `flight ${f} is not in the schedule`)),
    ...pairing.duties.map((_, i) => dutySection(plan, pairing, i + 1, open)),
    h("h4", {}, "Room under each rule, where it is tightest"),
    ruleTable(pairing.rules),
  );
}

// Asks a model why crews are thought to go on as they do.
function whySection(plan: string, index: number, library: Library): HTMLElement | null {
  if (library.models.length === 0) return null;
  const choice = h("select", {}, ...library.models.map((m) => h("option", { value: m.id }, m.name)));
  const answer = h("pre", {});
  const ask = async () => {
    say("asking the model");
    const details = await get<FlightDetails>(`/plans/${plan}/flights/${index}?model=${choice.value}`);
    answer.textContent = details.why_text ?? "";
    say("");
  };
  return h(
    "section",
    {},
    h("h4", {}, "Why: what a model has learnt"),
    h("label", {}, "Model ", choice),
    " ",
    h("button", { type: "button", onclick: () => ask().catch((e: Error) => say(e.message)) }, "Explain"),
    answer,
  );
}

export async function showFlight(panel: HTMLElement, plan: string, index: number, open: Opener, library: Library): Promise<void> {
  const details = await get<FlightDetails>(`/plans/${plan}/flights/${index}`);
  const flight = details.flight;
  panel.replaceChildren(
    h("h3", {}, `Flight ${flight.id}`),
    h("p", {}, `${flight.origin} ${flight.departure_local} to ${flight.destination} ${flight.arrival_local} (local), ${flight.fleet}${flight.tail ? ", " + flight.tail : ""}`),
    details.covered ? "" : h("p", { class: "broken" }, "no crew operates this flight"),
    h("h4", {}, "Where it is"),
    table(
      [
        { name: "pairing", value: (u) => u.pairing },
        { name: "role", value: (u) => u.role },
        { name: "after", value: (u) => u.before ?? "starts" },
        { name: "then", value: (u) => u.after ?? "ends" },
      ],
      details.uses,
      (use) => open.pairing(use.index),
    ),
    h("h4", {}, `What could come next from ${flight.destination}`),
    table(
      [
        { name: "flight", value: (c) => c.number },
        { name: "to", value: (c) => c.destination },
        { name: "wait", value: (c) => duration(c.gap_minutes), right: true },
        { name: "", value: (c) => (!c.long_enough ? "too short" : c.rest ? "rest" : "") },
        { name: "cost", value: (c) => number(c.gap_cost), right: true },
        { name: "now with", value: (c) => c.operated_by.join(", ") || "nobody" },
        { name: "connection", value: (c) => wishButtons(plan, { flight: flight.id, next: c.id }, `the connection to ${c.number}`) },
      ],
      details.candidates,
      (candidate) => open.flight(candidate.index),
    ),
    whySection(plan, index, library) ?? "",
  );
}
