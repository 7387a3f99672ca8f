// The hall on a phone: tables and queue are drawn from the rows, and whoever said who they are is
// told in large type where to go. tournament.js holds the line and hands the rows on.

import {
  beforeSaid,
  drawLastStart,
  drawNotice,
  element,
  queueElement,
  replaceChildren,
  tableElement,
  waitOfNewcomer,
} from "./masnou-draw.js";
import { waits } from "./masnou-wait.js";
import { hallOf, playoffOf, runningGame, sidesOf, waitWords } from "./masnou-rows.js";
import { filled } from "./language.js";
import { serverNow } from "./countdown.js";
import { figure } from "./figures.js";
import { ranked } from "./rows.js";
import { ring, unlockSound } from "./sound.js";

const FRESH_US = 90_000_000; // so long a seat that was just taken is a call
const FOUND_MOST = 6;
const TICK_MS = 15_000;

const frame = document.getElementById("frame");
const { tournament } = frame.dataset;
const KEY = `hall ${tournament}`;

let people = new Map();
const rows = new Map();
let typed = "";
let lastCall = null;
let knownEnding = null;
let knownPlayoff = null;
let loud = localStorage.getItem("masnou sound") === "yes";

const isPast = () => frame.hasAttribute("data-past");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const me = () => localStorage.getItem(KEY);

function view() {
  const words = JSON.parse(document.getElementById("masnou").dataset.words);
  const name = (entrant) => people.get(entrant)?.name ?? entrant;
  return { words, name, me: me(), tournament, linked: true };
}

const nowUs = () => serverNow() * 1000;

function draw() {
  if (isPast() || !document.getElementById("masnou") || people.size === 0) return;
  const hall = hallOf(rows.get("hall") ?? new Map());
  if (!hall) return;
  const page = view();
  replaceChildren(
    document.getElementById("tables"),
    hall.tables.map((table) => tableElement(page, hall, table, nowUs())),
  );
  if (Boolean(document.getElementById("queue")) === hall.over) {
    document.dispatchEvent(new Event("planilla-sheet")); // it has ended, or goes on after all
    return;
  }
  const queue = waits(hall, nowUs());
  if (!hall.over) drawQueue(page, hall, queue);
  drawHead(page, hall);
  drawNotice(page, hall, nowUs());
  drawLastStart(hall, nowUs());
  drawMe(page, hall, queue);
}

function drawQueue(page, hall, queue) {
  const empty = element("li", "quiet", page.words["queue.empty"]);
  const before = ({ entrant, held }) => (held ? [] : beforeSaid(page, hall.members.get(entrant)));
  replaceChildren(
    document.getElementById("queue"),
    queue.length ? queue.map((each) => queueElement(page, each, false, before(each))) : [empty],
  );
  document.getElementById("newcomer").textContent = waitOfNewcomer(page, hall, nowUs());
}

// The head follows too; its timers come anew from the server when the end has moved.
function drawHead({ words }, hall) {
  const said = {
    "masnou-running": filled(words["running"], { n: hall.tables.filter(runningGame).length }),
    "masnou-waiting": hall.over ? "" : filled(words["waiting"], { n: hall.queue.length }),
  };
  for (const [id, text] of Object.entries(said)) {
    const span = document.getElementById(id);
    if (span) span.textContent = text;
  }
  const playoff = playoffOf(rows.get("hall"));
  if (knownPlayoff !== null && knownPlayoff !== playoff) document.dispatchEvent(new Event("planilla-sheet"));
  knownPlayoff = playoff;
  const ending = `${hall.ends_at} ${hall.over}`;
  if (knownEnding !== null && knownEnding !== ending) document.dispatchEvent(new Event("planilla-head"));
  knownEnding = ending;
}

// --- the player -----------------------------------------------------------------------------------

function drawMe(page, hall, queue) {
  const panel = document.getElementById("me");
  panel.hidden = false;
  const member = hall.members.get(page.me);
  if (!member) {
    if (!panel.classList.contains("search")) drawSearch(page, hall, panel);
    return;
  }
  const told = tell(page, hall, member, queue);
  panel.className = told.call ? "me call" : "me";
  const head = element("h2", "", element("bdi", "", page.name(page.me)), button(page.words["me.change"], forget));
  const fresh = [head, element("p", "huge", told.huge)];
  if (told.large) fresh.push(element("p", "large", told.large));
  const before = hall.queue.includes(page.me) ? beforeSaid(page, member) : [];
  if (before.length) fresh.push(element("p", "before", element("b", "", page.words["before.title"])));
  fresh.push(...before.map((each) => element("p", "before", each)));
  fresh.push(element("p", "score", scoreOf(page, hall, member)));
  fresh.push(element("p", "options", soundBox(page)));
  replaceChildren(panel, fresh);
  callOut(told.call);
}

function button(text, act) {
  const made = element("button", "plain small", text);
  made.type = "button";
  made.dataset.act = act.name;
  return made;
}

function soundBox(page) {
  const made = button(`${loud ? "☑" : "☐"} ${page.words["me.sound"]}`, toggleSound);
  made.setAttribute("aria-pressed", `${loud}`);
  return made;
}

