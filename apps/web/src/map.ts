// The network without any map of others: stations at their places, routes between them.
import { get, type NetworkMap } from "./api";
import { h, number, table } from "./ui";

interface Point {
  x: number; // 0 to 1, west to east
  y: number; // 0 to 1, north to south
}

// Degrees as they are, with the east-west shrunk as at the middle latitude. Stations without a
// place stand on a circle.
function project(data: NetworkMap): Point[] {
  const placed = data.stations.filter((s) => s.latitude !== null && s.longitude !== null);
  if (placed.length < 2) {
    return data.stations.map((_, i) => {
      const turn = (2 * Math.PI * i) / data.stations.length;
      return { x: 0.5 + 0.46 * Math.sin(turn), y: 0.5 - 0.46 * Math.cos(turn) };
    });
  }
  const north = Math.max(...placed.map((s) => s.latitude!));
  const south = Math.min(...placed.map((s) => s.latitude!));
  const east = Math.max(...placed.map((s) => s.longitude!));
  const west = Math.min(...placed.map((s) => s.longitude!));
  const shrink = Math.cos(((north + south) / 2) * (Math.PI / 180));
  const size = Math.max((east - west) * shrink, north - south, 1);
  return data.stations.map((s) => ({
    x: 0.5 + (((s.longitude ?? west) - (east + west) / 2) * shrink) / size,
    y: 0.5 - ((s.latitude ?? south) - (north + south) / 2) / size,
  }));
}

class MapView {
  readonly element = h("div", { class: "map", tabindex: 0, role: "img", "aria-label": "Network: the table below has the same stations. Plus and minus zoom, arrows move." });
  private readonly canvas = h("canvas", {});
  private readonly points: Point[];
  private zoom = 0.9;
  private shift: Point = { x: 0, y: 0 };

  constructor(private readonly data: NetworkMap) {
    this.points = project(data);
    this.element.append(this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.change(Math.exp(-event.deltaY / 400), 0, 0);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) this.change(1, event.movementX, event.movementY);
    });
    this.element.addEventListener("keydown", (event) => {
      const moves: Record<string, [number, number, number]> = {
        "+": [1.25, 0, 0],
        "=": [1.25, 0, 0],
        "-": [0.8, 0, 0],
        ArrowLeft: [1, 40, 0],
        ArrowRight: [1, -40, 0],
        ArrowUp: [1, 0, 40],
        ArrowDown: [1, 0, -40],
      };
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      this.change(...move);
    });
  }

  private change(factor: number, dx: number, dy: number): void {
    this.zoom = Math.min(30, Math.max(0.5, this.zoom * factor));
    this.shift = { x: this.shift.x * factor + dx, y: this.shift.y * factor + dy };
    requestAnimationFrame(() => this.draw());
  }

  // Pixels for one unit of the points, so that all of them are in sight before anybody zooms.
  private side(): number {
    const across = Math.max(0.1, ...this.points.map((p) => 2 * Math.abs(p.x - 0.5)));
    const down = Math.max(0.1, ...this.points.map((p) => 2 * Math.abs(p.y - 0.5)));
    return Math.min(this.element.clientWidth / across, this.element.clientHeight / down) * this.zoom;
  }

  private place(i: number): Point {
    const side = this.side();
    return {
      x: this.element.clientWidth / 2 + (this.points[i].x - 0.5) * side + this.shift.x,
      y: this.element.clientHeight / 2 + (this.points[i].y - 0.5) * side + this.shift.y,
    };
  }

  private draw(): void {
    const sharpness = window.devicePixelRatio || 1;
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    this.canvas.width = width * sharpness;
    this.canvas.height = height * sharpness;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    pen.clearRect(0, 0, width, height);
    const most = Math.max(1, ...this.data.routes.map((r) => r[2]));
    for (const [from, to, flights] of this.data.routes) {
      const a = this.place(from);
      const b = this.place(to);
      pen.strokeStyle = `rgba(0, 90, 143, ${0.15 + (0.6 * flights) / most})`;
      pen.lineWidth = 0.5 + (3 * flights) / most;
      pen.beginPath();
      pen.moveTo(a.x, a.y);
      pen.lineTo(b.x, b.y);
      pen.stroke();
    }
    pen.font = "12px system-ui, sans-serif";
    const busiest = Math.max(1, ...this.data.stations.map((s) => s.departures));
    this.data.stations.forEach((station, i) => {
      const at = this.place(i);
      pen.fillStyle = station.base ? "#a34700" : "#1c2329";
      pen.beginPath();
      pen.arc(at.x, at.y, station.base ? 6 : 3, 0, 2 * Math.PI);
      pen.fill();
      if (station.base || this.zoom > 2 || station.departures > busiest / 20) pen.fillText(station.code, at.x + 8, at.y + 4);
    });
  }
}

export async function map(content: HTMLElement, id: string): Promise<void> {
  const data = await get<NetworkMap>(`/plans/${id}/map`);
  const stations = [...data.stations].sort((a, b) => b.departures - a.departures);
  const unplaced = stations.filter((s) => s.latitude === null).length;
  content.replaceChildren(
    h("h2", {}, "Network"),
    unplaced ? h("p", {}, `${unplaced} stations have no position; they are not where they are on Earth.`) : "",
    new MapView(data).element,
    table(
      [
        { name: "station", value: (s) => s.code },
        { name: "", value: (s) => (s.base ? "base" : "") },
        { name: "departures", value: (s) => number(s.departures), right: true },
      ],
      stations,
    ),
  );
}
