// What a screen reader is told: one sentence about all that came since the last one.

import { LANGUAGE, filled } from "./language.js";

const KINDS = ["result", "correction", "round", "entrant", "setup"];
const frame = () => document.getElementById("frame");
const facts = () => [...document.querySelectorAll("#latest li[data-version]")];
const newest = () => Math.max(Number(frame().dataset.version), ...facts().map(versionOf));
const versionOf = ({ dataset }) => Number(dataset.version);
const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
const counts = new Intl.ListFormat(LANGUAGE);

// Where the followed players stand, by name.
const standings = () =>
  new Map([...document.querySelectorAll("#following li")].map((line) => [
    textOf(line.querySelector(".name")),
    textOf(line.querySelector(".stands")),
  ]));

let reached = newest();
let stood = standings();
let done = 0;
let doneBefore = 0;

// Their lines come after the page.
document.addEventListener("planilla-swapped", () => {
  stood = new Map([...standings(), ...stood]);
});

// How many boards of the round have a result: more of them may have come than the page lists.
export function countDone(boards) {
  done = boards;
  doneBefore ||= boards;
}

// The sentence; empty where nothing is new.
export function summary() {
  const fresh = facts().filter((fact) => versionOf(fact) > reached);
  const before = stood;
  const results = done - doneBefore;
  reached = newest();
  stood = standings();
  doneBefore = done;
  const moved = [...stood].filter(([name, stands]) => (before.get(name) ?? stands) !== stands);
  const said = fresh.length === 1 && results <= 1 ? textOf(fresh[0]) : counted(fresh, results);
  return [said, ...moved.map(([name, stands]) => `${name} ${stands}`)].filter(Boolean).join("; ");
}

function counted(fresh, results) {
  const words = JSON.parse(frame().dataset.counts);
  const numbers = new Map(KINDS.map((kind) => [kind, fresh.filter(({ className }) => className === kind).length]));
  numbers.set("result", Math.max(numbers.get("result"), results));
  const some = KINDS.filter((kind) => numbers.get(kind) > 0);
  return counts.format(some.map((kind) => filled(words[kind], { n: numbers.get(kind) })));
}
