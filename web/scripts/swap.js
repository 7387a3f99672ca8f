// New HTML from our own server in the place of the old, with focus kept and rows that glide.

import { localise } from "./page.js";

const GLIDE_MS = 400;
const LIT_MS = 2000;
const PRESS_MS = 2000;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const policy = globalThis.trustedTypes?.createPolicy("planilla", {
  createHTML: (html) => html,
  createScriptURL: (url) => url,
});

// The address of a script of ours, as browsers want it that allow no others.
export const scriptAddress = (url) => policy?.createScriptURL(url) ?? url;

export function parse(html) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, "text/html");
}

// A click begins and ends on one element, or it is none: what is put in the place of our parts while
// a link or a button is held down waits. What is dragged, such as the bar of moments, waits for nothing.
const PRESSED = "a, button, label, summary";
let isPressed = false;
const afterPress = [];
addEventListener("pointerdown", ({ target }) => (isPressed = target.closest(PRESSED) !== null), true);
for (const ending of ["pointerup", "pointercancel"]) {
  addEventListener(ending, () => setTimeout(pressEnded), true); // the click comes first
}

function pressEnded() {
  isPressed = false;
  for (const go of afterPress.splice(0)) go();
}

// Until nothing is held down; a press whose end we are not told of lasts no longer than `PRESS_MS`.
export const whenReleased = () =>
  isPressed
    ? new Promise((go) => {
        afterPress.push(go);
        setTimeout(go, PRESS_MS);
      })
    : Promise.resolve();

export async function load(url) {
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const page = parse(await answer.text());
  await whenReleased();
  return page;
}

const keyed = (root) => [...root.querySelectorAll("tr[data-key]")];

// Where each row stands, by its key.
export function tops(root = document) {
  return new Map(keyed(root).map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
}

// Rows glide from where they were.
export function glide(before, root = document) {
  if (still.matches) return;
  for (const row of keyed(root)) {
    const was = before.get(row.dataset.key);
    const by = was === undefined ? 0 : was - row.getBoundingClientRect().top;
    if (Math.abs(by) < 1) continue;
    row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
      duration: GLIDE_MS,
      easing: "ease-in-out",
    });
  }
}

export function light(row) {
  row.classList.remove("new");
  void row.offsetWidth; // starts the animation anew
  row.classList.add("new");
  setTimeout(() => row.classList.remove("new"), LIT_MS);
}

function versionOf(root) {
  const frame = root.getElementById("frame");
  return frame && !frame.hasAttribute("data-past") ? Number(frame.dataset.version) : null;
}

let newest = versionOf(document) ?? 0;
let sheetAt = newest;

// The version of the tournament that the sheet of this page shows.
export const sheetVersion = () => sheetAt;

// The address of this page, so that of its boards those alone come that changed since our version.
// Another address stays as it is.
export function withSince(address) {
  const url = new URL(address, location.href);
  const isOurs = url.pathname === location.pathname && document.querySelector("#sheet[data-rows]");
  if (isOurs && versionOf(document) !== null) url.searchParams.set("since", sheetAt);
  return url;
}

// The rows that came take the places of ours, and what the search made of these stays.
function putRows(sheet, fresh) {
  localise(fresh);
  for (const row of keyed(fresh)) {
    const old = sheet.querySelector(`tr[data-key="${CSS.escape(row.dataset.key)}"]`);
    for (const name of ["filtered", "found"]) row.classList.toggle(name, old?.classList.contains(name));
    old?.replaceWith(document.adoptNode(row));
  }
  const counts = (root) => [...root.querySelectorAll(".title, .above nav a")];
  const said = counts(fresh);
  counts(sheet).forEach((each, i) => {
    if (each.textContent !== said[i]?.textContent) each.replaceChildren(...(said[i]?.childNodes ?? []));
  });
}

// Put the parts of `page` with these ids in the place of ours. A page of the present that was asked
// for before a newer one came is left alone.
export function swapParts(page, ids) {
  const version = versionOf(page);
  if (version !== null && version < newest) return;
  newest = version ?? newest;
  if (ids.includes("sheet")) sheetAt = newest;
  const isPart = page.querySelector("#sheet[data-rows=part]") !== null;
  const before = isPart ? new Map() : tops();
  const focus = focusPath();
  const open = openDetails();
  for (const id of ids) {
    const old = document.getElementById(id);
    const fresh = page.getElementById(id);
    if (!old || !fresh) continue;
    if (old.refresh) {
      old.refresh(fresh);
      continue;
    }
    if (id === "sheet" && isPart) {
      putRows(old, fresh);
      continue;
    }
    localise(fresh);
    old.replaceWith(document.adoptNode(fresh));
  }
  for (const summary of document.querySelectorAll("summary")) {
    if (open.has(nameOf(summary))) summary.parentElement.open = true;
  }
  focus && document.querySelector(focus)?.focus({ preventScroll: true });
  glide(before);
  document.dispatchEvent(new Event("planilla-swapped"));
}

function nameOf(summary) {
  const { under, key } = summary.closest("[data-under], tr[data-key]")?.dataset ?? {};
  return `${under ?? key ?? ""} ${summary.textContent}`;
}

function openDetails() {
  return new Set([...document.querySelectorAll("details[open] > summary")].map(nameOf));
}

function focusPath() {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  if (at.id) return `#${CSS.escape(at.id)}`;
  const key = at.closest("tr[data-key]")?.dataset.key;
  if (!key) return null;
  const row = `tr[data-key="${CSS.escape(key)}"]`;
  return at.name && at.value ? `${row} [name="${at.name}"][value="${CSS.escape(at.value)}"]` : row;
}
