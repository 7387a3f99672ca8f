// The tablet of a Masnou hall: what is tapped is decided at once, shown, and sent when it can be.
//
// What is shown is the hall of the live rows with the acts of this tablet that the rows do not tell
// yet. Nothing here knows the rules (masnou.js), the sending (tablet-outbox.js) or the looks of a card
// (tablet-tables.js); this joins them to the page.

import { decide, hallOfRows } from "./masnou.js";
import { find, gameId, mayBeTakenBack, mayCall, partsOf } from "./masnou-state.js";
import { connectLive } from "./live.js";
import { clashSlip, refusalOf } from "./tablet-clash.js";
import { store } from "./kept.js";
import { newId } from "./send-queue.js";
import { openOffline, stayAwake, staysAwake } from "./tablet-device.js";
import { Outbox, withAct } from "./tablet-outbox.js";
import { drawAround, drawTime, toast } from "./tablet-around.js";
import { saidOf } from "./tablet-said.js";
import { awaySlip, enterSlip, menuSlip, playerSlip, refreshSlip, resumeSlip, tableSlip } from "./tablet-slips.js";
import { calmingMoved, isTooSoon } from "./tablet-calm.js";
import { drawTables } from "./tablet-tables.js";
import { beep, sent, speak } from "./tablet-voice.js";
import { byName, speaker } from "./tablet-words.js";

const TICK_MS = 500;
const KEEP_MS = 1000;
const SPOKEN_MAX = 8; // who are called at once; more are only heard as a tone
const REMEMBERED_MAX = 300;
const QUEUE_SAID = 8;

const known = JSON.parse(document.getElementById("known").textContent);
const tables = document.getElementById("main");
const here = document.getElementById("masnou").dataset.page;
const kept = store(`planilla hall ${known.tournament}`);
const names = { ...kept.read("names"), ...known.people };
const entered = new Set(Object.keys(known.people)); // whom the server knows
const name = (entrant) => names[entrant] ?? entrant;
const say = speaker(known.words, name);

// --- the hall that is shown -------------------------------------------------------------------------

let rows = new Map(kept.read("base")?.rows ?? []);
let offset = kept.read("offset") ?? known.now / 1000 - Date.now();
let base = readRows();
let shown = null;
let believed = null; // the hall as this tablet had it when the server told of another one
let spokenOf = null;
const history = []; // the acts of this tablet with the hall before each, for what would have been

const now = () => Math.round((Date.now() + offset) * 1000);

function readRows() {
  return hallOfRows(rows, entered);
}

const outbox = new Outbox({
  tournament: known.tournament,
  kept,
  told: kept.read("base")?.version,
  onChange: changed,
  onRefused: (_, problem) => toast(page, say("tablet.refused", { why: refusalOf(problem, page) })),
});

// Another tab may have entered people meanwhile.
function keepNames() {
  kept.write("names", { ...kept.read("names"), ...names });
}

function current() {
  shown ??= base && outbox.applied(base);
  return shown;
}

let drawing = false;
function changed() {
  shown = null;
  for (const { command, body } of outbox.acts) {
    if (command !== "enter-entrants") continue;
    for (const { id, person } of body.entrants) names[id] ??= person.name;
  }
  if (drawing) return;
  drawing = true;
  queueMicrotask(draw);
}

function draw() {
  drawing = false;
  const hall = current();
  calmingMoved(tables, () => {
    if (hall) keepingFocus(() => drawTables(tables, hall, page));
    drawAround(page, hall, outbox);
    drawTime(page, hall);
  });
  if (hall) {
    announce(hall);
    refreshSlip();
  }
  if (!outbox.holdsOffline) believed = null;
  const { clashes } = outbox;
  const isNew = outbox.theirs && clashes.some(({ order }) => !askedAbout.has(order));
  if (isNew && !outbox.sending && !document.getElementById("sheet").open) showClash();
}

const askedAbout = new Set(); // the acts that were refused and have been shown
function showClash() {
  for (const { order } of outbox.clashes) askedAbout.add(order);
  clashSlip(page, outbox, believed ?? current());
}

