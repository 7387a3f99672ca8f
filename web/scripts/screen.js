// The second screen: follows the rows by itself, turns its pages, calls by sound and speech, and
// says since when it has heard nothing. The line is live.js's, which comes back after a restart.

import {
  callElement,
  drawLastStart,
  drawNotice,
  element,
  queueElement,
  replaceChildren,
  tableElement,
  waitOfNewcomer,
} from "./masnou-draw.js";
import { waits } from "./masnou-wait.js";
import { callsOf, hallOf, playoffOf, runningGame } from "./masnou-rows.js";
import { serverNow } from "./countdown.js";
import { figure } from "./figures.js";
import { connectLive } from "./live.js";
import { named } from "./live-state.js";
import { LOCALE, filled } from "./language.js";
import { CLOCK, shownNotices } from "./page.js";
import { countHeld, isPaused, whenGoing } from "./pause.js";
import { ranked } from "./rows.js";
import { ring, speak, unlockSound } from "./sound.js";
import { load, swapParts } from "./swap.js";

const TURN_MS = 10_000;
const STALE_MS = 20_000; // a dropped line is back before that, mostly
const SHIFT_MS = 240_000;
const SEAL_MS = 60_000;
const SHIFTS = 4;
const PAGES = { tables: 12, queue: 5, dense: 10, ranks: 7, final: 10 };
const LEADERS = 3; // on every page of the ranking
const RANKS_MOST = 21;
const FINAL_MOST = 30;
const CALLS_SHOWN = 3;

const screen = document.getElementById("screen");
const words = JSON.parse(screen.dataset.words);
const { tournament } = screen.dataset;
const rows = new Map();
let people = new Map();
let turn = 0;
let heard = null;
let loud = false;
let staleTimer = null;
let knownPlayoff = null;

const view = { words, tournament, linked: false, me: null, name: (entrant) => people.get(entrant)?.name ?? entrant };
const byId = (id) => document.getElementById(id);

// The rows of the page whose turn it is; short lists stand still.
function pageOf(list, size) {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const first = (turn % pages) * size;
  return list.slice(first, first + size);
}

// The leaders, and of the others the page whose turn it is.
function ranksOf(order, size) {
  if (order.length <= size) return order;
  return [...order.slice(0, LEADERS), ...pageOf(order.slice(LEADERS), size - LEADERS)];
}

// Those that the address asks for, each with the place among them.
function chosen(order) {
  if (!("only" in screen.dataset)) return order;
  const only = screen.dataset.only.split(" ");
  const mine = order.filter(({ key }) => only.includes(key));
  return mine.map((each) => ({ ...each, place: 1 + mine.findIndex(({ place }) => place === each.place) }));
}

// Who has entered meanwhile may belong to them.
async function renewChosen() {
  if (!("only" in screen.dataset)) return;
  try {
    screen.dataset.only = (await load(location.href)).getElementById("screen").dataset.only;
    whenGoing(draw);
  } catch {
    // the line is down: those who were there stay
  }
}

function draw() {
  const hall = hallOf(rows.get("hall") ?? new Map());
  if (!hall || people.size === 0) return;
  const running = hall.tables.filter(runningGame).length;
  if (isAnother(hall, running)) {
    location.reload();
    return;
  }
  const now = serverNow() * 1000;
  const order = chosen([...ranked(rows.get("standings") ?? new Map())]);
  drawCalls(hall, order);
  drawNotice(view, hall, now);
  drawLastStart(hall, now);
  const tables = hall.over ? hall.tables.filter(runningGame) : hall.tables;
  byId("tables").className = `tables n${Math.min(tables.length, PAGES.tables)}`;
  replaceChildren(byId("tables"), pageOf(tables, PAGES.tables).map((each) => tableElement(view, hall, each, now)));
  if (!hall.over) drawQueue(hall, now);
  const [most, size] = hall.over ? [FINAL_MOST, PAGES.final] : [RANKS_MOST, PAGES.ranks];
  replaceChildren(byId("ranks"), ranksOf(order.slice(0, most), size).map((each) => rankElement(hall, each)));
  drawCounts(hall);
  drawEnd(hall);
}

function drawEnd(hall) {
  const countdown = byId("countdown");
  if (!countdown.dataset.due) return;
  const ends = new Date(hall.ends_at / 1000);
  countdown.dataset.due = Math.floor(hall.ends_at / 1000);
  const time = screen.querySelector(".clock span:last-child time");
  time.dateTime = ends.toISOString();
  time.textContent = ends.toLocaleTimeString(LOCALE, CLOCK);
}

function drawQueue(hall, now) {
  const queue = waits(hall, now);
  const isDense = queue.length > PAGES.dense;
  byId("queue").classList.toggle("dense", isDense);
  const shown = pageOf(queue, isDense ? PAGES.dense : PAGES.queue).map((each) => queueElement(view, each, isDense));
  replaceChildren(byId("queue"), queue.length ? shown : [element("li", "quiet", words["queue.empty"])]);
  byId("queue-note").textContent = waitOfNewcomer(view, hall, now);
}

