// Live rows into the table of Elo: figures, arrows and bars. A patch answers false when the table
// has to be fetched anew: a new player, a new round, a first rating.

import { DECIMAL_MARK } from "./language.js";
import { figure, put, workingOf } from "./rows.js";
import { light } from "./swap.js";

const HUNDRED = 100;
const LEAST_SCALE = 1000;
const HALF_BAR = 50;
const UNKNOWN = "–";
const ARROWS = { up: "▲", down: "▼", even: "" };

// Hundredths as people read them: 452 is `4,52`, -1080 `−10,8`.
export function written(hundredths) {
  const [whole, rest] = [Math.floor(Math.abs(hundredths) / HUNDRED), Math.abs(hundredths) % HUNDRED];
  const decimals = rest ? DECIMAL_MARK + `${rest}`.padStart(2, "0").replace(/0$/, "") : "";
  return `${hundredths < 0 ? "−" : ""}${whole}${decimals}`;
}

export const signed = (hundredths) => (hundredths > 0 ? "+" : "") + written(hundredths);

const wayOf = (change) => (change > 0 ? "up" : change < 0 ? "down" : "even");

function putArrow(element, change) {
  const way = wayOf(change);
  if (!element || element.classList.contains(way)) return;
  element.classList.remove(...Object.keys(ARROWS));
  element.classList.add(way);
  element.textContent = ARROWS[way];
}

function putBar(bar, change, scale) {
  if (!bar) return;
  const width = Math.floor((HALF_BAR * Math.abs(change)) / scale);
  bar.setAttribute("class", wayOf(change));
  bar.setAttribute("x", change < 0 ? HALF_BAR - width : HALF_BAR);
  bar.setAttribute("width", width);
}

// One change with its arrow, figure and words; answers whether the figure is another one.
function putChange(cell, change, table) {
  putArrow(cell.querySelector(".arrow"), change);
  const words = { up: table.dataset.gains, down: table.dataset.loses, even: table.dataset.stays };
  const label = words[wayOf(change)].replace("#", written(Math.abs(change)));
  cell.querySelector(".hidden").textContent = label;
  return put(cell.querySelector(".value"), signed(change));
}

function putRounds(tr, terms, table) {
  const cells = tr.querySelectorAll("td.round");
  const made = new Map(terms.map(([round, , change]) => [round, change]));
  if ([...made.keys()].some((round) => round > cells.length)) return false;
  cells.forEach((cell, i) => {
    const change = made.get(i + 1);
    cell.firstElementChild.hidden = change === undefined;
    if (change !== undefined) putChange(cell.firstElementChild, change, table);
  });
  return true;
}

function putRow(tr, row, table) {
  const { k, score, expected, change, after, performance, terms } = row;
  if (change === null) return null;
  put(tr.querySelector(".k"), `${k}`);
  put(tr.querySelector(".score"), figure(score, HUNDRED));
  put(tr.querySelector(".expected"), written(expected));
  put(tr.querySelector(".performance"), `${performance ?? UNKNOWN}`);
  put(tr.querySelector(".after"), `${after}`);
  const moved = putChange(tr.querySelector(".change"), change, table);
  return putRounds(tr, terms, table) ? moved : null;
}

export function patchElo(table, rows, changed) {
  const lines = new Map(
    [...table.querySelectorAll("tr[data-key]")].map((tr) => [tr.dataset.key, tr]),
  );
  if (rows.size !== lines.size || [...rows.keys()].some((key) => !lines.has(key))) return false;
  const known = Number(table.dataset.scale);
  const scale = Math.max(LEAST_SCALE, ...[...rows.values()].map((row) => Math.abs(row.change ?? 0)));
  table.dataset.scale = scale;
  for (const key of scale === known ? changed : rows.keys()) {
    const [tr, row] = [lines.get(key), rows.get(key)];
    putBar(tr.querySelector(".balance rect + rect"), row.change ?? 0, scale);
  }
  for (const key of changed) {
    const tr = lines.get(key);
    const moved = putRow(tr, rows.get(key), table);
    if (moved === null) return false;
    if (!moved) continue;
    light(tr);
    workingOf(tr)?.remove();
  }
  return true;
}
