// Live rows into the tables that the server rendered. A patch answers false when the table has to
// be fetched anew: a new player, a new round.

import { DECIMAL_MARK } from "./language.js";
import { glide, light, tops } from "./swap.js";

const LAST = 6;
const HALVES = { 0.25: "¼", 0.5: "½", 0.75: "¾" };
const KINDS = { 1: "win", "½": "draw", 0: "loss", "+": "win", "-": "loss", "*": "open" };
const SHAPES = { win: "●", draw: "◐", loss: "○", open: "·", bye: "+", absent: "–" };
const RESULTS = {
  "*": "–", "1-0": "1–0", "½-½": "½–½", "0-1": "0–1",
  "+/-": "+ –", "-/+": "– +", "-/-": "– –", "0-0": "0–0",
};

export function figure(value, unit) {
  if (value === null) return "–";
  if (unit < 0) return `${Math.round(value / -unit)}`; // a value that is shown rounded
  const whole = Math.floor(value / unit);
  const rest = value / unit - whole;
  if (!rest) return `${whole}`;
  if (HALVES[rest]) return `${whole || ""}${HALVES[rest]}`;
  const decimals = (Math.round((value * 100) / unit) / 100).toFixed(2);
  return decimals.replace(".", DECIMAL_MARK);
}

function compareKeys(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) if (a[i] !== b[i]) return b[i] - a[i];
  return b.length - a.length;
}

const tied = (a, b) => a.length === b.length && a.slice(0, -1).every((part, i) => part === b[i]);

// The keys in order, with their places: 1, 2, 2, 4.
export function ranked(rows) {
  const order = [...rows].sort(([, a], [, b]) => compareKeys(a.key, b.key));
  let place = 1;
  return order.map(([key, row], i) => {
    if (i > 0 && !tied(order[i - 1][1].key, row.key)) place = i + 1;
    return { key, row, place };
  });
}

function kindOf(outcome) {
  if ("UFH".includes(outcome)) return "bye";
  if (outcome === "Z" || outcome === "--") return "absent";
  return KINDS[outcome[1]] ?? "open";
}

export function put(element, text) {
  if (!element || element.textContent === text) return false;
  element.textContent = text;
  return true;
}

function putMove(cell, { tr, opens }, by) {
  const text = by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : "";
  if (cell.textContent.trim() === text) return;
  cell.replaceChildren();
  if (!text) return;
  const mark = document.createElement("span");
  mark.className = by > 0 ? "up" : "down";
  mark.textContent = text;
  if (!opens) {
    cell.append(mark);
    return;
  }
  const link = document.createElement("a");
  link.href = `${tr.querySelector(".who a").href}#${opens}`;
  link.dataset.working = opens;
  link.append(mark);
  cell.append(link);
}

function putForm(tr, outcomes) {
  const kinds = outcomes.map(kindOf);
  const shown = kinds.slice(-LAST);
  const marks = [...tr.querySelectorAll(".last .mark")];
  if (marks.length !== shown.length) return false;
  marks.forEach((mark, i) => {
    if (mark.classList.contains(shown[i])) return;
    mark.className = `mark ${shown[i]}`;
    mark.textContent = SHAPES[shown[i]];
    const outcome = outcomes[outcomes.length - shown.length + i];
    mark.title = outcome;
  });
  [...tr.querySelectorAll("td.round")].forEach((cell, i) => {
    cell.className = `round ${kinds[i]}`;
    const score = cell.querySelector(".opponent + .colour + .score");
    if (score) put(score, { "*": "·", "-": "–" }[outcomes[i][1]] ?? outcomes[i][1]);
  });
  return true;
}

// The columns that the headings announce: the name of the cell, its figure and its unit.
function columnsOf(table) {
  return [...table.tHead.rows[0].cells].map(({ dataset }, index) => ({
    index,
    name: dataset.column,
    figure: dataset.figure,
    opens: dataset.opens,
    unit: Number(dataset.unit),
    at: dataset.at === undefined ? null : Number(dataset.at),
  }));
}

const textOf = (cell) => cell.querySelector("a") ?? cell;

