// Whom a reader follows: kept in this browser, or named by the address (`?follow=`), whose links then
// repeat it. A star stands at each player of a table; the lines of the followed are above it.

import { followedChanged, listenForNotify, showNotify } from "./notify.js";
import { load, swapParts } from "./swap.js";

const STARS_MS = 1500; // then they come without a line too: offline, or in the past
const CARD = /^\/t\/[^/]+\/entrants\/([^/]+)$/;
const frame = document.getElementById("frame");
const key = `follow ${frame?.dataset.tournament}`;
const strip = () => document.getElementById("following");
const listed = (text) => (text ?? "").split(",").filter(Boolean);

function stored() {
  try {
    return listed(localStorage.getItem(key));
  } catch {
    return []; // a page within another site's keeps nothing
  }
}

const named = () => {
  const query = new URLSearchParams(location.search);
  return query.has("follow") ? listed(query.get("follow")) : null;
};

const followed = () => named() ?? stored();

// The lines above the table, as they are now or at the moment that is shown.
export async function showFollowed() {
  const ids = followed();
  if (!strip() || (!ids.length && strip().hidden)) return;
  const query = new URLSearchParams({ follow: ids.join(",") });
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (["at", "stage"].includes(name)) query.set(name, value);
  }
  try {
    const page = await load(`/t/${frame.dataset.tournament}/following?${query}`);
    if (named() === null) forgetIn(page);
    swapParts(page, ["following"]);
    showNotify();
  } catch {
    // what stands there was true at its time
  }
}

// Where the browser keeps them, no address needs to.
function forgetIn(page) {
  for (const link of page.querySelectorAll("#following a")) {
    const url = new URL(link.getAttribute("href"), location.href);
    url.searchParams.delete("follow");
    link.href = url.pathname + url.search;
  }
}

function toggled(ids, id) {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

function toggle(id) {
  const ids = followed();
  const { max, full } = strip().dataset;
  if (!ids.includes(id) && ids.length >= Number(max)) {
    document.getElementById("toast").textContent = full;
    return;
  }
  const isOn = !ids.includes(id);
  const kept = stored().filter((each) => each !== id);
  try {
    localStorage.setItem(key, [...kept, ...(isOn ? [id] : [])].slice(-max).join(","));
  } catch {
    // the address still says it
  }
  followedChanged(stored());
  if (named() === null) {
    mark();
    showFollowed();
    return;
  }
  const url = new URL(location.href);
  const others = toggled(ids, id);
  if (others.length) url.searchParams.set("follow", others.join(","));
  else url.searchParams.delete("follow");
  location.assign(url);
}

function star(cell, link, id, isOn) {
  let button = cell.querySelector(".star");
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "star";
    button.dataset.follow = id;
    button.setAttribute("aria-label", strip().dataset.star.replace("#", link.textContent));
    cell.append(button);
  }
  button.setAttribute("aria-pressed", isOn);
  button.textContent = isOn ? "★" : "☆";
}

// Every name on the page says whether it is followed; in a list of players it can be tapped.
function mark() {
  if (!strip() || frame.dataset.tab === "arbiter") return;
  const ids = new Set(followed());
  for (const link of document.querySelectorAll("#sheet a.name")) {
    const id = CARD.exec(link.pathname)?.[1];
    if (!id) continue;
    const isOn = ids.has(decodeURIComponent(id));
    link.classList.toggle("followed", isOn);
    const cell = link.closest("table:not(.cross) tr[data-key] > th.who");
    cell?.parentElement.classList.toggle("followed", isOn);
    if (cell) star(cell, link, decodeURIComponent(id), isOn);
  }
  const own = document.querySelector("#sheet a[data-follow]");
  if (own) {
    const { followText, unfollowText } = strip().dataset;
    own.textContent = ids.has(own.dataset.follow) ? unfollowText : followText;
  }
}

document.addEventListener("click", (event) => {
  // The chart is of the players that this browser keeps.
  const chart = event.target.closest("a[data-chart]");
  if (chart && followed().length) {
    const url = new URL(chart.href);
    url.searchParams.set("follow", followed().join(","));
    chart.href = url;
  }
  const target = event.target.closest("[data-follow]");
  if (!target || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  toggle(target.dataset.follow);
});

if (frame) {
  listenForNotify(stored);
  // A star in each of hundreds of rows is work for a phone, which has first to be live.
  const late = setTimeout(mark, STARS_MS);
  const markOnce = () => {
    clearTimeout(late);
    mark();
  };
  document.addEventListener("planilla-live", markOnce, { once: true });
  if (named() === null) showFollowed();
  document.addEventListener("planilla-swapped", mark);
  frame.addEventListener("planilla-moment", showFollowed);
  addEventListener("storage", (event) => {
    if (event.key !== key || named() !== null) return;
    mark();
    showFollowed();
  });
}
