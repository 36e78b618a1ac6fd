import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { get, post, type Job, type JobDetails, type Library } from "./api";
import { h, number, percent, say, table } from "./ui";

const finished = (job: Job) => job.state !== "queued" && job.state !== "running";

function problem(error: Error): void {
  say(error.message);
}

function form(submit: () => Promise<void>, ...children: HTMLElement[]): HTMLElement {
  const sent = (event: Event) => {
    event.preventDefault();
    submit().catch(problem);
  };
  return h("form", { class: "filters", onsubmit: sent }, ...children);
}

function solveForm(library: Library, plan: string, started: (job: Job) => void): HTMLElement {
  const month = h("select", { name: "month", required: true }, ...library.months.map((m) => h("option", { value: m.id }, m.name)));
  const start = h("select", { name: "start" });
  const fill = () =>
    start.replaceChildren(
      h("option", { value: "" }, "nothing"),
      ...library.plans.filter((p) => p.month === month.value).map((p) => h("option", { value: p.id }, p.name)),
    );
  const own = library.plans.find((p) => p.id === plan)?.month;
  if (own) month.value = own;
  month.addEventListener("change", fill);
  fill();
  const limit = h("input", { type: "number", min: 1, max: 604800, value: 600, required: true });
  const gap = h("input", { type: "number", min: 0, max: 100, step: "any", value: 0.5, required: true });
  const submit = async () => {
    started(
      await post<Job>("/jobs", {
        kind: "solve",
        month: month.value,
        start: start.value || null,
        time_limit: Number(limit.value),
        gap: Number(gap.value) / 100,
      }),
    );
  };
  return form(
    submit,
    h("label", {}, "Month ", month),
    h("label", {}, "begin with ", start),
    h("label", {}, "seconds at most ", limit),
    h("label", {}, "gap (%) ", gap),
    h("button", { type: "submit" }, "Solve"),
  );
}

function learnForm(library: Library, started: (job: Job) => void): HTMLElement {
  const usable = library.plans.filter((p) => p.month !== null);
  const plans = h("select", { multiple: true, size: Math.min(5, Math.max(2, usable.length)), required: true }, ...usable.map((p) => h("option", { value: p.id }, p.name)));
  const submit = async () => {
    started(await post<Job>("/jobs", { kind: "learn", plans: [...plans.selectedOptions].map((o) => o.value) }));
  };
  return form(
    submit,
    h("label", {}, "Past plans ", plans),
    h("button", { type: "submit" }, "Learn"),
  );
}

// Learns from plans or takes what was learnt, predicts, and solves.
function runForm(library: Library, started: (job: Job) => void): HTMLElement {
  const usable = library.plans.filter((p) => p.month !== null);
  const month = h("select", { name: "month", required: true }, ...library.months.map((m) => h("option", { value: m.id }, m.name)));
  const model = h("select", { name: "model" }, h("option", { value: "" }, "learn from past plans"), ...library.models.map((m) => h("option", { value: m.id }, m.name)));
  const plans = h("select", { multiple: true, size: Math.min(5, Math.max(2, usable.length)) }, ...usable.map((p) => h("option", { value: p.id }, p.name)));
  const limit = h("input", { type: "number", min: 1, max: 604800, value: 3600, required: true });
  model.addEventListener("change", () => (plans.disabled = model.value !== ""));
  const submit = async () => {
    const history = [...plans.selectedOptions].map((o) => o.value);
    const source = model.value ? { model: model.value } : { plans: history };
    started(await post<Job>("/jobs", { kind: "run", month: month.value, time_limit: Number(limit.value), ...source }));
  };
  return form(
    submit,
    h("label", {}, "Month to plan ", month),
    h("label", {}, "model ", model),
    h("label", {}, "plans to learn from ", plans),
    h("label", {}, "seconds at most ", limit),
    h("button", { type: "submit" }, "Run"),
  );
}

// Cost of the plan and bound over the seconds of the run.
class Curve {
  readonly element = h("div", { class: "curve", role: "img", "aria-label": "Cost of the plan and bound over time" });
  private plot: uPlot | null = null;
  private points = 0;

