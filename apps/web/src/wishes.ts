// What the planner wishes of the next plan, kept for each plan while the page is open. It begins
// with what the plan was made with.
import { get, type Rules, type Wish } from "./api";
import { h, say } from "./ui";

const kept = new Map<string, Wish[]>();

export async function wishesOf(plan: string): Promise<Wish[]> {
  const known = kept.get(plan);
  if (known) return known;
  const wishes = (await get<Rules>(`/plans/${plan}/rules`)).wishes;
  kept.set(plan, wishes);
  return wishes;
}

export function describe(wish: Wish): string {
  const verb = wish.wish === "lock" ? "Lock" : "Forbid";
  return wish.next ? `${verb} the connection ${wish.flight} to ${wish.next}` : `${verb} pairing ${wish.pairing}`;
}

// About the same pairing or connection.
function sameThing(a: Wish, b: Wish): boolean {
  return a.next ? a.flight === b.flight && a.next === b.next : !b.next && a.pairing === b.pairing;
}

export function drop(plan: string, wish: Wish): void {
  kept.set(plan, (kept.get(plan) ?? []).filter((other) => other !== wish));
}

async function add(plan: string, wish: Wish): Promise<void> {
  const others = (await wishesOf(plan)).filter((other) => !sameThing(wish, other));
  kept.set(plan, [...others, wish]);
  say(`${describe(wish)}: it counts when you solve again under What if (${others.length + 1} wishes).`);
}

// Buttons that lock and forbid a thing.
export function wishButtons(plan: string, thing: Omit<Wish, "wish">, what: string): HTMLElement {
  const button = (wish: Wish["wish"], label: string) =>
    h(
      "button",
      {
        type: "button",
        class: "wish",
        "aria-label": `${label} ${what}`,
        onclick: (event: Event) => {
          event.stopPropagation();
          add(plan, { wish, ...thing }).catch((e: Error) => say(e.message));
        },
        onkeydown: (event: Event) => event.stopPropagation(),
      },
      label,
    );
  return h("span", { class: "wishes" }, button("lock", "Lock"), button("forbid", "Forbid"));
}
