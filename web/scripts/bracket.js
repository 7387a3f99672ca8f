// The bracket, live: a row that changed patches the box of its match and the line of its winner, and
// a choice above the tree marks the path of a side. tournament.js holds the line and hands the rows on.

import { figure } from "./figures.js";
import { put } from "./rows.js";
import { light } from "./swap.js";

const VIEW = "bracket";
const WON = "● ";
const UNPLAYED = { "no-show": "neither", void: "notPlayed" };

const tree = () => document.querySelector("svg.tree");
const choice = () => document.querySelector(".path-of select");
const sidesOf = (box) => [...box.querySelectorAll(".side")];
const askAgain = () => document.dispatchEvent(new Event("planilla-sheet"));
const inAddress = () => (new URLSearchParams(location.search).get("follow") ?? "").split(",");

let followed = new Set(inAddress().filter(Boolean));
let shown = { svg: null, rows: new Map() }; // the tree that was patched last, with its rows

// The number and names of each side, as some box has them: every side stands in the box of its draw.
function namesIn(svg) {
  const names = new Map();
  for (const side of svg.querySelectorAll(".side[data-key]")) {
    const [number, name] = side.querySelectorAll("text");
    const { key, name: whole } = side.dataset;
    names.set(key, { number: number.textContent, name: name.textContent, whole: whole ?? name.textContent });
  }
  return names;
}

const filled = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

// The sentence on a match, as the server writes it.
function title(texts, number, row, said, named) {
  const sentences = [filled(texts.match, { match: number, sides: said.join(" – ") })];
  if (row.winner !== null) {
    const key = row.status === "walk-over" ? "alone" : "advances";
    sentences.push(filled(texts[key], { name: named[row.winner]?.whole ?? "" }));
  } else if (UNPLAYED[row.status]) sentences.push(texts[UNPLAYED[row.status]]);
  if (row.invalid) sentences.push(texts.invalid);
  return sentences.join(" ");
}

// A side of a box; answers its words for the title.
function patchSide(side, { key, named, score, won }) {
  const [number, name, points] = side.querySelectorAll("text");
  if (key === null) {
    delete side.dataset.key;
    delete side.dataset.name;
  } else {
    side.dataset.key = key;
    if (named.whole === named.name) delete side.dataset.name;
    else side.dataset.name = named.whole;
  }
  side.classList.toggle("won", won);
  name.setAttribute("class", key === null ? "from" : "name");
  put(number, named?.number ?? "");
  put(name, named?.name ?? side.dataset.shown ?? "");
  put(points, `${won ? WON : ""}${score}`);
  return named ? [named.whole, score].filter(Boolean).join(" ") : side.dataset.from;
}

function patchBox(svg, names, number, row) {
  const box = svg.getElementById(`match-${number}`);
  if (!box) return true; // nobody can ever play it: it is not drawn
  const keys = [row.first, row.second];
  const sides = sidesOf(box);
  const isOther = (side) => !("from" in side.dataset) && side.dataset.key !== keys[side.dataset.side];
  if (sides.some(isOther) || keys.some((key) => key !== null && !names.has(key))) return false;
  const unit = Number(svg.parentElement.dataset.unit);
  const points = [row.first_points, row.second_points];
  const named = keys.map((key) => names.get(key));
  const isBye = box.classList.contains("bye");
  const said = [svg.dataset.free, svg.dataset.free];
  for (const side of sides) {
    const at = Number(side.dataset.side);
    const score = points[at] === null ? "" : figure(points[at], unit);
    const won = row.winner === at && !isBye;
    said[at] = patchSide(side, { key: keys[at], named: named[at], score, won });
  }
  box.setAttribute("class", `match ${isBye ? "bye" : row.status}${row.invalid ? " invalid" : ""}`);
  put(box.querySelector("title"), title(svg.dataset, number, row, said, named));
  const link = box.querySelector("a");
  const { tournament } = document.getElementById("frame").dataset;
  if (link && row.match) link.setAttribute("href", `/t/${tournament}/matches/${row.match}${location.search}`);
  else link?.removeAttribute("href");
  const line = svg.querySelector(`.links [data-from="${number}"]`);
  const winner = keys[row.winner] ?? null;
  if (line && winner) {
    line.setAttribute("class", "won");
    line.dataset.winner = winner;
  } else {
    line?.removeAttribute("class");
    line?.removeAttribute("data-winner");
  }
  return true;
}

// The boxes and lines of those who are followed, as far as they came.
function mark(svg) {
  for (const side of svg.querySelectorAll(".side")) {
    side.classList.toggle("followed", followed.has(side.dataset.key));
  }
  for (const box of svg.querySelectorAll(".match")) {
    box.classList.toggle("followed", box.querySelector(".side.followed") !== null);
  }
  for (const line of svg.querySelectorAll(".links path")) {
    line.classList.toggle("followed", followed.has(line.dataset.winner));
  }
}

function patch(rows) {
  const svg = tree();
  if (!svg) {
    if (rows.size) askAgain(); // the bracket was drawn
    return;
  }
  const names = namesIn(svg);
  const known = shown.svg === svg ? shown.rows : null;
  shown = { svg, rows };
  if (rows.size < svg.querySelectorAll(".match").length) {
    askAgain();
    return;
  }
  for (const [number, row] of rows) {
    if (known?.get(number) === row) continue;
    if (!patchBox(svg, names, number, row)) {
      askAgain(); // another draw, or somebody new
      return;
    }
    const box = svg.getElementById(`match-${number}`);
    if (known && box) light(box);
  }
  mark(svg);
  lit(looked);
}

document.addEventListener("planilla-rows", ({ detail }) => {
  if (detail.view === VIEW) patch(detail.rows);
});

// The sides of a box that has the focus, or below the pointer, are lit on their whole way.
let looked = null; // that box
function lit(box) {
  looked = box;
  const keys = new Set([...(box?.querySelectorAll(".side[data-key]") ?? [])].map((side) => side.dataset.key));
  for (const each of tree()?.querySelectorAll(".match") ?? []) {
    each.classList.toggle("lit", sidesOf(each).some((side) => keys.has(side.dataset.key)));
  }
  for (const line of tree()?.querySelectorAll(".links path") ?? []) {
    line.classList.toggle("lit", keys.has(line.dataset.winner));
  }
}

const boxOf = ({ target }) => target.closest?.("svg.tree .match") ?? null;
document.addEventListener("focusin", (event) => lit(boxOf(event)));
document.addEventListener("pointerover", (event) => {
  const box = boxOf(event);
  if (box || event.target.closest?.(".bracket")) lit(box ?? document.activeElement.closest("svg.tree .match"));
});

// Another side is followed: at once, and in the address.
document.addEventListener("change", ({ target }) => {
  if (target !== choice()) return;
  followed = new Set([target.value].filter(Boolean));
  const url = new URL(location.href);
  if (target.value) url.searchParams.set("follow", target.value);
  else url.searchParams.delete("follow");
  history.replaceState(history.state, "", url);
  mark(tree());
  tree().querySelector(".match.followed")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.dispatchEvent(new Event("planilla-head"));
});
