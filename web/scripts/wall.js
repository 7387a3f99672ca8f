// The wall of a tournament or of a festival: it follows the rows by itself and asks for the page again, its
// parts take turns, and it says since when it has heard nothing. The line is live.js's.

import { LOCALE } from "./language.js";
import { connectLive } from "./live.js";
import { CLOCK } from "./page.js";
import { countHeld, isPaused, whenGoing } from "./pause.js";
import { load, swapParts } from "./swap.js";

const TURN_MS = 10_000;
const STALE_MS = 20_000; // a dropped line is back before that, mostly
const SHIFT_MS = 240_000;
const ASK_MS = 1000; // at most so often, and a little later than others
const SHIFTS = 4;
const RENEW_MS = 60_000; // what depends on the time alone
const PARTS = ["wall-head", "main", "wall-foot"];

const screen = document.getElementById("screen");
const { tournament, stage, views } = screen.dataset;
let turn = null;
let status = null;
let staleTimer = null;
let asked = null;

// The slide whose turn it is, and in it of each list the part; the parts of a slide alone go on and on.
function showTurn() {
  turn ??= Number(document.getElementById("main").dataset.turn);
  const slides = [...screen.querySelectorAll("[data-slide]")];
  const turns = slides.map((each) => Number(each.dataset.slide));
  let at = slides.length > 1 ? turn % turns.reduce((sum, each) => sum + each, 0) : turn;
  slides.forEach((slide, i) => {
    slide.hidden = slides.length > 1 && (at < 0 || at >= turns[i]);
    if (!slide.hidden) showParts(slide, at);
    at -= turns[i];
  });
  fit();
}

function showParts(slide, at) {
  for (const section of slide.querySelectorAll(".wall-part")) {
    const parts = [...section.querySelectorAll(":scope > [data-part]")];
    parts.forEach((each, i) => {
      each.hidden = i !== at % parts.length;
    });
  }
}

// What stands below notices has less room: it is set smaller, so that no board is hidden.
function fit() {
  const main = document.getElementById("main");
  main.style.removeProperty("--u");
  const lists = [...main.querySelectorAll(".wall-part > [data-part]:not([hidden])")];
  const tight = Math.max(1, ...lists.map((each) => each.scrollHeight / Math.max(1, each.clientHeight)));
  const unit = getComputedStyle(screen).getPropertyValue("--u");
  if (tight > 1.005) main.style.setProperty("--u", `calc((${unit}) / ${(tight * 1.01).toFixed(3)})`);
}

function showStatus() {
  const dot = document.getElementById("live");
  if (!status) return;
  const [word, heardAt] = status;
  if (word === "live") {
    clearTimeout(staleTimer);
    staleTimer = null;
    screen.classList.remove("stale");
    dot.textContent = screen.dataset.live;
    dot.classList.add("on");
    return;
  }
  const since = new Date(heardAt ?? Date.now()).toLocaleTimeString(LOCALE, CLOCK);
  dot.textContent = `${screen.dataset.asOf} ${since}`;
  dot.classList.remove("on");
  staleTimer ??= setTimeout(() => screen.classList.add("stale"), STALE_MS);
}

async function renew() {
  asked = null;
  try {
    swapParts(await load(location.href), PARTS);
    showTurn();
    showStatus();
  } catch {
    // the line is down: what stands there was true at its time
  }
}

function renewSoon(view) {
  if (isPaused() && /(^|\/)event(\.\d+)?$/.test(view)) countHeld();
  asked ??= setTimeout(() => whenGoing(renew), ASK_MS * (0.2 + Math.random()));
}

// The picture moves a little, so that it does not burn in.
let shift = 0;
function shiftABit() {
  screen.classList.remove(`shift-${shift}`);
  shift = (shift + 1) % SHIFTS;
  screen.classList.add(`shift-${shift}`);
}

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // the battery is low, or the browser does not know how
  }
}

showTurn();
if (!screen.hasAttribute("data-past")) {
  connectLive({
    tournament,
    stage: Number(stage ?? 1),
    views: views.split(" "),
    onRows: renewSoon,
    onPeople: renewSoon,
    onStatus: (word, heardAt) => {
      status = [word, heardAt];
      showStatus();
    },
  });
  setInterval(() => {
    if (isPaused()) return;
    turn += 1;
    showTurn();
  }, TURN_MS);
  setInterval(shiftABit, SHIFT_MS);
  setInterval(renewSoon, RENEW_MS);
  addEventListener("resize", fit);
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