// What to say: {huge, large, call}; `call` names a call that was not heard yet.
function tell(page, hall, member, queue) {
  const { words } = page;
  if (hall.over && !["called", "playing"].includes(member.status)) {
    const over = hall.tables.some(runningGame) ? "me.over-running" : "me.over";
    return { huge: filled(words[over], { place: placeOf(page) }) };
  }
  if (member.status === "waiting") return tellPlace(page, queue);
  if (member.status === "called" || member.status === "playing") return tellTable(page, hall, member);
  if (member.status === "sitting") {
    return { huge: filled(words["me.sitting"], { table: member.table }) };
  }
  const needsReport = ["paused", "absent", "gone", "resting"].includes(member.status);
  return { huge: words[`me.${member.status}`], large: needsReport ? words["me.report"] : "" };
}

function tellPlace({ words, me: entrant }, queue) {
  const mine = queue.find((each) => each.entrant === entrant);
  const place = filled(words["ordinal"], { n: mine.place });
  const wait = waitWords(words, mine.about);
  return {
    huge: filled(words["me.place"], { place }),
    large: mine.paused ? words["paused"] : mine.late ? words["me.late"] : wait,
  };
}

function tellTable({ words, name, me: entrant }, hall, member) {
  const table = hall.tables.find((each) => each.number === member.table);
  const sides = sidesOf(hall, table);
  const mine = sides.find((side) => side.entrant === entrant);
  const other = sides.find((side) => side.entrant !== entrant);
  const game = runningGame(table);
  const isNew = game && game.newcomer === entrant && nowUs() - game.at < FRESH_US;
  const call = !game || isNew ? `${table.number} ${game?.at ?? table.calls[0].at}` : null;
  const parts = [
    mine.colour && words[`me.${mine.colour}`],
    other && filled(words["me.against"], { name: name(other.entrant) }),
  ];
  return {
    huge: filled(words[call ? "me.called" : "me.playing"], { table: table.number }),
    large: parts.filter(Boolean).join(" "),
    call,
  };
}

function placeOf({ words, me: entrant }) {
  const found = [...ranked(rows.get("standings") ?? new Map())].find(({ key }) => key === entrant);
  return found ? filled(words["ordinal"], { n: found.place }) : "–";
}

function scoreOf(page, hall, member) {
  const { words } = page;
  return filled(words["me.score"], {
    points: figure(member.points, 2),
    n: [1, 2].includes(member.points) ? 1 : 2,
    place: placeOf(page),
    games: filled(words["games"], { n: member.wins + member.draws + member.losses }),
  });
}

function callOut(call) {
  if (call && call !== lastCall && localStorage.getItem(`${KEY} heard`) !== call) {
    navigator.vibrate?.([300, 150, 300, 150, 600]);
    if (loud) ring();
    localStorage.setItem(`${KEY} heard`, call);
  }
  lastCall = call ?? null;
}

// --- who are you? ---------------------------------------------------------------------------------

function drawSearch(page, hall, panel) {
  panel.className = "me search";
  const field = element("input", "");
  field.type = "search";
  field.autocomplete = "off";
  field.placeholder = page.words["me.find"];
  field.value = typed;
  const found = element("ul", "matches");
  field.addEventListener("input", () => {
    typed = field.value;
    showFound(page, hall, found);
  });
  panel.replaceChildren(element("label", "", page.words["me.who"], field), found);
}

function showFound(page, hall, list) {
  const wanted = plain(typed.trim());
  const names = wanted ? [...hall.members.keys()].filter((each) => plain(page.name(each)).includes(wanted)) : [];
  const starts = (entrant) => Number(!plain(page.name(entrant)).startsWith(wanted));
  names.sort((one, other) => starts(one) - starts(other) || page.name(one).localeCompare(page.name(other)));
  list.replaceChildren(...names.slice(0, FOUND_MOST).map((entrant) => {
    const made = button(page.name(entrant), choose);
    made.dataset.entrant = entrant;
    return element("li", "", made);
  }));
}

function choose({ entrant }) {
  localStorage.setItem(KEY, entrant);
  document.getElementById("me").replaceChildren();
  draw();
  globalThis.scrollTo({ top: 0 });
}

function forget() {
  localStorage.removeItem(KEY);
  typed = "";
  draw();
}

function toggleSound() {
  loud = !loud;
  localStorage.setItem("masnou sound", loud ? "yes" : "no");
  if (loud) {
    unlockSound();
    ring();
  }
  draw();
}

const ACTS = { choose, forget, toggleSound };

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#me button[data-act]");
  if (pressed) ACTS[pressed.dataset.act](pressed.dataset);
});

// A link from one's card says who one is.
if (/^#[\w-]+$/.test(location.hash) && location.hash !== "#main") {
  localStorage.setItem(KEY, location.hash.slice(1));
}

document.addEventListener("planilla-rows", ({ detail }) => {
  rows.set(detail.view, detail.rows);
  draw();
});
document.addEventListener("planilla-people", ({ detail }) => {
  people = new Map(Object.entries(detail));
  draw();
});
document.addEventListener("planilla-swapped", draw);
setInterval(draw, TICK_MS);
