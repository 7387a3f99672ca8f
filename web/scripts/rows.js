// Live rows into the tables that the server rendered, by the columns that their headings announce. A
// patch answers false when the table has to be fetched anew: a new player, a new round, or what only
// the server writes.

import { NOTHING, decimal, figure, signed } from "./figures.js";
import { glide, light, tops } from "./swap.js";

const LAST = 6;
const LEAST_SCALE = 1000;
const HALF_BAR = 50;
const ARROWS = { up: "▲", down: "▼", even: "" };
const KINDS = { 1: "win", "½": "draw", 0: "loss", "+": "win", "-": "loss", "*": "open" };

// A cell that only the server writes.
const UNWRITTEN = null;

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

// The keys in the order of a column, from the least; who has none comes last.
function sortedBy(rows, name) {
  const order = [...rows].sort(([, a], [, b]) => (a[name] ?? Infinity) - (b[name] ?? Infinity));
  return order.map(([key, row]) => ({ key, row }));
}

export function put(element, text) {
  if (!element || element.textContent === text) return false;
  element.textContent = text;
  return true;
}

// --- outcomes ------------------------------------------------------------------------------------

function kindOf(outcome) {
  if ("UFH".includes(outcome)) return "bye";
  if (outcome === "Z" || outcome === "--") return "absent";
  return KINDS[outcome[1]] ?? "open";
}

const outcomesOf = ({ form }) => (form ? form.split(" ") : []);

function putLast(cell, row, { texts }) {
  const outcomes = outcomesOf(row).slice(-LAST);
  const marks = [...cell.querySelectorAll(".mark")];
  if (marks.length !== outcomes.length) return UNWRITTEN;
  marks.forEach((mark, i) => {
    const kind = kindOf(outcomes[i]);
    if (mark.classList.contains(kind)) return;
    mark.className = `mark ${kind}`;
    mark.textContent = texts[kind];
    mark.title = outcomes[i];
  });
  return false;
}

function putRound(cell, row, { at }) {
  const outcome = outcomesOf(row)[at];
  if (outcome === undefined) return UNWRITTEN;
  cell.className = `round ${kindOf(outcome)}`;
  const score = cell.querySelector(".opponent + .colour + .score");
  if (score) put(score, { "*": "·", "-": "–" }[outcome[1]] ?? outcome[1]);
  return false;
}

// The result that is said: of the last correction, where there was one.
const resultOf = ({ result, corrected }) => (corrected === null ? result : corrected[1]);

// A link to the fact that corrected a result, which has the reason.
function linkCorrection(cell, { corrected }) {
  const known = cell.querySelector("a.correction");
  if (corrected === null) return known?.remove();
  const { facts, corrected: label } = cell.closest("table").dataset;
  const link = known ?? document.createElement("a");
  const [, , version] = corrected;
  link.className = "correction";
  link.href = `${facts}?upto=v${version}#v${version}`;
  if (known) return;
  link.title = label;
  link.setAttribute("aria-label", label);
  link.textContent = "✎";
  cell.querySelector(".said").after(" ", link);
}

function putResult(cell, row, { texts }) {
  if (row.bye !== null) return false;
  const later = cell.querySelector("[data-later]");
  if ((later?.dataset.later ?? null) !== row.postponed) return UNWRITTEN;
  if (later && later.classList.contains("adjourned") !== row.adjourned) return UNWRITTEN;
  const [first, , , counts] = row.corrected ?? [];
  if (row.corrected && !counts) return UNWRITTEN; // what counts is another
  const said = resultOf(row);
  const struck = row.corrected === null || first === said ? "" : texts[first];
  let old = cell.querySelector("del");
  if (struck && !old) {
    old = document.createElement("del");
    cell.prepend(old, " ");
  }
  if (old) put(old, struck);
  linkCorrection(cell, row);
  return put(cell.querySelector(".said"), texts[said]);
}

// --- ratings -------------------------------------------------------------------------------------

const wayOf = (change) => (change > 0 ? "up" : change < 0 ? "down" : "even");

// The figure of a change, and its words; answers whether it is another one.
function putFigure(element, change, { gains, loses, stays }) {
  const words = { up: gains, down: loses, even: stays }[wayOf(change)];
  put(element.querySelector(".hidden"), words.replace("#", decimal(Math.abs(change))));
  return put(element.querySelector(".value"), signed(change));
}

