// What happened since this reader last looked, or while the line was down: the version is remembered on
// this device alone, the new facts stand above the table, and the rows that they touched have a mark.

import { localise } from "./page.js";
import { parse } from "./swap.js";

const frame = document.getElementById("frame");
const panel = document.getElementById("since");
const key = `seen ${frame?.dataset.tournament}`;
const ASK_MS = 3000; // many come back at the same time
let touched = new Set();

function remembered() {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0; // private windows of some browsers keep nothing
  }
}

function remember(version) {
  try {
    if (version) localStorage.setItem(key, String(version));
  } catch {
    // next time everything is new again
  }
}

const newest = () => document.querySelector("planilla-scrubber")?.last ?? Number(frame.dataset.version);

function mark() {
  for (const row of document.querySelectorAll("#sheet tr[data-key]")) {
    const isNew = touched.has(row.dataset.key);
    row.classList.toggle("changed-since", isNew);
    if (isNew) row.title = panel.dataset.new;
    else if (row.title === panel.dataset.new) row.removeAttribute("title");
  }
}

function dismiss() {
  panel.hidden = true;
  panel.replaceChildren();
  touched = new Set();
  mark();
  remember(newest());
}

async function tell(since, wasAway = false) {
  const answer = await fetch(`/t/${frame.dataset.tournament}/since/v${since}`);
  if (!answer.ok) {
    remember(newest()); // another log under the same name
    return;
  }
  const told = parse(await answer.text()).querySelector(".since-lines");
  if (!Number(told.dataset.count)) return;
  localise(told);
  if (wasAway) told.querySelector("summary").textContent = told.dataset.away;
  told.open = !wasAway && matchMedia("(min-width: 700px)").matches; // a phone shows the players first
  touched = new Set(told.dataset.touched.split(" ").filter(Boolean));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain small";
  button.textContent = panel.dataset.dismiss;
  button.addEventListener("click", dismiss);
  panel.replaceChildren(document.adoptNode(told), button);
  panel.hidden = false;
  mark();
}

// News that stand there unread stay among those that come.
function back() {
  const since = panel.hidden ? newest() : remembered();
  const wasHidden = panel.hidden;
  setTimeout(() => tell(since, wasHidden).catch(() => {}), Math.random() * ASK_MS);
}

// While the news stand there unread they stay news, on whichever tab.
function leave() {
  if (panel.hidden && !frame.hasAttribute("data-past")) remember(newest());
}

if (frame && panel && frame.dataset.tab !== "arbiter") {
  const since = remembered();
  const isPast = frame.hasAttribute("data-past");
  if (since && !isPast && since < Number(frame.dataset.version)) tell(since).catch(() => {});
  document.addEventListener("planilla-swapped", mark);
  frame.addEventListener("planilla-moment", mark);
  document.addEventListener("planilla-back", back);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => document.hidden && leave());
}
