// Every page: times in the reader's own zone, and the search that jumps to a row.

import { LOCALE } from "./language.js";

const DAY = { day: "numeric", month: "short", year: "numeric" };
const READER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
// All clocks of a page show the time zone of its tournament, where this browser knows it.
const ZONE = known(document.documentElement.dataset.zone) ?? READER_ZONE;
export const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: ZONE };

function known(timeZone) {
  try {
    return timeZone && Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

// The page names its time zone where the reader's own clock shows another hour.
function nameZone() {
  const at = Date.now();
  const shown = (timeZone) => new Date(at).toLocaleString("en", { timeZone });
  const isSame = shown(ZONE) === shown(READER_ZONE);
  for (const note of document.querySelectorAll("[data-zone-note]")) note.hidden = isSame;
}

export function localise(root = document) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const clock = at.toLocaleTimeString(LOCALE, CLOCK);
    const withDay = time.textContent.length > 5;
    const day = { ...DAY, timeZone: ZONE };
    time.textContent = withDay ? `${at.toLocaleDateString(LOCALE, day)}, ${clock}` : clock;
  }
}

// Letters that have no mark to be left out, as people type them who have no such key.
const LETTERS = { ı: "i", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss" };
export const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ıøłđðþæœß]/g, (letter) => LETTERS[letter])
    .replace(/\s+/g, " ")
    .trim();

// The search of a table: typing leaves the rows that match, Enter goes to the first of them, and
// Escape brings all back. What was typed outlives the table when a newer one takes its place.
class Find extends HTMLElement {
  static typed = "";

  connectedCallback() {
    this.hidden = false;
    this.input = this.querySelector("input");
    this.said = this.querySelector("output");
    if (Find.typed) this.input.value = Find.typed;
    this.input.addEventListener("input", () => this.filter());
    this.input.addEventListener("keydown", (event) => this.key(event));
    if (Find.typed) this.filter();
  }

  get rows() {
    return [...document.querySelectorAll("#sheet tbody tr:not(.why, .below)")];
  }

  matches(wanted) {
    const rows = this.rows;
    const numbered = rows.filter((row) => row.querySelector(".board")?.textContent.trim() === wanted);
    return numbered.length ? numbered : rows.filter((row) => plain(row.textContent).includes(wanted));
  }

  filter() {
    Find.typed = this.input.value;
    const wanted = plain(Find.typed);
    const found = new Set(wanted ? this.matches(wanted) : []);
    for (const row of this.rows) {
      row.classList.remove("found");
      row.classList.toggle("filtered", Boolean(wanted) && !found.has(row));
    }
    this.said.textContent = wanted && !found.size ? this.dataset.none : "";
    return [...found];
  }

  key(event) {
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault(); // no form around the table is sent
    const found = event.key === "Enter" ? this.filter() : [];
    if (event.key === "Enter" && !found.length) return;
    this.input.value = "";
    this.filter();
    for (const row of found) row.classList.add("found");
    if (found.length) goToRow(found[0]);
    else this.input.blur();
  }
}
customElements.define("planilla-find", Find);

// The row is in sight and has the focus, or its box where there is one.
export function goToRow(row) {
  const target = row.querySelector("input[type=checkbox]") ?? row;
  if (target === row && !row.hasAttribute("tabindex")) row.tabIndex = -1;
  target.focus({ preventScroll: true });
  row.scrollIntoView({ block: "center" });
}

export function isTyping() {
  const at = document.activeElement;
  return at?.matches("input:not([type=range]), textarea, select") ?? false;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || isTyping() || event.ctrlKey || event.metaKey) return;
  const field = document.querySelector("planilla-find input");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// Of the boxes of tables those that have to scroll: a head stays at the top of the window only in the others.
const boxes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.classList.toggle("wide", target.firstElementChild.offsetWidth > target.clientWidth);
  }
});
function watchBoxes() {
  boxes.disconnect();
  for (const box of document.querySelectorAll(".scroll")) boxes.observe(box);
}

// A new tournament is in the organiser's own time zone until they say another.
for (const field of document.querySelectorAll("input[data-own-zone]")) field.value ||= READER_ZONE;

localise();
nameZone();
watchBoxes();
document.addEventListener("planilla-swapped", watchBoxes);
document.getElementById("frame")?.addEventListener("planilla-moment", watchBoxes);

// The versions of the notices on the page, as the channel `notices` has them by key.
export const shownNotices = () =>
  [...document.querySelectorAll("[data-notice]")]
    .map(({ dataset }) => Number(dataset.notice))
    .sort((one, other) => one - other)
    .join();