// What writes a cell of a row that changed, by figure; the outcomes are written by `putForm`.
const WRITERS = {
  player: () => false,
  last: () => false,
  rounds: () => false,
  points: (cell, row, { name, unit }) => put(textOf(cell), figure(row[name], unit)),
  tiebreaks: (cell, row, { name, unit, at }) => put(textOf(cell), figure(row[name][at], unit)),
  number: (cell, row, { name }) => put(textOf(cell), `${row[name] ?? "–"}`),
  text: (cell, row, { name }) => put(textOf(cell), `${row[name] ?? "–"}`),
};

// A table of entrants in the order of their keys. What the server alone writes is fetched anew.
export function patchTable(table, rows, changed) {
  const columns = columnsOf(table);
  const placed = columns.find((column) => column.figure === "place");
  const moves = columns.find((column) => column.figure === "move");
  const written = columns.filter((column) => column !== placed && column !== moves);
  if (written.some((column) => !(column.figure in WRITERS))) return false;
  const body = table.tBodies[0];
  const lines = new Map([...body.querySelectorAll("tr[data-key]")].map((tr) => [tr.dataset.key, tr]));
  if (rows.size !== lines.size || [...rows.keys()].some((key) => !lines.has(key))) return false;
  const before = tops(table);
  const order = [];
  const ordered = ranked(rows);
  // The line below the last place that qualifies: where a tie comes or goes its words are others.
  const line = body.querySelector("tr.line");
  const places = Number(table.dataset.places);
  const within = ordered.filter(({ place }) => place <= places).length;
  if (Boolean(line) !== (places > 0 && within < ordered.length)) return false;
  if (line && ("tied" in line.dataset || within !== places)) return false;
  for (const [i, { key, row, place }] of ordered.entries()) {
    if (line && i === places) order.push(line);
    const tr = lines.get(key);
    if (changed.includes(key)) {
      const outcomes = row.form ? row.form.split(" ") : [];
      if (outcomes.length !== tr.querySelectorAll("td.round").length) return false;
      if (!putForm(tr, outcomes)) return false;
      const moved = written.filter((column) =>
        WRITERS[column.figure](tr.cells[column.index], row, column) && column.name === "points");
      if (moved.length) {
        light(tr);
        workingOf(tr)?.remove();
      }
    }
    put(tr.cells[placed.index], `${place}`);
    const was = row[moves.name];
    putMove(tr.cells[moves.index], { tr, opens: moves.opens }, was === null ? 0 : was - place);
    order.push(tr, ...[workingOf(tr)].filter(Boolean));
  }
  // A row that is moved loses the focus: nothing is moved where the order stays.
  if (order.some((tr, i) => body.rows[i] !== tr)) {
    body.append(...order);
    glide(before, table);
  }
  return true;
}

export const workingOf = (tr) =>
  tr.nextElementSibling?.classList.contains("below") ? tr.nextElementSibling : null;

// The result that is said: of the last correction, where there was one.
const resultOf = ({ result, corrected }) => (corrected === null ? result : corrected[1]);

export function patchPairings(table, rows, changed) {
  const round = Number(table.dataset.round);
  const newest = Math.max(0, ...[...rows.values()].map((row) => row.round));
  if (newest > document.querySelectorAll(".rounds a").length) return false;
  const here = [...rows].filter(([, row]) => row.round === round && row.bye === null);
  const lines = new Map(
    [...table.querySelectorAll("tr[data-key]")].map((tr) => [tr.dataset.key, tr]),
  );
  if (here.length !== lines.size) return false;
  for (const [key, row] of here) {
    const tr = lines.get(key);
    if (!tr || !tr.querySelector(`a[href*="/${CSS.escape(row.white)}"]`)) return false;
    if (!changed.includes(key)) continue;
    const [first, , , counts] = row.corrected ?? [];
    if (row.corrected && !counts) return false; // what counts is another: the server says it
    const cell = tr.querySelector(".result");
    const said = resultOf(row);
    const struck = row.corrected === null || first === said ? "" : RESULTS[first];
    let old = cell.querySelector("del");
    if (struck && !old) {
      old = document.createElement("del");
      cell.prepend(old, " ");
    }
    if (old) put(old, struck);
    if (put(cell.querySelector(".said"), RESULTS[said])) light(tr);
  }
  const heading = document.querySelector(".title [data-done]");
  const done = here.filter(([, row]) => resultOf(row) !== "*").length;
  if (heading) put(heading, heading.dataset.done.replace("#", done));
  return true;
}
