import { get, type Library } from "./api";
import { compare } from "./compare";
import { gantt } from "./gantt";
import { jobs } from "./jobs";
import { map } from "./map";
import { overview } from "./overview";
import "./style.css";
import { h, say } from "./ui";
import { whatIf } from "./whatif";

const views = ["overview", "gantt", "whatif", "compare", "map", "jobs"] as const;
const titles: Record<(typeof views)[number], string> = { overview: "Overview", gantt: "Pairings", whatif: "What if", compare: "Compare", map: "Map", jobs: "Jobs" };

const content = document.getElementById("content")!;
const chooser = document.getElementById("plan") as HTMLSelectElement;
const nav = document.getElementById("nav")!;
let library: Library;

// #/plan/view/more
function place(): { plan: string; view: string; rest: string[] } {
  const [plan = "", view = "", ...rest] = location.hash.replace(/^#\//, "").split("/");
  const known = library.plans.some((p) => p.id === plan);
  const first = library.plans.find((p) => p.month !== null)?.id ?? "";
  return { plan: known ? plan : first, view: (views as readonly string[]).includes(view) ? view : "overview", rest };
}

function showFrame(plan: string, view: string): void {
  chooser.replaceChildren(...library.plans.map((p) => h("option", { value: p.id, disabled: p.month === null }, p.month === null ? `${p.name} (its month is not here)` : p.name)));
  chooser.value = plan;
  nav.replaceChildren(
    ...views.map((name) => h("a", { href: `#/${plan}/${name}`, "aria-current": name === view ? "page" : null }, titles[name])),
  );
}

async function show(): Promise<void> {
  const { plan, view, rest } = place();
  showFrame(plan, view);
  say("");
  if (!plan && view !== "jobs") {
    content.replaceChildren(h("p", {}, "There is no plan below the served folder yet. ", h("a", { href: "#//jobs" }, "Make one of a month.")));
    return;
  }
  if (view === "overview") await overview(content, plan);
  if (view === "gantt") await gantt(content, plan, rest, library);
  if (view === "whatif") await whatIf(content, plan, library);
  if (view === "compare") await compare(content, plan, rest, library);
  if (view === "map") await map(content, plan);
  if (view === "jobs") await jobs(content, plan, library, () => void reload());
}

async function reload(): Promise<void> {
  library = await get<Library>("/library");
  const { plan, view } = place();
  showFrame(plan, view);
}

function fail(error: Error): void {
  content.replaceChildren(h("p", { class: "broken", role: "alert" }, error.message));
}

chooser.addEventListener("change", () => {
  const { view } = place();
  location.hash = `#/${chooser.value}/${view}`;
});
window.addEventListener("hashchange", () => void reload().then(show).catch(fail));
reload().then(show).catch(fail);