// Who works with the keyboard stays at the same button of the same table.
function keepingFocus(work) {
  const { activeElement: at } = document;
  const card = at?.closest("#main [data-key]");
  const place = card ? [...card.querySelectorAll("button")].indexOf(at) : -1;
  work();
  if (place < 0 || at.isConnected) return;
  const again = tables.querySelector(`[data-key="${CSS.escape(card.dataset.key)}"]`);
  again?.querySelectorAll("button")[place]?.focus();
}

// Whoever was sent to a table is called, whoever sent them.
function announce(hall) {
  const called = spokenOf ? sent(spokenOf, hall) : [];
  spokenOf = hall;
  if (!called.length) return;
  if (page.options.sound) beep();
  if (!page.options.speech || called.length > SPOKEN_MAX) return;
  for (const [entrant, table] of called) {
    speak(say("tablet.speak-call", { name: name(entrant), table }));
  }
}

// --- acts -------------------------------------------------------------------------------------------

function act(command, body) {
  const before = current();
  const at = now();
  const { code, fields, facts } = decide(before, command, body, at);
  if (code === "needs-the-server") {
    direct(command, body);
    return;
  }
  if (code) {
    toast(page, refusalOf({ code, fields }, page));
    return;
  }
  if (!facts.length) return;
  history.push({ before, command, body, at });
  history.splice(0, history.length - REMEMBERED_MAX);
  outbox.add(before, command, body, at);
  believed &&= withAct(believed, { command, body, at });
  const said = saidOf({ command, body }, facts, current(), page);
  toast(page, said, undoOf(command, body));
}

// Whether a result may still be taken back with all that followed it.
function mayUndo(game) {
  const hall = current();
  return mayBeTakenBack(hall, game, find(hall, game));
}

function undoOf(command, { game, table, broken }) {
  if (command === "record-result") return () => undoResult(game);
  return broken ? () => undoBroken(table) : null;
}

function undoResult(game) {
  const isIt = ({ command, body }) => command === "record-result" && body.game === game;
  if (outbox.takeBack(isIt)) toast(page, say("tablet.undone"));
  else act("withdraw-result", { game });
}

// Used again, a table that is not broken after all takes the two who wait before the queue.
function undoBroken(table) {
  const isIt = ({ body }) => body.broken && body.table === table;
  if (outbox.takeBack(isIt)) toast(page, say("tablet.undone"));
  else act("add-table", { table });
}