function putChange(cell, row, { name }, table) {
  const change = row[name];
  if (change === null) return UNWRITTEN; // a first rating
  const way = wayOf(change);
  const arrow = cell.querySelector(".arrow");
  if (!arrow.classList.contains(way)) {
    arrow.className = `arrow ${way}`;
    arrow.textContent = ARROWS[way];
  }
  return putFigure(cell, change, table.dataset);
}

function putGame(cell, row, { name, at, isLast }, table) {
  if (isLast && row[name].some(([round]) => round > at + 1)) return UNWRITTEN;
  const [, , change] = row[name].find(([round]) => round === at + 1) ?? [];
  cell.firstElementChild.hidden = change === undefined;
  if (change !== undefined) putFigure(cell.firstElementChild, change, table.dataset);
  return false;
}

// All bars of a table share one scale: the largest change fills half of its bar.
function putBars(lines, rows, { index, name }, { table, changed }) {
  const changes = [...rows.values()].map((row) => Math.abs(row[name] ?? 0));
  const scale = Math.max(LEAST_SCALE, ...changes);
  const isSame = scale === Number(table.dataset.scale);
  table.dataset.scale = scale;
  for (const key of isSame ? changed.filter((each) => rows.has(each)) : rows.keys()) {
    const bar = lines.get(key).cells[index].querySelector(".balance rect + rect");
    if (!bar) continue;
    const change = rows.get(key)[name] ?? 0;
    const width = Math.floor((HALF_BAR * Math.abs(change)) / scale);
    bar.setAttribute("class", wayOf(change));
    bar.setAttribute("x", change < 0 ? HALF_BAR - width : HALF_BAR);
    bar.setAttribute("width", width);
  }
}

// --- cells ---------------------------------------------------------------------------------------

