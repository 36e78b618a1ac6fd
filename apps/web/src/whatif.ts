// What if: the plan made again with other wishes, rules and costs.
import { get, post, type Job, type Library, type Rules } from "./api";
import { h, say, table } from "./ui";
import { describe, drop, wishesOf } from "./wishes";

// Values that a person would change; tables are for files.
const isPlain = (value: string) => !value.startsWith("[");

function wishList(plan: string, wishes: Awaited<ReturnType<typeof wishesOf>>, again: () => void): HTMLElement {
  if (wishes.length === 0) {
    return h("p", {}, "No wishes yet: open a pairing or a flight under Pairings, and lock or forbid it or its connections.");
  }
  const remove = (wish: (typeof wishes)[number]) => {
    drop(plan, wish);
    again();
  };
  return table(
    [
      { name: "wish", value: describe },
      { name: "", value: (w) => h("button", { type: "button", "aria-label": `Remove: ${describe(w)}`, onclick: () => remove(w) }, "Remove") },
    ],
    wishes,
  );
}

class RuleForm {
  readonly element: HTMLElement;
  private readonly inputs = new Map<string, HTMLInputElement>();

  constructor(private readonly rules: Rules) {
    const rows = rules.values.filter((v) => isPlain(v.value));
    this.element = table(
      [
        { name: "rule or cost", value: (v) => h("label", { for: `rule-${v.rule}` }, v.rule) },
        { name: "now", value: (v) => v.value, right: true },
        {
          name: "what if",
          value: (v) => {
            const input = h("input", { id: `rule-${v.rule}`, placeholder: v.value, autocomplete: "off" });
            this.inputs.set(v.rule, input);
            return input;
          },
        },
      ],
      rows,
    );
  }

  changes(): Record<string, string> {
    const changes: Record<string, string> = {};
    for (const { rule, value } of this.rules.values) {
      const text = this.inputs.get(rule)?.value.trim() ?? "";
      if (text !== "" && text !== value) changes[rule] = text;
    }
    return changes;
  }
}

export async function whatIf(content: HTMLElement, id: string, library: Library): Promise<void> {
  const own = library.plans.find((p) => p.id === id);
  const rules = new RuleForm(await get<Rules>(`/plans/${id}/rules`));
  const list = h("div", {});
  const showList = async () => list.replaceChildren(wishList(id, await wishesOf(id), () => void showList()));
  await showList();
  const limit = h("input", { type: "number", min: 1, max: 604800, value: 600, required: true });
  const gap = h("input", { type: "number", min: 0, max: 100, step: "any", value: 0.5, required: true });
  const solve = async () => {
    await post<Job>("/jobs", {
      kind: "solve",
      month: own?.month,
      start: id,
      time_limit: Number(limit.value),
      gap: Number(gap.value) / 100,
      wishes: await wishesOf(id),
      rules: rules.changes(),
    });
    location.hash = `#/${id}/jobs`;
  };
  const sent = (event: Event) => {
    event.preventDefault();
    solve().catch((e: Error) => say(e.message));
  };
  content.replaceChildren(
    h("h2", {}, "What if"),
    h("p", {}, `The plan ${own?.name ?? ""} is solved again, from where it is, with these wishes and rules. Its job leads on to the comparison.`),
    h(
      "form",
      { onsubmit: sent },
      h("div", { class: "filters" }, h("label", {}, "seconds at most ", limit), h("label", {}, "gap (%) ", gap), h("button", { type: "submit" }, "Solve again")),
      h("div", { class: "two" }, h("section", {}, h("h3", {}, "Wishes"), list), h("section", { class: "rules" }, h("h3", {}, "Rules and costs"), rules.element)),
    ),
  );
}