// What only the server can decide: a lot, the end of the tournament.
async function direct(command, body) {
  try {
    const answer = await fetch(`/api/t/${known.tournament}/commands/${command}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": newId() },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (told.code) toast(page, refusalOf(told, page));
    else if (command === "finish-tournament") location.reload();
  } catch {
    toast(page, say("tablet.needs-server"));
  }
}

function enter(text, categories = []) {
  const id = newId(8);
  names[id] = text;
  keepNames();
  act("enter-entrants", { entrants: [{ id, person: { name: text }, categories }] });
}

function namesake(text) {
  const plain = (each) => each.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/u).join(" ");
  return Object.values(names).find((each) => plain(each) === plain(text)) ?? null;
}

// The queue as it would be, had a result been known when it was recorded on this tablet.
function wouldBe(game, result) {
  const isIt = ({ command, body }) => command === "record-result" && body.game === game;
  const from = history.findLastIndex(isIt);
  if (from < 0) return null;
  const [first, ...later] = history.slice(from);
  const mended = { ...first, body: { ...first.body, result } };
  const hall = [mended, ...later].reduce(withAct, first.before);
  const { queue } = current();
  if (hall.queue.join() === queue.join()) return say("tablet.would-be-same");
  return say("tablet.would-be", { names: hall.queue.slice(0, QUEUE_SAID).map(name) });
}

// --- the page ---------------------------------------------------------------------------------------

const page = {
  known,
  say,
  name,
  now,
  act,
  direct,
  enter,
  namesake,
  staysAwake: staysAwake(),
  wouldBe,
  mayUndo,
  undo: undoResult,
  hall: current,
  has: (key) => key in known.words,
  compare: byName,
  options: { sound: true, speech: true, order: false, ...kept.read("options") },
  status: "connecting",
  get freeFirst() {
    return this.options.order;
  },
  choose(option, value) {
    this.options[option] = value;
    kept.write("options", this.options);
    changed();
  },
  isUnsent: (game) => outbox.offline && outbox.acts.some(({ body }) => seatsOf(body.game) === game),
  gameName(game) {
    const [, table, number] = partsOf(game);
    return `${table}.${number}`;
  },
  nextGuest() {
    const [before, after] = say("tablet.guest", { n: " " }).split(" ");
    const numbers = Object.values(names)
      .filter((each) => each.startsWith(before) && each.endsWith(after))
      .map((each) => Number(each.slice(before.length, each.length - after.length)));
    return Math.max(0, ...numbers.filter(Number.isInteger)) + 1;
  },
  whatIf: (game, result) => `/t/${known.tournament}/whatif?${new URLSearchParams({ game, result })}`,
  mayReload: () => Boolean(navigator.serviceWorker?.controller),
};

// The game that follows at the table of a game.
function seatsOf(game = "") {
  const [, table, number] = partsOf(game);
  return gameId(table, number + 1);
}

tables.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.form) return; // a card that the server drew is a form
  const { game, result, call, act: command, table } = button.dataset;
  if (table) tableSlip(page, Number(table));
  else if (isTooSoon(button, event)) return;
  else if (game) act("record-result", { game, result });
  else if (call) act(command, { call: Number(call) });
});

document.getElementById("masnou").addEventListener("click", ({ target }) => {
  const opens = target.closest("[data-opens]")?.dataset.opens;
  const slips = { menu: menuSlip, enter: enterSlip, away: awaySlip, clash: showClash };
  if (opens) (slips[opens] ?? resumeSlip)(page);
  const chip = target.closest("button.chip");
  if (chip) playerSlip(page, chip.dataset.key);
});

// --- the line ---------------------------------------------------------------------------------------

let keeping = null;
function keep() {
  keeping ??= setTimeout(() => {
    keeping = null;
    kept.write("base", { rows: [...rows], version: outbox.toldVersion });
    keepNames();
  }, KEEP_MS);
}

const live = connectLive({
  tournament: known.tournament,
  views: ["hall", "people"],
  onRows(view, { rows: told, version }) {
    if (view !== "hall") return;
    if (outbox.holdsOffline) believed ??= current();
    rows = new Map(told);
    base = readRows();
    outbox.told(version, base);
    keep();
    changed();
  },
  onPeople(people) {
    for (const [entrant, person] of Object.entries(people)) {
      names[entrant] ??= person.name;
      entered.add(entrant);
    }
    base = readRows();
    keep();
    changed();
  },
  onStatus(status) {
    const isNew = status === "live" && page.status !== "live";
    page.status = status;
    if (isNew) setClock();
    if (isNew) outbox.send();
    changed();
  },
});

// Half of the way there and back is taken for the way back.
async function setClock() {
  try {
    const asked = Date.now();
    const answer = await fetch(`${here}/clock`);
    const { now: theirs } = await answer.json();
    offset = theirs / 1000 - (asked + Date.now()) / 2;
    kept.write("offset", offset);
  } catch {
    // the clock we have goes on
  }
}

let called = null;

// Without a network nobody else ends the time.
function tick() {
  const hall = current();
  if (!hall) return;
  drawTime(page, hall);
  const calls = mayCall(hall, now());
  if (calls !== called) changed(); // the last minutes have begun
  called = calls;
  const isOut = outbox.offline && !hall.over && now() >= hall.ends_at;
  if (isOut) outbox.add(hall, "time-expired", { due_at: hall.ends_at }, hall.ends_at);
}

setInterval(tick, TICK_MS);
addEventListener("offline", () => outbox.leave());
addEventListener("online", () => {
  live.stop();
  live.start();
  outbox.send();
});
document.getElementById("menu").hidden = false;
document.documentElement.classList.add("scripted");
stayAwake();
openOffline(`${here}-worker.js`, here);
if (base) changed();
outbox.send();