function putMove(cell, row, { name, opens }, { tr, place }) {
  const by = row[name] === null ? 0 : row[name] - place;
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

// Another player at a board is written by the server.
function putSide(cell, row, { name }) {
  const link = cell.querySelector("a.name");
  return link.pathname.endsWith(`/${encodeURIComponent(row[name])}`) ? false : UNWRITTEN;
}

const FIGURES = {
  points: (value, unit) => figure(value, unit),
  decimal,
  number: (value) => `${value ?? NOTHING}`,
  rating: (value) => `${value || NOTHING}`,
  text: (value) => `${value ?? NOTHING}`,
};

function putText(cell, row, { name, figure: kind, unit, beneath }) {
  const small = cell.querySelector("small");
  if (beneath && small) {
    put(small.querySelector("span") ?? small, FIGURES[beneath.figure](row[beneath.name]));
  }
  const text = cell.querySelector("a") ?? (beneath ? cell.querySelector("span") : cell);
  return put(text, FIGURES[kind](row[name], unit));
}

// What writes a cell of a row that changed, by figure; it answers whether the cell is another one.
const WRITERS = {
  player: () => false,
  reason: () => false,
  side: putSide,
  result: putResult,
  last: putLast,
  rounds: putRound,
  change: putChange,
  changes: putGame,
  points: putText,
  decimal: putText,
  number: putText,
  rating: putText,
  text: putText,
  tiebreaks: (cell, row, { name, unit, at }) =>
    put(cell.querySelector("a") ?? cell, figure(row[name][at], unit)),
};

// The columns that the headings announce: the name of the cell, its figure and its unit.
function columnsOf(table) {
  const columns = [...table.tHead.rows[0].cells].map(({ dataset, textContent }, index) => ({
    index,
    label: textContent.trim(),
    name: dataset.column,
    figure: dataset.figure,
    opens: dataset.opens,
    unit: Number(dataset.unit),
    at: dataset.at === undefined ? null : Number(dataset.at),
    texts: dataset.texts && JSON.parse(dataset.texts),
    sorts: "sorts" in dataset,
    lights: "lights" in dataset,
    beneath: dataset.beneath && { name: dataset.beneath, figure: dataset.beneathFigure },
  }));
  columns.forEach((column, i) => {
    column.isLast = column.name !== columns[i + 1]?.name;
  });
  return columns;
}

export const workingOf = (tr) =>
  tr.nextElementSibling?.classList.contains("below") ? tr.nextElementSibling : null;

// The rows of a table: of all, or of its round.
function rowsOf(table, all) {
  const round = Number(table.dataset.round);
  return round ? new Map([...all].filter(([, row]) => row.round === round)) : all;
}

// Writes the cells of one row that changed; answers false where the server has to.
function patchRow(tr, row, columns, table) {
  let isLit = false;
  for (const column of columns) {
    const cell = tr.cells[column.index];
    if (!cell) continue;
    const isAnother = WRITERS[column.figure](cell, row, column, table);
    if (isAnother === UNWRITTEN) return false;
    isLit ||= isAnother && column.lights;
  }
  if (isLit) {
    light(tr);
    workingOf(tr)?.remove();
  }
  return true;
}

// A heading that counts the boards with a result.
function putDone(rows) {
  const heading = document.querySelector(".title [data-done]");
  const games = [...rows.values()].filter((row) => row.bye === null);
  const done = games.filter((row) => resultOf(row) !== "*").length;
  if (heading) put(heading, heading.dataset.done.replace("#", done));
}

// The line below the last place that qualifies: where a tie comes or goes its words are others.
function fits(line, ordered, places) {
  const within = ordered.filter(({ place }) => place <= places).length;
  if (Boolean(line) !== (places > 0 && within < ordered.length)) return false;
  return !line || (!("tied" in line.dataset) && within === places);
}

// The tie-break that differs first between two rows of as many points; -1 for none.
function differing(one, other) {
  if (one?.points !== other?.points) return -1;
  return one.values.findIndex((value, i) => value !== other.values[i]);
}

// A phone shows one tie-break of each row: the one that decides, as the server chooses it.
function markDeciding(everybody, lines, ties) {
  if (!ties.length) return;
  everybody.forEach(({ key, row }, i) => {
    const found = [1, -1].map((way) => everybody[i + way] ? differing(row, everybody[i + way].row) : -1);
    const decides = found.find((at) => at >= 0) ?? 0;
    for (const { index, at, label } of ties) {
      const cell = lines.get(key)?.cells[index];
      cell?.classList.toggle("parts", at === decides);
      if (cell && at) at === decides ? (cell.dataset.by = label) : delete cell.dataset.by;
    }
  });
}

export function patchTable(table, all, changed) {
  const rows = rowsOf(table, all);
  const rounds = Number(table.dataset.rounds ?? Infinity);
  if ([...all.values()].some(({ round }) => round > rounds)) return false;
  const columns = columnsOf(table);
  const placed = columns.find((column) => column.figure === "place");
  const moves = columns.find((column) => column.figure === "move");
  const written = columns.filter((column) => column !== placed && column !== moves);
  if (written.some((column) => !(column.figure in WRITERS))) return false;
  const body = table.tBodies[0];
  const lines = new Map([...body.querySelectorAll("tr[data-key]")].map((tr) => [tr.dataset.key, tr]));
  // A table of some players has the places of all.
  if (rows.size !== Number(table.dataset.of ?? lines.size) || [...lines.keys()].some((key) => !rows.has(key))) return false;
  const sorts = columns.find((column) => column.sorts);
  const everybody = sorts ? sortedBy(rows, sorts.name) : ranked(rows);
  const ordered = everybody.filter(({ key }) => lines.has(key));
  const line = body.querySelector("tr.line");
  const places = Number(table.dataset.places);
  if (!fits(line, ordered, places)) return false;
  const before = tops(table);
  const order = [];
  for (const column of columns) {
    if (column.figure === "change") putBars(lines, rows, column, { table, changed });
  }
  for (const [i, { key, row, place }] of ordered.entries()) {
    if (line && i === places) order.push(line);
    const tr = lines.get(key);
    if (changed.includes(key) && !patchRow(tr, row, written, table)) return false;
    if (placed) put(tr.cells[placed.index], `${place}`);
    if (moves) putMove(tr.cells[moves.index], row, moves, { tr, place });
    order.push(tr, ...[workingOf(tr)].filter(Boolean));
  }
  markDeciding(everybody, lines, columns.filter(({ figure: kind }) => kind === "tiebreaks"));
  // A row that is moved loses the focus: nothing is moved where the order stays.
  if (order.some((tr, i) => body.rows[i] !== tr)) {
    body.append(...order);
    glide(before, table);
  }
  if (columns.some((column) => column.figure === "result")) putDone(rows);
  return true;
}
