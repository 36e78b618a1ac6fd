// The pairings of a plan over time, on a canvas. Only what is in view is drawn, and the less room a
// pairing has, the less of it, so that thousands of pairings move smoothly.
(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("gantt-data").textContent);
  const flights = data.flights;
  const canvas = document.getElementById("gantt");
  const tip = document.getElementById("gantt-tip");
  const details = document.getElementById("gantt-details");
  const pen = canvas.getContext("2d");
  const at = (id) => document.getElementById(id);

  const kDay = 24 * 60;
  const kAxis = 34;        // pixels above the rows
  const kSide = 52;        // pixels left of them, for the names of bases
  const kRow = 16;         // height of a row at first
  const kLowestRow = 0.3;
  const kHighestRow = 40;
  const kBetween = 90;     // minutes between two pairings in a row
  const kColours = ["#0b6e99", "#3a7d44", "#7b4a9e", "#8c6d1f", "#b03060", "#2f8f8f", "#555555", "#54708c"];
  const kDeadhead = "#e8a33d";
  const kOpen = "#b3261e";
  const kWeekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

  // ---- What a pairing is -------------------------------------------------------------------

  const operates = (leg) => leg >= 0;
  const flightOf = (leg) => (leg >= 0 ? leg : -1 - leg);
  const arrival = (flight) => flights.leaves[flight] + flights.takes[flight];

  const pairings = data.pairings.filter((p) => p.l.length > 0).map((p) => ({
    name: p.n,
    base: p.b,
    legs: p.l,
    duties: p.d,
    cost: p.c,
    broken: p.v || [],
    isNew: p.x === 1,
    begin: p.d[1],
    end: p.d[p.d.length - 1],
    deadheads: p.l.filter((leg) => !operates(leg)).length,
  }));
  // Flights without a crew stand among them as a group of their own.
  for (const flight of data.uncovered) {
    pairings.push({
      name: "no crew", base: -1, legs: [flight], duties: [0, flights.leaves[flight], arrival(flight)],
      cost: 0, broken: [], isNew: false, begin: flights.leaves[flight], end: arrival(flight), deadheads: 0,
    });
  }
  const groups = data.bases.concat(data.uncovered.length > 0 ? [-1] : []);
  const colourOf = new Map(groups.map((base, k) => [base, base < 0 ? kOpen : kColours[k % kColours.length]]));
  const groupName = (base) => (base < 0 ? "no crew" : data.stations[base]);

  // ---- Which pairings are shown, in which rows ---------------------------------------------

  const choices = [["all", "all pairings", () => true]];
  if (data.compared) choices.push(["new", "only those not in the other plan", (p) => p.isNew]);
  choices.push(["deadheads", "only those with deadheads", (p) => p.deadheads > 0]);
  if (pairings.some((p) => p.broken.length > 0)) {
    choices.push(["broken", "only those that break a rule", (p) => p.broken.length > 0]);
  }

  function matches(pairing, words) {
    if (words === "") return true;
    if (pairing.name.toLowerCase().includes(words)) return true;
    return pairing.legs.some((leg) => {
      const flight = flightOf(leg);
      return flights.number[flight].toLowerCase().includes(words) ||
        data.stations[flights.from[flight]].toLowerCase() === words ||
        data.stations[flights.to[flight]].toLowerCase() === words;
    });
  }

  // Into the first row that is free by then.
  function packed(list) {
    const rows = [];
    for (const pairing of list) {
      let row = rows.find((own) => own[own.length - 1].end + kBetween <= pairing.begin);
      if (!row) rows.push(row = []);
      row.push(pairing);
    }
    return rows;
  }

  const orders = {
    packed: (list) => packed(list),
    begin: (list) => list.map((p) => [p]),
    length: (list) => list.sort((a, b) => (b.end - b.begin) - (a.end - a.begin)).map((p) => [p]),
    cost: (list) => list.sort((a, b) => b.cost - a.cost).map((p) => [p]),
  };

  let rows = [];     // each a list of pairings in order of time
  let sections = []; // of rows: {base, first, end}
  function arrange() {
    const base = at("gantt-base").value;
    const words = at("gantt-find").value.trim().toLowerCase();
    const choice = choices.find((own) => own[0] === at("gantt-show").value)[2];
    rows = [];
    sections = [];
    let shown = 0;
    for (const group of groups) {
      if (base !== "all" && Number(base) !== group) continue;
      const list = pairings.filter((p) => p.base === group && choice(p) && matches(p, words));
      list.sort((a, b) => a.begin - b.begin || a.end - b.end);
      shown += group < 0 ? 0 : list.length;
      const first = rows.length;
      rows = rows.concat(orders[at("gantt-order").value](list));
      if (rows.length > first) sections.push({base: group, first, end: rows.length, count: list.length});
    }
    at("gantt-count").textContent = shown.toLocaleString("en-US") + " pairings in " +
      rows.length.toLocaleString("en-US") + " rows";
    hold();
    ask();
  }

  // ---- What is in view ---------------------------------------------------------------------

  let earliest = 0;
  let latest = data.length;
  for (const pairing of pairings) {
    earliest = Math.min(earliest, pairing.begin);
    latest = Math.max(latest, pairing.end);
  }
  const view = {from: earliest, scale: 1, top: 0, row: kRow}; // minutes, pixels a minute, pixels, pixels
  let width = 0;
  let height = 0;

  const widest = () => (width - kSide) / (latest - earliest); // scale at which all is in view
  const x = (minute) => kSide + (minute - view.from) * view.scale;
  const minuteAt = (pixel) => view.from + (pixel - kSide) / view.scale;
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

  // Nothing beyond the month and the rows.
  function hold() {
    view.scale = clamp(view.scale, widest(), 6);
    view.from = clamp(view.from, earliest, Math.max(earliest, latest - (width - kSide) / view.scale));
    view.row = clamp(view.row, kLowestRow, kHighestRow);
    view.top = clamp(view.top, 0, Math.max(0, rows.length * view.row - (height - kAxis)));
  }

  function fit() {
    view.scale = widest();
    view.from = earliest;
    view.top = 0;
    view.row = clamp((height - kAxis) / Math.max(1, rows.length), kLowestRow, kRow);
    hold();
    ask();
  }

  // Rows grow with time, up to where they can be read, and the point under the pointer stays.
  function zoom(factor, px, py) {
    const minute = minuteAt(px);
    const row = (py - kAxis + view.top) / view.row;
    view.scale *= factor;
    if (factor < 1 ? view.row > kRow || view.scale <= widest() : view.row < kRow) view.row *= factor;
    hold();
    view.from = minute - (px - kSide) / view.scale;
    view.top = row * view.row - (py - kAxis);
    hold();
    ask();
  }

  function move(dx, dy) {
    view.from -= dx / view.scale;
    view.top -= dy;
    hold();
    ask();
  }

  function resize() {
    const box = canvas.getBoundingClientRect();
    const dense = window.devicePixelRatio || 1;
    const first = width === 0;
    width = Math.max(200, box.width);
    height = Math.max(100, box.height);
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    if (first) view.scale = widest();
    hold();
    ask();
  }

  // ---- Drawing -----------------------------------------------------------------------------

  let asked = false;
  function ask() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  }

  // The first pairing of a row that ends after the minute.
  function firstAfter(row, minute) {
    let low = 0;
    let high = row.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[middle].end < minute) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function visible() {
    const list = [];
    const first = Math.max(0, Math.floor(view.top / view.row));
    const end = Math.min(rows.length, Math.ceil((view.top + height - kAxis) / view.row));
    const until = minuteAt(width);
    for (let k = first; k < end; ++k) {
      const row = rows[k];
      const y = kAxis + k * view.row - view.top;
      for (let i = firstAfter(row, view.from); i < row.length && row[i].begin < until; ++i) {
        list.push([row[i], y]);
      }
    }
    return list;
  }

  const barHeight = () => Math.max(1, view.row - (view.row > 4 ? 2 : 0));

  function drawDays() {
    const pixels = kDay * view.scale;
    const step = pixels > 60 ? 1 : pixels > 26 ? 2 : 7;
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.font = "11px sans-serif";
    for (let day = Math.floor(view.from / kDay); day * kDay < minuteAt(width); ++day) {
      const date = new Date((data.begin + day * kDay) * 60000);
      const left = x(day * kDay);
      const weekday = date.getUTCDay();
      if (weekday === 0 || weekday === 6) {
        pen.fillStyle = "#f4f6f8";
        pen.fillRect(Math.max(kSide, left), kAxis, Math.min(pixels, left + pixels - kSide), height);
      }
      pen.fillStyle = "#d9dee3";
      if (left >= kSide) pen.fillRect(Math.round(left), kAxis - 6, 1, height);
      if (((day % step) + step) % step !== 0 || left + 4 < kSide) continue;
      pen.fillStyle = "#222";
      pen.fillText((step === 1 ? kWeekdays[weekday] + " " : "") + date.toISOString().slice(5, 10), left + 3, 10);
    }
    drawHours();
  }

  function drawHours() {
    const step = [1, 2, 3, 6, 12].find((hours) => hours * 60 * view.scale > 44);
    if (!step) return;
    pen.fillStyle = "#5a6570";
    const first = Math.ceil(view.from / 60 / step) * step;
    for (let hour = first; hour * 60 < minuteAt(width); hour += step) {
      const left = x(hour * 60);
      const clock = ((hour % 24) + 24) % 24;
      pen.fillText(String(clock).padStart(2, "0") + ":00", left + 3, 25);
      pen.fillRect(Math.round(left), kAxis - 4, 1, 4);
    }
  }

  function drawPairings(list) {
    const high = barHeight();
    for (const [pairing, y] of list) {
      pen.fillStyle = colourOf.get(pairing.base);
      pen.globalAlpha = 0.22;
      pen.fillRect(x(pairing.begin), y, Math.max(1, (pairing.end - pairing.begin) * view.scale), high);
    }
    pen.globalAlpha = 1;
  }

  function drawDuties(list, strong) {
    const high = barHeight();
    pen.globalAlpha = strong ? 0.85 : 0.35;
    for (const [pairing, y] of list) {
      pen.fillStyle = colourOf.get(pairing.base);
      const duties = pairing.duties;
      for (let k = 1; k < duties.length; k += 3) {
        pen.fillRect(x(duties[k]), y, Math.max(1, (duties[k + 1] - duties[k]) * view.scale), high);
      }
    }
    pen.globalAlpha = 1;
  }

  function drawFlights(list) {
    const high = barHeight();
    for (const wanted of [true, false]) {
      for (const [pairing, y] of list) {
        if (!wanted && pairing.deadheads === 0) continue;
        pen.fillStyle = wanted ? colourOf.get(pairing.base) : kDeadhead;
        for (const leg of pairing.legs) {
          if (operates(leg) !== wanted) continue;
          const flight = flightOf(leg);
          pen.fillRect(x(flights.leaves[flight]), y, Math.max(1, flights.takes[flight] * view.scale - 0.5), high);
        }
      }
    }
  }

  function drawNames(list) {
    if (view.row < 12) return;
    pen.font = Math.min(11, view.row - 4) + "px sans-serif";
    pen.textAlign = "center";
    const middle = barHeight() / 2 + 0.5;
    for (const [pairing, y] of list) {
      for (const leg of pairing.legs) {
        const flight = flightOf(leg);
        const long = flights.takes[flight] * view.scale;
        if (long < 46) continue;
        const left = x(flights.leaves[flight]);
        if (left + long < kSide || left > width) continue;
        pen.fillStyle = operates(leg) ? "#fff" : "#222";
        const route = data.stations[flights.from[flight]] + "-" + data.stations[flights.to[flight]];
        const both = flights.number[flight] + " " + route;
        const text = pen.measureText(both).width < long - 4 ? both : route;
        if (pen.measureText(text).width < long - 2) pen.fillText(text, left + long / 2, y + middle);
      }
    }
  }

  function drawMarks(list) {
    const high = barHeight();
    if (high < 3) return;
    pen.lineWidth = 1.5;
    for (const [pairing, y] of list) {
      const isChosen = pairing === chosen;
      if (!isChosen && !pairing.isNew && pairing.broken.length === 0) continue;
      pen.strokeStyle = isChosen ? "#000" : pairing.broken.length > 0 ? kOpen : "#222";
      if (!isChosen && pairing.broken.length === 0) {
        // Not in the other plan: a mark at its begin.
        pen.fillStyle = "#222";
        pen.fillRect(x(pairing.begin) - 2, y, 2, high);
        continue;
      }
      pen.strokeRect(x(pairing.begin), y + 0.5, (pairing.end - pairing.begin) * view.scale, high - 1);
    }
  }

  function drawSides() {
    pen.clearRect(0, 0, kSide, height);
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, kSide, height);
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const section of sections) {
      const top = Math.max(kAxis, kAxis + section.first * view.row - view.top);
      const bottom = Math.min(height, kAxis + section.end * view.row - view.top);
      if (bottom <= top) continue;
      pen.fillStyle = colourOf.get(section.base);
      pen.fillRect(kSide - 5, top, 4, bottom - top);
      pen.fillRect(0, Math.max(top, bottom - 1), width, bottom < height ? 0.5 : 0);
      if (bottom - top < 12) continue;
      pen.font = "bold 12px sans-serif";
      pen.fillText(groupName(section.base).slice(0, 6), 3, top + 8);
      if (bottom - top < 26) continue;
      pen.font = "11px sans-serif";
      pen.fillText(section.count.toLocaleString("en-US"), 3, top + 22);
    }
  }

  function drawScrollMark() {
    const all = rows.length * view.row;
    const room = height - kAxis;
    if (all <= room) return;
    pen.fillStyle = "rgba(0, 0, 0, 0.25)";
    pen.fillRect(width - 5, kAxis + (view.top / all) * room, 4, Math.max(12, (room / all) * room));
  }

  function draw() {
    pen.clearRect(0, 0, width, height);
    pen.save();
    pen.beginPath();
    pen.rect(kSide, 0, width - kSide, height);
    pen.clip();
    drawDays();
    pen.beginPath();
    pen.rect(kSide, kAxis, width - kSide, height - kAxis);
    pen.clip();
    const list = visible();
    const showsFlights = view.scale * 60 > 3.5;
    drawPairings(list);
    drawDuties(list, !showsFlights);
    if (showsFlights) {
      drawFlights(list);
      drawNames(list);
    }
    drawMarks(list);
    pen.restore();
    drawSides();
    drawScrollMark();
  }

  // ---- Details -----------------------------------------------------------------------------

  const two = (number) => String(number).padStart(2, "0");
  const moment = (minute) => new Date((data.begin + minute) * 60000).toISOString().slice(0, 16).replace("T", " ");
  const clock = (minute) => moment(minute).slice(11);
  const span = (minutes) => Math.floor(minutes / 60) + ":" + two(minutes % 60);

  function legLine(leg) {
    const flight = flightOf(leg);
    return "   " + flights.number[flight] + "  " + data.stations[flights.from[flight]] + " " +
      clock(flights.leaves[flight]) + " \u2192 " + data.stations[flights.to[flight]] + " " +
      clock(arrival(flight)) + (operates(leg) ? "" : "  (deadhead)");
  }

  function describe(pairing) {
    if (pairing.base < 0) return "No crew\n" + moment(pairing.begin) + "\n" + legLine(pairing.legs[0]);
    const flying = pairing.legs.filter(operates).reduce((sum, leg) => sum + flights.takes[leg], 0);
    const lines = ["Pairing " + pairing.name + " of " + groupName(pairing.base) + (pairing.isNew ? ", not in the other plan" : ""),
      moment(pairing.begin) + " to " + moment(pairing.end) + ", " + span(pairing.end - pairing.begin) + " h away",
      span(flying) + " h flying, cost " + pairing.cost.toLocaleString("en-US")];
    if (pairing.broken.length > 0) lines.push("breaks " + pairing.broken.join(", "));
    const duties = pairing.duties;
    for (let k = 0; k < duties.length; k += 3) {
      const end = k + 3 < duties.length ? duties[k + 3] : pairing.legs.length;
      lines.push("Duty " + (k / 3 + 1) + ": " + moment(duties[k + 1]) + ", " + span(duties[k + 2] - duties[k + 1]) + " h");
      for (let leg = duties[k]; leg < end; ++leg) lines.push(legLine(pairing.legs[leg]));
    }
    return lines.join("\n");
  }

  function pairingAt(px, py) {
    if (px < kSide || py < kAxis) return null;
    const row = rows[Math.floor((py - kAxis + view.top) / view.row)];
    if (!row) return null;
    const minute = minuteAt(px);
    const pairing = row[firstAfter(row, minute)];
    return pairing && pairing.begin - 2 / view.scale <= minute ? pairing : null;
  }

  let chosen = null;
  function showTip(px, py) {
    const pairing = pairingAt(px, py);
    tip.hidden = pairing === null;
    if (pairing === null) return;
    tip.textContent = describe(pairing);
    const box = tip.getBoundingClientRect();
    tip.style.left = clamp(px + 14, 0, Math.max(0, width - box.width)) + "px";
    tip.style.top = (py + 18 + box.height < height ? py + 18 : Math.max(0, py - box.height - 10)) + "px";
  }

  function choose(pairing) {
    chosen = pairing;
    details.textContent = pairing ? describe(pairing) : "";
    ask();
  }

  // ---- What the user does ------------------------------------------------------------------

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  let held = null; // where the pointer went down, and whether it has moved since
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    held = {last: place(event), moved: false};
    canvas.style.cursor = "grabbing";
  });
  canvas.addEventListener("pointermove", (event) => {
    const [px, py] = place(event);
    if (!held) return showTip(px, py);
    const dx = px - held.last[0];
    const dy = py - held.last[1];
    if (!held.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    held.moved = true;
    held.last = [px, py];
    tip.hidden = true;
    move(dx, dy);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (held && !held.moved) choose(pairingAt(...place(event)));
    held = null;
    canvas.style.cursor = "";
  });
  canvas.addEventListener("pointercancel", () => { held = null; });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("dblclick", (event) => zoom(2.5, ...place(event)));
  canvas.addEventListener("wheel", (event) => {
    tip.hidden = true;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return zoom(Math.exp(-event.deltaY * 0.002), ...place(event));
    }
    const before = [view.from, view.top];
    event.shiftKey ? move(-(event.deltaY || event.deltaX), 0) : move(-event.deltaX, -event.deltaY);
    // At the end of the rows the page goes on.
    if (before[0] !== view.from || before[1] !== view.top) event.preventDefault();
  }, {passive: false});
  canvas.addEventListener("keydown", (event) => {
    const steps = {ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80],
      PageUp: [0, height - kAxis], PageDown: [0, kAxis - height]};
    if (steps[event.key]) move(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1.5, width / 2, height / 2);
    else if (event.key === "-") zoom(1 / 1.5, width / 2, height / 2);
    else if (event.key === "0") fit();
    else if (event.key === "Escape") choose(null);
    else return;
    event.preventDefault();
  });
  at("gantt-in").addEventListener("click", () => zoom(1.6, width / 2, height / 2));
  at("gantt-out").addEventListener("click", () => zoom(1 / 1.6, width / 2, height / 2));
  at("gantt-fit").addEventListener("click", fit);

  function addOption(select, value, text) {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = text;
    select.append(option);
  }
  addOption(at("gantt-base"), "all", "all");
  for (const group of groups) addOption(at("gantt-base"), String(group), groupName(group));
  for (const [value, text] of choices) addOption(at("gantt-show"), value, text);
  for (const id of ["gantt-base", "gantt-order", "gantt-show"]) at(id).addEventListener("change", arrange);
  at("gantt-find").addEventListener("input", arrange);

  // On paper, everything at once; drawn here and now, for the printer does not wait.
  let onScreen = null;
  window.addEventListener("beforeprint", () => {
    onScreen = {...view};
    resize();
    fit();
    draw();
  });
  window.addEventListener("afterprint", () => {
    Object.assign(view, onScreen);
    resize();
  });
  new ResizeObserver(resize).observe(canvas);
  resize();
  arrange();
})();