// The hall was opened, is over, goes on after all, or its last game ended: the page is another.
function isAnother(hall, running) {
  const wasOver = screen.classList.contains("over");
  const hasEnded = hall.over && !running && Number(screen.dataset.running) > 0;
  const playoff = playoffOf(rows.get("hall"));
  const isDrawn = knownPlayoff !== null && knownPlayoff !== playoff;
  knownPlayoff = playoff;
  return !byId("tables") || hall.over !== wasOver || hasEnded || isDrawn;
}

function drawCounts(hall) {
  const members = [...hall.members.values()];
  const games = members.reduce((sum, each) => sum + each.wins + each.draws + each.losses, 0) / 2;
  const said = [
    filled(words["running"], { n: hall.tables.filter(runningGame).length }),
    hall.over ? "" : filled(words["waiting"], { n: hall.queue.length }),
    filled(words["games"], { n: games }),
  ];
  [...byId("counts").querySelectorAll("span:not(.live)")].forEach((span, i) => {
    span.textContent = said[i];
  });
}

function drawCalls(hall, order) {
  if (hall.over) return;
  const calls = callsOf(hall);
  replaceChildren(byId("calls"), calls.slice(0, CALLS_SHOWN).map((call, i) => callElement(view, call, i === 0)));
  const keys = calls.map((call) => `${call.entrant} ${call.table}`);
  const fresh = heard === null ? [] : calls.filter((_, i) => !heard.has(keys[i]));
  heard = new Set(keys);
  if (!loud || !fresh.length) return;
  ring();
  for (const call of fresh.slice(0, CALLS_SHOWN).reverse()) {
    speak(filled(words["speech"], { name: view.name(call.entrant), table: call.table }));
  }
}

function rankElement(hall, { key, row, place }) {
  const member = hall.members.get(key);
  const games = member ? member.wins + member.draws + member.losses : 0;
  return element(
    "li",
    "",
    element("span", "place", `${place}`),
    element("bdi", "name", view.name(key)),
    element("b", "points", figure(row.points, 2)),
    element("small", "", `${games}`),
  );
}

// --- how fresh it is ------------------------------------------------------------------------------

function showStatus(status, heardAt) {
  const dot = byId("live");
  if (status === "live") {
    clearTimeout(staleTimer);
    staleTimer = null;
    screen.classList.remove("stale");
    dot.textContent = screen.dataset.live;
    dot.classList.add("on");
  } else if (staleTimer === null) {
    const since = new Date(heardAt ?? Date.now()).toLocaleTimeString(LOCALE, CLOCK);
    dot.textContent = `${screen.dataset.asOf} ${since}`;
    dot.classList.remove("on");
    staleTimer = setTimeout(() => screen.classList.add("stale"), STALE_MS);
  }
}

// --- a screen that hangs for hours ----------------------------------------------------------------

// The picture moves a little, so that it does not burn in.
let shift = 0;
function shiftABit() {
  screen.classList.remove(`shift-${shift}`);
  shift = (shift + 1) % SHIFTS;
  screen.classList.add(`shift-${shift}`);
}

// The head changes with every result; here it stands for a minute and says when it was taken, so
// that it can be copied from the wall.
async function renewSeal() {
  try {
    swapParts(await load(location.href), ["seal"]);
  } catch {
    // the line is down: what stands there was true at its time
  }
}

let seenNotices = shownNotices();
async function onNotices(notices) {
  const isNew = seenNotices !== notices;
  seenNotices = notices;
  if (!isNew) return;
  try {
    swapParts(await load(location.href), ["notices"]);
  } catch {
    // the line is down: what stands there was true at its time
  }
}

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // the battery is low, or the browser does not know how
  }
}

const sound = byId("sound");
sound.hidden = false;
sound.addEventListener("click", () => {
  loud = !loud;
  sound.setAttribute("aria-pressed", `${loud}`);
  if (loud) {
    unlockSound();
    ring();
  }
});

if (!screen.hasAttribute("data-past")) {
  connectLive({
    tournament,
    views: ["hall", "standings", "notices", "people"],
    onRows: (name, state) => {
      if (name === "notices") {
        onNotices([...named(state).keys()].join());
        return;
      }
      rows.set(name, named(state));
      if (isPaused() && name === "hall") countHeld();
      whenGoing(draw);
    },
    onPeople: (found) => {
      people = new Map(Object.entries(found));
      whenGoing(draw);
      renewChosen();
    },
    onStatus: showStatus,
  });
  setInterval(() => {
    if (isPaused()) return;
    turn += 1;
    draw();
  }, TURN_MS);
  setInterval(shiftABit, SHIFT_MS);
  setInterval(renewSeal, SEAL_MS);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
