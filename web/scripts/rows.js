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

function putMove(tr, by) {
  const cell = tr.querySelector(".move");
  const text = by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : "";
  if (cell.textContent.trim() === text) return;
  cell.replaceChildren();
  if (!text) return;
  const mark = document.createElement("span");
  mark.className = by > 0 ? "up" : "down";
  mark.textContent = text;
  const link = document.createElement("a");
  link.href = `${tr.querySelector(".who a").href}#movement`;
  link.dataset.working = "movement";
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

export function patchStandings(table, rows, changed) {
  const body = table.tBodies[0];
  const lines = new Map([...body.querySelectorAll("tr[data-key]")].map((tr) => [tr.dataset.key, tr]));
  if (rows.size !== lines.size || [...rows.keys()].some((key) => !lines.has(key))) return false;
  const unit = Number(table.dataset.unit);
  const units = table.dataset.units.split(" ").map(Number);
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
    const { points, values, before: was, form } = row;
    if (changed.includes(key)) {
      const outcomes = form ? form.split(" ") : [];
      if (outcomes.length !== tr.querySelectorAll("td.round").length) return false;
      if (!putForm(tr, outcomes)) return false;
      const moved = put(tr.querySelector(".points a"), figure(points, unit));
      const cells = tr.querySelectorAll(".tiebreak a");
      values.forEach((value, i) => put(cells[i], figure(value, units[i])));
      if (moved) {
        light(tr);
        workingOf(tr)?.remove();
      }
    }
    put(tr.querySelector(".place"), `${place}`);
    putMove(tr, was === null ? 0 : was - place);
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