  show(curve: JobDetails["curve"]): void {
    if (curve.length === this.points) return;
    this.points = curve.length;
    const data: uPlot.AlignedData = [curve.map((p) => p[0]), curve.map((p) => p[1]), curve.map((p) => p[2])];
    if (this.plot) {
      this.plot.setData(data);
      return;
    }
    this.plot = new uPlot(
      {
        width: this.element.clientWidth || 800,
        height: 280,
        scales: { x: { time: false } },
        axes: [{ label: "seconds" }, { label: "cost", size: 90 }],
        series: [{ label: "seconds" }, { label: "plan", stroke: "#a34700", width: 2 }, { label: "bound", stroke: "#005a8f", width: 2 }],
      },
      data,
      this.element,
    );
  }
}

function lastLine(job: JobDetails): string {
  const last = job.curve.at(-1);
  if (!last || last[1] <= 0) return "";
  return `${last[3]}: plan ${number(last[1])}, bound ${number(last[2])}, gap ${percent((last[1] - last[2]) / last[1])}`;
}

// One job: what it does now, its curve and what it prints. Made once and then kept up to date, so
// that a button stays where it is while somebody presses it.
class JobView {
  readonly element: HTMLElement;
  private readonly state = h("span", {});
  private readonly stop: HTMLButtonElement;
  private readonly links = h("p", {});
  private readonly output = h("pre", {});
  private readonly curve = new Curve();
  private result: string | null = null;

  constructor(
    readonly job: Job,
    private readonly plan: string,
  ) {
    this.stop = h("button", { type: "button", class: "stop", onclick: () => post(`/jobs/${job.job}/stop`, {}).catch(problem) }, "Stop");
    this.element = h("section", { class: "job" }, h("h3", {}, `Job ${job.job}: ${job.title}`), h("p", {}, this.stop, " ", this.state), this.links, this.curve.element, this.output);
  }

  async update(): Promise<void> {
    const job = await get<JobDetails>(`/jobs/${this.job.job}`);
    this.state.textContent = `${job.state}${job.problem ? ": " + job.problem : ""}. ${lastLine(job)}`;
    this.stop.hidden = finished(job);
    this.stop.disabled = job.stop_asked;
    this.output.textContent = job.output;
    if (job.curve.length) this.curve.show(job.curve);
    if (job.result === this.result) return;
    this.result = job.result;
    if (job.kind === "learn") return;
    this.links.replaceChildren(
      h("a", { href: `#/${job.result}/overview` }, "Open the plan"),
      " ",
      this.plan ? h("a", { href: `#/${this.plan}/compare/${job.result}` }, "Compare the plan before with it") : "",
    );
  }
}

export async function jobs(content: HTMLElement, id: string, library: Library, reload: () => void): Promise<void> {
  const list = h("div", {});
  const detail = h("div", {});
  let listed = "";
  let view: JobView | null = null;
  const open = (job: Job) => {
    view = new JobView(job, id);
    detail.replaceChildren(view.element);
    update().catch(problem);
  };
  const update = async (): Promise<Job[]> => {
    const all = (await get<{ jobs: Job[] }>("/jobs")).jobs;
    if (JSON.stringify(all) !== listed) {
      listed = JSON.stringify(all);
      list.replaceChildren(
        all.length
          ? table(
              [
                { name: "job", value: (j) => String(j.job), right: true },
                { name: "what", value: (j) => j.title },
                { name: "state", value: (j) => j.state },
              ],
              all,
              open,
            )
          : h("p", {}, "No job has been started yet."),
      );
    }
    if (!view && all.length) open(all[0]);
    else await view?.update();
    return all;
  };
  content.replaceChildren(
    h("h2", {}, "Jobs"),
    h("div", { class: "two" }, h("section", {}, h("h3", {}, "Make a plan"), solveForm(library, id, open)), h("section", {}, h("h3", {}, "Learn from plans"), learnForm(library, open))),
    h("section", {}, h("h3", {}, "Learn, predict and solve"), runForm(library, open)),
    list,
    detail,
  );
  let running = false;
  const watch = async () => {
    if (!content.contains(detail)) return;
    const all = await update();
    const ran = running;
    running = all.some((job) => !finished(job));
    if (ran && !running) reload();
    setTimeout(() => void watch().catch(problem), running ? 1000 : 3000);
  };
  await watch();
}
