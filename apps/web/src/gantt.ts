// All pairings over time, drawn on a canvas: only what is in sight is drawn, so that thousands of
// pairings scroll as a few do.
import { get, type Gantt, type GanttRow, type Library } from "./api";
import { showFlight, showPairing, type Opener } from "./details";
import { h, number, palette, say } from "./ui";

const nameWidth = 130;
const axisHeight = 26;
const rowHeight = 20;
const leastScale = 0.02; // pixels per minute
const mostScale = 4;

interface Row {
  index: number; // in the plan
  data: GanttRow;
  text: string; // what the search looks at
}

interface Filter {
  base: string;
  fleet: string;
  day: string;
  legal: string;
  least: string;
  most: string;
  search: string;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

class Chart {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  // As large as the whole chart would be; the canvas stays where the eye is.
  private readonly room = h("div", { class: "room" }, this.canvas);
  private readonly tip = h("div", { class: "tip", role: "tooltip", hidden: true });
  private readonly begin: number; // of the period, in milliseconds
  private readonly colours = new Map<number, string>(); // of the bases
  private rows: Row[] = [];
  private scale = 0.15;
  private chosen = -1; // place among the rows
  private waiting = false;

  constructor(
    private readonly gantt: Gantt,
    private readonly all: Row[],
    private readonly open: (index: number) => void,
  ) {
    this.begin = Date.parse(gantt.begin_utc.replace("Z", ":00Z"));
    const bases = [...new Set(gantt.pairings.map((row) => row[1]))].sort((a, b) => a - b);
    bases.forEach((base, i) => this.colours.set(base, palette[i % palette.length]));
    this.element = h(
      "div",
      { class: "chart", tabindex: 0, role: "listbox", "aria-label": "Pairings over time. Up and down choose one, Enter opens it, plus and minus zoom." },
      this.room,
      this.tip,
    );
    this.element.addEventListener("scroll", () => this.redraw());
    this.element.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("click", (event) => this.onClick(event));
    this.element.addEventListener("mousemove", (event) => this.onMove(event));
    this.element.addEventListener("mouseleave", () => (this.tip.hidden = true));
    new ResizeObserver(() => this.redraw()).observe(this.element);
    this.choose({ base: "", fleet: "", day: "", legal: "", least: "", most: "", search: "" });
  }

  // Keeps the rows that fit; returns how many there are.
  choose(filter: Filter): number {
    const base = this.gantt.stations.indexOf(filter.base);
    const fleet = this.gantt.fleets.indexOf(filter.fleet);
    const from = filter.day ? (Date.parse(filter.day + "T00:00:00Z") - this.begin) / 60000 : 0;
    const search = filter.search.toUpperCase();
    this.rows = this.all.filter(({ data, text }) => {
      if (filter.base && data[1] !== base) return false;
      if (filter.fleet && data[2] !== fleet) return false;
      if (filter.legal === "yes" && data[4] > 0) return false;
      if (filter.legal === "no" && data[4] === 0) return false;
      if (filter.least && data[3] < Number(filter.least)) return false;
      if (filter.most && data[3] > Number(filter.most)) return false;
      if (filter.day && !data[5].some((leg) => leg[2] >= from && leg[2] < from + 1440)) return false;
      return !search || text.includes(search);
    });
    this.chosen = -1;
    this.resize();
    return this.rows.length;
  }

  fit(): void {
    const width = this.element.clientWidth - nameWidth;
    if (width > 0) this.zoom(width / this.gantt.minutes / this.scale, 0);
    this.element.scrollLeft = 0;
  }

  zoom(factor: number, at: number): void {
    const scale = Math.min(mostScale, Math.max(leastScale, this.scale * factor));
    const minute = (this.element.scrollLeft + at) / this.scale;
    this.scale = scale;
    this.resize();
    this.element.scrollLeft = minute * scale - at;
    this.redraw();
  }

  private resize(): void {
    this.room.style.width = `${nameWidth + this.gantt.minutes * this.scale}px`;
    this.room.style.height = `${axisHeight + this.rows.length * rowHeight}px`;
    this.redraw();
  }

