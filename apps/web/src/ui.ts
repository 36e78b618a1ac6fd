// Small things that all views use.

type Child = Node | string | number | null | undefined;
type Properties = Record<string, unknown>;

// An element with properties (on... are handlers, others attributes) and children. Text is set as
// text, never as HTML.
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export function number(value: number, decimals = 0): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

export function signed(value: number, decimals = 0): string {
  return (value > 0 ? "+" : "") + number(value, decimals);
}

export function percent(share: number): string {
  return number(100 * share, 2) + " %";
}

// 125 minutes are 2:05.
export function duration(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : ""}${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
}

export function time(utc: string): string {
  return utc.replace("T", " ").replace("Z", "");
}

// min_duty_rest becomes "min duty rest".
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

export interface Column<T> {
  name: string;
  value: (row: T) => Child;
  right?: boolean;
}

export function table<T>(columns: Column<T>[], rows: T[], open?: (row: T) => void): HTMLTableElement {
  const head = h("tr", {}, ...columns.map((c) => h("th", { scope: "col", class: c.right ? "right" : null }, c.name)));
  const body = rows.map((row) => {
    const line = h("tr", {}, ...columns.map((c) => h("td", { class: c.right ? "right" : null }, c.value(row))));
    if (open) {
      line.tabIndex = 0;
      line.classList.add("link");
      line.addEventListener("click", () => open(row));
      line.addEventListener("keydown", (event) => {
        if (event.key === "Enter") open(row);
      });
    }
    return line;
  });
  return h("table", {}, h("thead", {}, head), h("tbody", {}, ...body));
}

export function say(text: string): void {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

// Colours that people with any kind of sight tell apart (Okabe and Ito), dark enough for white text.
export const palette = ["#005a8f", "#a34700", "#00694b", "#8a3b6b", "#5b4fa2", "#6b6100", "#8f1d1d", "#30606b"];
