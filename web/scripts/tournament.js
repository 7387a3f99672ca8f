// A tournament's page, live: rows are patched, the margin follows, workings open below a row.

import { connectLive, spread } from "./live.js";
import { named } from "./live-state.js";
import { LOCALE } from "./language.js";
import { showFollowed } from "./follow.js";
import { CLOCK, isTyping, shownNotices } from "./page.js";
import { countHeld, dropHeld, isPaused, whenGoing } from "./pause.js";
import { patchTable } from "./rows.js";
import { isCopy, pageMadeAt } from "./offline.js";
import { countDone, summary } from "./summary.js";
import { load, parse, sheetVersion, swapParts, withSince } from "./swap.js";
import "./scrubber.js";

const PASS_MS = 1000; // rows glide at most once a second
const MARGIN_MS = 2500;
const SOON_AFTER_MS = 500;
const SHEET_EACH_MS = 2; // for each who watches
const MARGIN_EACH_MS = 5;
const DESK = "desk"; // what the staff alone sees happen, such as the reports of players
const NOTICES = "notices"; // also of a tournament whose event the public follows later
const ROWS_MS = 400; // an own act is answered before, with its rows
const SOON_MS = 3000;
const LOOK_MS = 5000;
const SPOKEN_MS = 10_000; // a screen reader hears one summary, not every row
const AWAY_MS = 30_000; // whoever was away for longer is told what came meanwhile
const CATCH_UP_MS = 5000; // what was missed comes with the first frames
const frame = () => document.getElementById("frame");
const table = () => document.querySelector("table[data-live-rows]");
const now = () => performance.now();

// Runs `work` at once, and then at most once in `ms`; what comes between is done at the end.
function paced(ms, work) {
  let last = -Infinity;
  let timer = null;
  return () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      last = now();
      whenGoing(work);
    }, Math.max(0, last + ms - now()));
  };
}

// What draws itself from rows names their views: it is handed them, and the page is not fetched.
const ownViews = () => document.querySelector("[data-views]")?.dataset.views.split(" ") ?? [];
const hand = (type, detail) => document.dispatchEvent(new CustomEvent(type, { detail }));
const isWide = matchMedia("(min-width: 1000px)");

// On a phone the margin lies below everything: hundreds of them need not fetch it each time.
function passMarginBeside() {
  if (isWide.matches) passMargin();
}

const pending = new Map();

function patch() {
  for (const [view, { rows, changed }] of pending) {
    if (table()?.dataset.view !== view) continue;
    const { only } = table().dataset; // the page shows one row of its view
    if (only && !changed.has(only)) continue;
    if (!patchTable(table(), rows, [...changed])) askForSheet();
  }
  pending.clear();
}

// A page whose address names no stage shows the one that is played now: when another one starts, the
// whole page is another.
function isOfAnotherStage(page) {
  const isOther = page.getElementById("frame")?.dataset.stage !== frame().dataset.stage;
  if (isOther) location.reload();
  return isOther;
}

// Another server may be a moment behind: the page that comes is never older than the one we have.
let hasErased = false; // names went, and this page may still have them
async function refetchSheet() {
  if (isPaused()) return whenGoing(refetchSheet);
  if (isTyping() && ["arbiter", "proof", "timeline"].includes(frame().dataset.tab)) return;
  try {
    const page = await load(withSince(location.href));
    if (isOfAnotherStage(page)) return;
    swapParts(page, ["sheet", "status", "notices", "stages", "margin", "seal", "scrubber"]);
    followMore();
    hasErased = false;
    askAgainSoon();
    showFollowed().then(() => isDesk() || speak());
  } catch {
    if (hasErased) setTimeout(refetchSheet, SOON_MS); // otherwise the next change tries again
  }
}

// Something is still being worked out on the server: look again without being asked to.
function askAgainSoon() {
  if (document.querySelector("[data-soon]")) setTimeout(refetchSheet, SOON_MS);
}

// A page of which no channel tells looks again by itself, unless somebody is at its forms.
function lookAgain() {
  const isBusy = isTyping() || document.querySelector("dialog[open], #margin :focus");
  if (!document.hidden && !isBusy) refetchSheet();
}

// The margin of a desk has its acts, and comes with the desk.
const marginParts = () => (document.getElementById("acts") ? [] : ["margin"]);

