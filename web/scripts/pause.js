// What a page does by itself can be held (WCAG 2.2, 2.2.2): its button, or the space bar of a wall, and
// for as long as the page is open. Updates wait, are counted, and come together when it goes on.

import { filled } from "./language.js";

let paused = false;
let count = 0;
const waiting = new Set();
const button = () => document.getElementById("pause");

export const isPaused = () => paused;

// Do `work` now, or once when the page goes on.
export function whenGoing(work) {
  if (paused) waiting.add(work);
  else work();
}

// One more update waits.
export function countHeld() {
  count += 1;
  draw();
}

// What waits is of another page by now.
export function dropHeld() {
  waiting.clear();
  count = 0;
  draw();
}

function draw() {
  if (!button()) return;
  const { pause, resume, held } = button().dataset;
  button().disabled = false; // without script it holds nothing
  const badge = count ? ` · ${count}` : "";
  button().textContent = paused ? `▶ ${resume}${badge}` : `❚❚ ${pause}`;
  button().setAttribute("aria-label", count ? filled(held, { n: count }) : paused ? resume : pause);
}

function toggle() {
  paused = !paused;
  const works = paused ? [] : [...waiting];
  dropHeld();
  for (const work of works) work();
}

document.addEventListener("click", ({ target }) => target.closest("#pause") && toggle());
document.addEventListener("keydown", (event) => {
  const isOfWall = document.getElementById("screen") && !event.target.closest("a, button, input, summary");
  if (event.key !== " " || !isOfWall) return;
  event.preventDefault();
  toggle();
});
document.getElementById("frame")?.addEventListener("planilla-moment", draw);
draw();
