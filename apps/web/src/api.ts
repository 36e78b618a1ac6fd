// The HTTP API as docs/openapi.json describes it, as far as the pages use it.

export interface Named {
  id: string;
  name: string;
}
export interface PlanEntry extends Named {
  month: string | null;
  figures: { cost: number | null; gap: number | null; uncovered: number | null } | null;
}
export interface Library {
  version: string;
  folder: string;
  months: Named[];
  plans: PlanEntry[];
  models: Named[];
}
export interface Cost {
  total: number;
  pairings: number;
  gaps: number;
  deadheads: number;
  guarantee: number;
  aircraft_changes: number;
  uncovered: number;
  base_excess: number;
}
export interface Base {
  base: string;
  crews: number;
  pairings: number;
  credited_hours: number;
  target_hours: number;
  excess_hours: number;
}
export interface Flight {
  index: number;
  id: string;
  number: string;
  origin: string;
  destination: string;
  departure_utc: string;
  arrival_utc: string;
  departure_local: string;
  arrival_local: string;
  minutes: number;
  fleet: string;
  tail: string | null;
}
export interface Overview {
  name: string;
  rules: string;
  period_begin: string;
  period_end: string;
  flights: number;
  covered: number;
  uncovered: number;
  over_covered: number;
  pairings: number;
  duties: number;
  deadheads: number;
  legal: boolean;
  violations: number;
  violations_by_rule: Record<string, number>;
  cost: Cost;
  bound: number | null;
  gap: number | null;
  bases: Base[];
  fleets: string[];
  uncovered_flights: Flight[];
}
export interface Row {
  index: number;
  pairing: string;
  base: string;
  route: string;
  start_utc: string | null;
  duties: number;
  legs: number;
  deadheads: number;
  cost: number;
  violations: number;
}
export interface Leg extends Flight {
  role: "operate" | "deadhead";
  deadhead_cost: number;
  gap_minutes: number | null;
  gap_cost: number;
  aircraft_change_cost: number;
}
export interface Duty {
  report_utc: string;
  release_utc: string;
  span_minutes: number;
  flying_minutes: number;
  guarantee_cost: number;
  legs: Leg[];
}
export interface Rule {
  rule: string;
  actual: number;
  limit: number;
  at_least: boolean;
  unit: "minutes" | "count";
  room: number;
  flights: string[];
}
export interface Pairing {
  index: number;
  pairing: string;
  base: string;
  fleet: string | null;
  route: string;
  credited_hours: number;
  cost: Omit<Cost, "pairings" | "uncovered" | "base_excess">;
  violations: { rule: string; detail: string }[];
  rules: Rule[];
  duties: Duty[];
  unknown_flights: string[];
}
export interface FlightDetails {
  flight: Flight;
  covered: boolean;
  uses: { pairing: string; index: number; role: string; before: string | null; after: string | null }[];
  candidates: (Flight & {
    gap_minutes: number;
    gap_cost: number;
    rest: boolean;
    long_enough: boolean;
    operated_by: string[];
  })[];
  why_text?: string;
}
// flight, deadhead, departure, arrival, origin, destination, number
export type GanttLeg = [number, number, number, number, number, number, string];
// pairing, base, fleet, cost, violations, legs
export type GanttRow = [string, number, number | null, number, number, GanttLeg[]];
export interface Gantt {
  begin_utc: string;
  minutes: number;
  stations: string[];
  fleets: string[];
  pairings: GanttRow[];
}
export interface NetworkMap {
  stations: { code: string; latitude: number | null; longitude: number | null; base: boolean; departures: number }[];
  routes: [number, number, number][];
}
export interface Side {
  name: string;
  pairings: number;
  duties: number;
  deadheads: number;
  uncovered: number;
  violations: number;
  cost: Cost;
  bases: Base[];
}
export interface Comparison {
  before: Side;
  after: Side;
  cost_difference: Cost;
  same_pairings: number;
  only_before: number;
  only_after: number;
  connections_before: number;
  connections_after: number;
  connections_kept: number;
  rule_changes: { rule: string; before: string; after: string }[];
  pairings_before: Row[];
  pairings_after: Row[];
}
export interface Wish {
  wish: "lock" | "forbid";
  flight?: string;
  next?: string;
  pairing?: string;
  base?: string;
  legs?: { flight: string; role: string }[];
}
export interface Rules {
  preset: string;
  values: { rule: string; value: string }[];
  wishes: Wish[];
}
export interface Job {
  job: number;
  kind: string;
  title: string;
  state: "queued" | "running" | "done" | "stopped" | "failed";
  problem: string;
  stop_asked: boolean;
}
export interface JobDetails extends Job {
  curve: [number, number, number, string][];
  output: string;
  result: string | null;
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch("/api/v1" + path, { credentials: "same-origin", ...init });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? `the server answers ${response.status}`);
  return body as T;
}

export function get<T>(path: string): Promise<T> {
  return request<T>(path);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