async function refetchMargin() {
  if (isPaused()) return whenGoing(refetchMargin);
  if (document.hidden || frame().hasAttribute("data-past")) return;
  try {
    const query = new URLSearchParams(location.search);
    const page = await load(`/t/${frame().dataset.tournament}/now?${query}`);
    if (isOfAnotherStage(page)) return;
    swapParts(page, ["status", "notices", "stages", "seal", "scrubber", ...marginParts()]);
    followMore();
    showFollowed().then(speak);
  } catch {
    // the next change tries again
  }
}

// The page of the timers keeps its forms as they are: only what fired or is pending is new.
async function refetchTimers() {
  try {
    swapParts(await load(location.href), ["timers", "status", "notices", "margin", "seal", "scrubber"]);
  } catch {
    // the next change tries again
  }
}

const passRows = paced(PASS_MS, patch);
const watchers = () => live?.watchers ?? 1;
const askForSheet = spread(SHEET_EACH_MS, watchers, refetchSheet);
const passMargin = paced(MARGIN_MS, spread(MARGIN_EACH_MS, watchers, refetchMargin, SOON_AFTER_MS));
const passNotices = paced(MARGIN_MS, spread(SHEET_EACH_MS, watchers, refetchMargin, SOON_AFTER_MS));
const passTimers = paced(MARGIN_MS, refetchTimers);
const passSheet = paced(MARGIN_MS, spread(SHEET_EACH_MS, watchers, refetchSheet, SOON_AFTER_MS));

// The boards of a desk follow by their rows, which cost little.
const hasBoards = () => document.querySelector("#sheet[data-rows]") !== null;
let wanted = 0;
const passBoards = paced(ROWS_MS, () => setTimeout(refetchBoards, ROWS_MS));
// The answer to an own result that is on its way brings the rows of others too.
function refetchBoards() {
  if (sheetVersion() >= wanted) return;
  if (document.querySelector("#boards .sent")) passBoards();
  else refetchSheet();
}
function followBoards(version) {
  wanted = Math.max(wanted, version);
  passBoards();
}

const speak = paced(SPOKEN_MS, () => {
  const said = summary();
  if (said) document.getElementById("announce").textContent = said;
});

let status = "connecting";
let heardAt = isCopy ? pageMadeAt : null;
function showStatus() {
  const dot = document.getElementById("live");
  if (!dot) return;
  const isLive = status === "live";
  dot.classList.toggle("on", isLive);
  if (isLive) {
    dot.textContent = dot.dataset.live;
    setTimeout(() => document.dispatchEvent(new Event("planilla-live")));
  }
  if (!isLive && heardAt !== null) dot.textContent = `${dot.dataset.asOf} ${clock(heardAt)}`;
}
const clock = (at) =>
  new Date(at).toLocaleTimeString(LOCALE, CLOCK);

// What comes while the page is held, by view; and whether its reader was away before it came.
const held = new Map();
let wasAway = false;

function hold(view, state, changed) {
  if (view === "event") countHeld();
  const keys = new Set([...(held.get(view)?.keys ?? []), ...changed]);
  held.set(view, { state, keys });
  whenGoing(showHeld);
}

function showHeld() {
  const all = [...held];
  held.clear();
  for (const [view, { state, keys }] of all) onRows(view, state, [...keys]);
}

// After a gap the first frames bring what came meanwhile.
function cameBack(before, at) {
  if (before === null || at - before < AWAY_MS) return;
  wasAway = true;
  setTimeout(() => (wasAway = false), CATCH_UP_MS);
}

function onRows(view, state, changed) {
  if (isPaused()) {
    hold(view, state, changed);
    return;
  }
  const rows = named(state);
  if (view === NOTICES) {
    onNotices([...rows.keys()].join());
    return;
  }
  if (view === "event") {
    onEvent(rows.get("event"), state.version);
    return;
  }
  if (view === DESK) {
    if (hasBoards()) followBoards(state.version); // a form of another page stays as it is
    return;
  }
  if (ownViews().includes(view)) {
    hand("planilla-rows", { view, rows });
    return;
  }
  const waiting = pending.get(view) ?? { changed: new Set() };
  changed.forEach((key) => waiting.changed.add(key));
  pending.set(view, { rows, changed: waiting.changed });
  passRows();
}

let seenNotices = shownNotices();
function onNotices(notices) {
  if (seenNotices !== notices) passNotices();
  seenNotices = notices;
}