  redraw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  private draw(): void {
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    const sharpness = window.devicePixelRatio || 1;
    if (this.canvas.width !== width * sharpness || this.canvas.height !== height * sharpness) {
      this.canvas.width = width * sharpness;
      this.canvas.height = height * sharpness;
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.textBaseline = "middle";
    this.drawDays(pen, width, height);
    const first = Math.floor(this.element.scrollTop / rowHeight);
    const last = Math.min(this.rows.length, first + Math.ceil(height / rowHeight) + 1);
    for (let k = first; k < last; ++k) this.drawRow(pen, k, width);
    this.drawAxis(pen, width);
  }

  private x(minute: number): number {
    return nameWidth + minute * this.scale - this.element.scrollLeft;
  }

  private y(place: number): number {
    return axisHeight + place * rowHeight - this.element.scrollTop;
  }

  // How many days apart lines and names are, so that they do not crowd.
  private dayStep(): number {
    const day = 1440 * this.scale;
    return day >= 44 ? 1 : Math.ceil(44 / day);
  }

  private drawDays(pen: CanvasRenderingContext2D, width: number, height: number): void {
    const step = this.dayStep();
    for (let day = 0; day * 1440 <= this.gantt.minutes; ++day) {
      const x = this.x(day * 1440);
      if (x < nameWidth || x > width) continue;
      pen.fillStyle = day % step === 0 ? "#b8bfc6" : "#e6e9ec";
      pen.fillRect(Math.round(x), axisHeight, 1, height);
    }
  }

  private drawAxis(pen: CanvasRenderingContext2D, width: number): void {
    pen.fillStyle = "#eef1f4";
    pen.fillRect(0, 0, width, axisHeight);
    pen.fillStyle = "#1c2329";
    pen.font = "12px system-ui, sans-serif";
    const step = this.dayStep();
    for (let day = 0; day * 1440 <= this.gantt.minutes; day += step) {
      const x = this.x(day * 1440);
      if (x < nameWidth - 1 || x > width) continue;
      const date = new Date(this.begin + day * 86400000);
      pen.fillText(`${date.getUTCDate()} ${months[date.getUTCMonth()]}`, x + 4, axisHeight / 2);
    }
    pen.fillStyle = "#eef1f4";
    pen.fillRect(0, 0, nameWidth, axisHeight);
    pen.fillStyle = "#1c2329";
    pen.fillText("pairing", 8, axisHeight / 2);
  }

  private drawRow(pen: CanvasRenderingContext2D, place: number, width: number): void {
    const { data } = this.rows[place];
    const y = this.y(place);
    if (place === this.chosen) {
      pen.fillStyle = "#fff1c2";
      pen.fillRect(0, y, width, rowHeight);
    }
    const legs = data[5];
    if (legs.length > 0) {
      // The whole pairing as a thin line, duties and rests alike.
      pen.fillStyle = "#8b949c";
      const from = this.x(legs[0][2]);
      pen.fillRect(from, y + rowHeight / 2, this.x(legs[legs.length - 1][3]) - from, 1);
    }
    pen.font = "10px system-ui, sans-serif";
    for (const leg of legs) this.drawLeg(pen, leg, y, data[1], width);
    pen.fillStyle = place === this.chosen ? "#fff1c2" : "#ffffff";
    pen.fillRect(0, y, nameWidth, rowHeight);
    pen.fillStyle = data[4] > 0 ? "#b00020" : "#1c2329";
    pen.font = "12px system-ui, sans-serif";
    const name = `${data[4] > 0 ? "! " : ""}${data[0]} ${this.gantt.stations[data[1]]}`;
    pen.fillText(name, 8, y + rowHeight / 2, nameWidth - 12);
  }

  private drawLeg(pen: CanvasRenderingContext2D, leg: GanttRow[5][number], y: number, base: number, width: number): void {
    const from = this.x(leg[2]);
    const to = this.x(leg[3]);
    if (to < nameWidth || from > width) return;
    const colour = this.colours.get(base) ?? palette[0];
    const size = Math.max(1, to - from - 0.5);
    if (leg[1]) {
      pen.fillStyle = "#ffffff";
      pen.fillRect(from, y + 3, size, rowHeight - 6);
      pen.strokeStyle = colour;
      pen.strokeRect(from + 0.5, y + 3.5, Math.max(1, size - 1), rowHeight - 7);
    } else {
      pen.fillStyle = colour;
      pen.fillRect(from, y + 3, size, rowHeight - 6);
    }
    if (size < 26) return;
    pen.fillStyle = leg[1] ? "#1c2329" : "#ffffff";
    const text = size > 90 ? `${this.gantt.stations[leg[4]]}-${this.gantt.stations[leg[5]]} ${leg[6]}` : this.gantt.stations[leg[5]];
    pen.fillText(text, from + 3, y + rowHeight / 2, size - 5);
  }

  private place(event: MouseEvent): number {
    const box = this.element.getBoundingClientRect();
    const y = event.clientY - box.top - this.element.clientTop;
    if (y < axisHeight) return -1;
    const place = Math.floor((y - axisHeight + this.element.scrollTop) / rowHeight);
    return place < this.rows.length ? place : -1;
  }

  private onClick(event: MouseEvent): void {
    const place = this.place(event);
    if (place < 0) return;
    this.select(place);
    this.open(this.rows[place].index);
  }

  private onMove(event: MouseEvent): void {
    const place = this.place(event);
    if (place < 0) {
      this.tip.hidden = true;
      return;
    }
    const box = this.element.getBoundingClientRect();
    const minute = (event.clientX - box.left - nameWidth + this.element.scrollLeft) / this.scale;
    const { data } = this.rows[place];
    const leg = data[5].find((l) => l[2] <= minute && minute <= l[3]);
    const stations = this.gantt.stations;
    this.tip.textContent = leg
      ? `${leg[6]} ${stations[leg[4]]} ${clock(leg[2])} to ${stations[leg[5]]} ${clock(leg[3])} UTC${leg[1] ? ", deadhead" : ""}`
      : `pairing ${data[0]}, ${stations[data[1]]}, cost ${number(data[3])}`;
    this.tip.hidden = false;
    this.tip.style.left = `${event.clientX - box.left + this.element.scrollLeft + 12}px`;
    this.tip.style.top = `${event.clientY - box.top + this.element.scrollTop + 12}px`;
  }

  private onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.element.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 300), Math.max(0, event.clientX - box.left - nameWidth));
  }

  // Where the keyboard zooms: at the chosen pairing if it is in sight, else in the middle.
  private centre(): number {
    const width = this.element.clientWidth - nameWidth;
    const legs = this.chosen >= 0 ? this.rows[this.chosen].data[5] : [];
    const at = legs.length ? this.x(legs[0][2]) - nameWidth : -1;
    return at >= 0 && at <= width ? at : width / 2;
  }

  private onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 2);
    const steps: Record<string, () => void> = {
      ArrowDown: () => this.select(this.chosen + 1),
      ArrowUp: () => this.select(this.chosen - 1),
      PageDown: () => this.select(this.chosen + page),
      PageUp: () => this.select(this.chosen - page),
      Home: () => this.select(0),
      End: () => this.select(this.rows.length - 1),
      ArrowLeft: () => (this.element.scrollLeft -= 80),
      ArrowRight: () => (this.element.scrollLeft += 80),
      "+": () => this.zoom(1.3, this.centre()),
      "=": () => this.zoom(1.3, this.centre()),
      "-": () => this.zoom(1 / 1.3, this.centre()),
      "0": () => this.fit(),
      Enter: () => {
        if (this.chosen >= 0) this.open(this.rows[this.chosen].index);
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  private select(place: number): void {
    if (this.rows.length === 0) return;
    this.chosen = Math.min(this.rows.length - 1, Math.max(0, place));
    const top = this.chosen * rowHeight;
    const seen = this.element.clientHeight - axisHeight - rowHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    if (top > this.element.scrollTop + seen) this.element.scrollTop = top - seen;
    const legs = this.rows[this.chosen].data[5];
    if (legs.length > 0) {
      const left = legs[0][2] * this.scale;
      const width = this.element.clientWidth - nameWidth;
      if (left < this.element.scrollLeft || left > this.element.scrollLeft + width) this.element.scrollLeft = left - 40;
    }
    say(`pairing ${this.rows[this.chosen].data[0]}`);
    this.redraw();
  }

  // Chooses the row of a pairing of the plan, if it is in sight of the filters.
  selectIndex(index: number): void {
    const place = this.rows.findIndex((row) => row.index === index);
    if (place >= 0) this.select(place);
  }
}

function clock(minute: number): string {
  const day = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(day / 60)).padStart(2, "0")}:${String(day % 60).padStart(2, "0")}`;
}

function rowsOf(gantt: Gantt): Row[] {
  const rows = gantt.pairings.map((data, index) => ({
    index,
    data,
    text: [data[0], ...data[5].flatMap((leg) => [leg[6], gantt.stations[leg[4]], gantt.stations[leg[5]]])].join(" ").toUpperCase(),
  }));
  const start = (row: Row) => (row.data[5].length ? row.data[5][0][2] : 0);
  return rows.sort((a, b) => start(a) - start(b));
}

function filters(gantt: Gantt, change: (filter: Filter) => void): HTMLElement {
  const choice = (label: string, values: [string, string][]) => {
    const select = h("select", {}, ...values.map(([value, text]) => h("option", { value }, text)));
    return { field: select, label: h("label", {}, label, " ", select) };
  };
  const input = (label: string, type: string, size: number) => {
    const field = h("input", { type, size, ...(type === "number" ? { step: "any" } : {}) });
    return { field, label: h("label", {}, label, " ", field) };
  };
  const bases = [...new Set(gantt.pairings.map((row) => gantt.stations[row[1]]))].sort();
  const search = input("Search", "search", 14);
  search.field.placeholder = "pairing, flight, station";
  const base = choice("Base", [["", "all"], ...bases.map((b): [string, string] => [b, b])]);
  const fleet = choice("Fleet", [["", "all"], ...gantt.fleets.map((f): [string, string] => [f, f])]);
  const day = input("Day", "date", 10);
  const legal = choice("Legal", [["", "all"], ["yes", "legal"], ["no", "not legal"]]);
  const least = input("Cost from", "number", 6);
  const most = input("to", "number", 6);
  const all = [search, base, fleet, day, legal, least, most];
  const tell = () =>
    change({
      search: search.field.value,
      base: base.field.value,
      fleet: fleet.field.value,
      day: day.field.value,
      legal: legal.field.value,
      least: least.field.value,
      most: most.field.value,
    });
  for (const part of all) part.field.addEventListener("input", tell);
  return h("form", { class: "filters", onsubmit: (e: Event) => e.preventDefault() }, ...all.map((part) => part.label));
}

export async function gantt(content: HTMLElement, id: string, rest: string[], library: Library): Promise<void> {
  say("reading the plan");
  const data = await get<Gantt>(`/plans/${id}/gantt`);
  const panel = h("aside", { class: "panel", "aria-label": "Details", tabindex: -1 }, h("p", {}, "Choose a pairing to see its duties, its cost and the room under each rule."));
  const open: Opener = {
    pairing: (index) => {
      chart.selectIndex(index);
      showPairing(panel, id, index, open).catch((e: Error) => say(e.message));
    },
    flight: (index) => void showFlight(panel, id, index, open, library).catch((e: Error) => say(e.message)),
  };
  const count = h("output", {});
  const chart = new Chart(data, rowsOf(data), (index) => void showPairing(panel, id, index, open).catch((e: Error) => say(e.message)));
  const tell = (shown: number) => (count.textContent = `${number(shown)} of ${number(data.pairings.length)} pairings`);
  tell(data.pairings.length);
  const button = (label: string, title: string, act: () => void) => h("button", { type: "button", title, onclick: act }, label);
  const zoomBy = (factor: number) => chart.zoom(factor, chart.element.clientWidth / 2 - nameWidth);
  const bar = h(
    "div",
    { class: "bar" },
    filters(data, (filter) => tell(chart.choose(filter))),
    button("+", "zoom in", () => zoomBy(1.4)),
    button("-", "zoom out", () => zoomBy(1 / 1.4)),
    button("Month", "the whole month", () => chart.fit()),
    count,
  );
  content.replaceChildren(h("div", { class: "pairings" }, bar, h("div", { class: "split" }, chart.element, panel)));
  chart.redraw();
  say("");
  if (rest[0] === "pairing") open.pairing(Number(rest[1]));
  if (rest[0] === "flight") open.flight(Number(rest[1]));
}