let seenAt = null;
function onEvent(row, version) {
  if (!following.includes(NOTICES)) onNotices(String(row.notices));
  const { boards, boards_finished: done, changed_at: changedAt } = row;
  document.getElementById("bar")?.setAttribute("width", boards ? (100 * done) / boards : 0);
  const said = document.getElementById("boards-in");
  if (Number(said?.dataset.total) === boards) said.textContent = said.dataset.done.replace("#", done);
  // A page that was a copy, or long on its way, is behind from the start.
  const isNew = changedAt !== (seenAt ?? Number(frame().dataset.changed));
  seenAt = changedAt;
  countDone(done);
  if (!isNew) return;
  if (wasAway) document.dispatchEvent(new Event("planilla-back"));
  wasAway = false;
  const { tab } = frame().dataset;
  if (ownViews().length) passMarginBeside();
  else if (document.getElementById("timers")) passTimers();
  else if (table()) passMargin();
  else if (hasBoards()) followBoards(version);
  else if (tab !== "arbiter" || document.querySelector("#boards, [data-awaits]")) passSheet();
}

let live = null;
let following = [];
const isDesk = () => frame().dataset.tab === "arbiter" && ownViews().length === 0;
function viewsNow() {
  const shown = table() ? [table().dataset.view] : [];
  const waits = document.querySelector("#notices .waits") ? [NOTICES] : [];
  return [...new Set(["event", ...waits, ...shown, ...(isDesk() ? [DESK] : []), ...ownViews()])];
}
function followMore() {
  if (live && viewsNow().some((view) => !following.includes(view))) goLive();
}

export function goLive() {
  live?.stop();
  live = null;
  pending.clear(); // rows of the present do not belong in a page of the past
  held.clear();
  dropHeld();
  if (frame().hasAttribute("data-past")) return;
  const own = ownViews();
  following = viewsNow();
  live = connectLive({
    tournament: frame().dataset.tournament,
    stage: Number(frame().dataset.stage ?? 1),
    views: following,
    onRows,
    onPeople: (people) => {
      if (own.includes("people")) hand("planilla-people", people);
      else {
        hasErased = true;
        passSheet();
      }
    },
    onStatus: (word, at) => {
      if (word === "live") cameBack(heardAt, at);
      status = word;
      heardAt = at ?? heardAt;
      showStatus();
    },
  });
}

// Why this tie-break, place or board: the working, the movement or the reason opens below the row.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-working]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const row = link.closest("tr");
  const kind = link.dataset.working || "working";
  const next = row.nextElementSibling;
  const open = next?.classList.contains("below") ? next : null;
  open?.remove();
  if (open?.dataset.kind === kind || row.dataset.opening === kind) return;
  row.dataset.opening = kind; // what is asked for on a slow link is tapped again
  const url = new URL(link.href);
  const answer = await fetch(link.dataset.from ?? `${url.pathname}/${kind}${url.search}`).finally(() => {
    delete row.dataset.opening;
  });
  if (!answer.ok) {
    location.assign(url);
    return;
  }
  const below = document.createElement("tr");
  below.className = "below";
  below.dataset.kind = kind;
  const cell = below.insertCell();
  cell.colSpan = row.cells.length;
  cell.append(...parse(await answer.text()).body.childNodes);
  row.after(below);
});

// A choice among the filters of the timeline is made at once.
document.addEventListener("change", (event) => {
  event.target.closest("form[data-submits]")?.requestSubmit();
});

// On a phone the tabs and the stages are wider than the screen: those we are on are in sight.
function showTab() {
  for (const row of document.querySelectorAll(".tabs, .stages")) {
    const here = row.querySelector("[aria-current]");
    if (here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  }
}

document.addEventListener("planilla-head", passMargin);
document.addEventListener("planilla-sheet", passSheet);
goLive();
requestAnimationFrame(showTab); // it measures, which lays all of the page out
showStatus();
askAgainSoon();
if (document.querySelector("[data-unheard]")) {
  setInterval(lookAgain, LOOK_MS * (0.8 + 0.4 * Math.random()));
}
document.addEventListener("planilla-swapped", showStatus);
document.addEventListener("planilla-swapped", showTab);
frame().addEventListener("planilla-moment", showTab);
frame().addEventListener("planilla-moment", goLive);
