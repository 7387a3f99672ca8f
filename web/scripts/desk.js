// The arbiter's desk: acts without leaving the page, results by keyboard, undo for ten seconds.
// What an act would bring comes as a sheet above the desk, to be confirmed there.
//
// A result is shown in its row at once and then sent; the answer has the rows that changed since
// the version of this page, or the whole desk where more did. One that finds no server waits in its
// row (kept-results.js); what else is done then is said to be undone.

import { results, whyRefused, words } from "./kept-results.js";
import { filled } from "./language.js";
import { goToRow, isTyping, localise } from "./page.js";
import { RESULT_KEYS } from "./result-keys.js";
import { PATIENCE_MS, TRY_LATER, newId } from "./send-queue.js";
import { parse, swapParts, whenReleased, withSince } from "./swap.js";

const UNDO_S = 10;
const BOARDS = "form.boards"; // around all boards: a button names one, its players and its result
const ACTS = { p: '#acts [aria-keyshortcuts="P"]', c: '#acts [aria-keyshortcuts="C"]' };
const toast = document.getElementById("toast");
let queue = Promise.resolve();

const rows = () => [...document.querySelectorAll("#boards tr[data-open]")];
const rowOf = (key) => document.querySelector(`#boards tr[data-key="${CSS.escape(key)}"]`);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-act]")) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  const fields = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  const { submitter } = event;
  const row = submitter?.closest("tr[data-key]");
  const key = row?.dataset.key ?? sheet?.dataset.key;
  say("");
  if (form.id === "undo") enqueue(undoLast);
  else if (row?.matches("[data-open]")) enter(row, submitter.value);
  else {
    const action = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action;
    if (form.matches(BOARDS)) fields.set("command_id", newId()); // one form, and a command each time
    enqueue(() => send(action, fields, key));
  }
});

function enqueue(work) {
  queue = queue.then(work).catch(() => say(document.getElementById("frame").dataset.offline));
}

// Ctrl+Z undoes an act that is on its way, or that this page was just answered; of an older one it
// goes to the button.
let done = { version: "", until: 0 };

function isJustDone(undo) {
  const { version, at } = undo.dataset;
  if (version === done.version) return performance.now() < done.until;
  return Math.abs(Date.now() - at / 1000) < UNDO_S * 1000;
}

function undoByKey() {
  const undo = document.getElementById("undo");
  if (sending.size || results.waiting.length || (undo && isJustDone(undo))) {
    say("");
    enqueue(undoLast);
  } else undo?.querySelector("button").focus();
}

// What is undone is the last act when its turn comes, after the acts that are on their way: a result
// that waits is later than all that is recorded.
function undoLast() {
  const waiting = results.waiting.at(-1);
  if (waiting) {
    results.settle(waiting);
    return null;
  }
  const undo = document.getElementById("undo");
  return undo && send(undo.action, new URLSearchParams(new FormData(undo)));
}

// `answered` is called before the page changes, with whether the act is recorded; `patience` is how
// long an answer is waited for.
async function send(action, fields, key, { answered = () => {}, patience } = {}) {
  // On a slow link nobody takes back the act before the one they mean; a problem stays there.
  if (toast.querySelector("button")) say("");
  const before = document.getElementById("undo")?.dataset.version;
  if (fields.has("next")) {
    const back = withSince(fields.get("next"));
    fields.set("next", back.pathname + back.search + back.hash);
  }
  const signal = patience && AbortSignal.timeout(patience);
  const answer = await fetch(action, { method: "POST", body: fields, signal });
  if (patience && TRY_LATER.includes(answer.status)) throw new Error(`${answer.status}`);
  const page = parse(await answer.text());
  await whenReleased();
  answered(answer.redirected);
  const asked = page.getElementById("confirm");
  if (asked && !answer.redirected) {
    ask(asked, key);
    return;
  }
  sheet?.close();
  const target = new URL(answer.url);
  target.searchParams.delete("since");
  const isHere = target.pathname === location.pathname || !answer.redirected;
  if (!isHere) {
    location.assign(target);
    return;
  }
  if (answer.redirected && target.search !== location.search) {
    history.replaceState(null, "", target.pathname + target.search);
  }
  swapParts(page, ["sheet", "status", "notices", "margin", "seal", "scrubber"]);
  const problem = page.querySelector(".problem[role=alert]");
  if (problem && !answer.ok) {
    say(problem.textContent);
    if (key) rowOf(key)?.focus();
    return;
  }
  const undo = document.getElementById("undo");
  if (!undo || undo.dataset.version === before) return;
  done = { version: undo.dataset.version, until: performance.now() + UNDO_S * 1000 };
  if (!isSaying()) offerUndo(undo);
}

// --- what an act would bring ---------------------------------------------------------------------

let sheet = null;

function ask(asked, key) {
  sheet?.close();
  const opened = document.createElement("dialog");
  opened.className = "ask";
  if (key) opened.dataset.key = key;
  localise(asked);
  opened.append(document.adoptNode(asked));
  opened.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close]")) return;
    event.preventDefault();
    opened.close();
  });
  opened.addEventListener("close", () => {
    opened.remove();
    if (sheet === opened) sheet = null;
    if (key) rowOf(key)?.focus();
  });
  sheet = opened;
  document.body.append(opened);
  opened.showModal();
  opened.querySelector("h2").focus(); // the impact is read before it is confirmed
}

// --- the toast ----------------------------------------------------------------------------------

let ticking = null;

function say(text) {
  clearInterval(ticking);
  toast.replaceChildren(text ?? "");
  ticking = setTimeout(() => toast.replaceChildren(), UNDO_S * 1000);
}

// Something is said that is still to be read: a problem, or why a key entered nothing. An offer to
// undo does not take its place; the margin has the same button.
const isSaying = () => Boolean(toast.textContent) && !toast.querySelector("button");

// What is undone is the act that was shown, whatever the margin says by then.
function offerUndo(undo) {
  clearInterval(ticking);
  const fields = new URLSearchParams(new FormData(undo));
  const { action } = undo;
  const button = document.createElement("button");
  const label = document.getElementById("frame").dataset.undo;
  let left = UNDO_S;
  const count = () => {
    button.textContent = `${label} · ${left} s`;
    left -= 1;
    if (left < 0) {
      clearInterval(ticking);
      toast.replaceChildren();
    }
  };
  button.addEventListener("click", () => {
    clearInterval(ticking);
    toast.replaceChildren();
    enqueue(() => send(action, fields));
  });
  const text = document.createElement("span");
  text.textContent = undo.querySelector(".undone").textContent;
  toast.replaceChildren(text, button);
  count();
  ticking = setInterval(count, 1000);
}

// --- results that are on their way, or wait -------------------------------------------------------

const sending = new Map(); // the results by the keys of their rows, as they are sent

const written = (result) => JSON.parse(document.getElementById("boards").dataset.results)[result];
const boardOf = (row) => row.querySelector(".board").textContent.trim();

// A row that shows a result before the server has it; its buttons are there for the answer.
function showSent(row, result, ...more) {
  const cell = row.querySelector("td.result");
  const said = document.createElement("span");
  said.className = "said sent";
  said.append(written(result), ...more);
  if (cell.contains(document.activeElement)) row.focus({ preventScroll: true });
  cell.append(said);
  row.removeAttribute("data-open");
  row.setAttribute("aria-busy", "true");
  row.classList.add("unsent");
}

// The row as it was, if it has not been answered.
function takeBack(row) {
  const sent = row?.querySelector(".sent");
  if (!sent) return;
  sent.remove();
  row.setAttribute("data-open", "");
  row.removeAttribute("aria-busy");
  row.classList.remove("unsent", "waits");
}

// A sign and a word, and a button for a slip of the hand.
function showWaiting(row, act) {
  const { rowWaiting, takeBack: label } = words();
  const why = document.createElement("span");
  why.className = "quiet";
  why.textContent = `↻ ${rowWaiting}`;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "small", title: label, textContent: "✕" });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => results.settle(act));
  showSent(row, act.body.result, why, button);
  row.removeAttribute("aria-busy");
  row.classList.add("waits");
}

function showRefused(row, act) {
  const line = document.createElement("p");
  line.className = "problem unrecorded";
  line.textContent = `⚠ ${filled(words().rowRefused, act)} ${whyRefused(act)}`;
  row.querySelector("td.result").append(line);
}

// The rows say what waits and what was refused. A result that was just recorded stays as it is shown
// until its row comes from the server.
function showKept() {
  if (!document.getElementById("boards")) return;
  for (const old of document.querySelectorAll("#boards .unrecorded")) old.remove();
  const { acts } = results;
  for (const row of document.querySelectorAll("#boards tr.waits")) {
    const act = acts.find(({ body }) => body.game === row.dataset.key);
    if (act?.problem || (!act && !results.isRecorded(row.dataset.key))) takeBack(row);
  }
  for (const act of results.refused) {
    const row = rowOf(act.body.game);
    if (row) showRefused(row, act);
  }
  for (const act of results.waiting) {
    const row = rowOf(act.body.game);
    if (row?.matches("[data-open]")) showWaiting(row, act);
  }
}

// A newer row of another act still shows the result that is on its way.
document.addEventListener("planilla-swapped", () => {
  for (const [key, { result }] of sending) {
    const row = rowOf(key);
    if (row?.matches("[data-open]")) showSent(row, result);
  }
  showKept();
});
document.addEventListener("planilla-kept", showKept);

// `pressed` is what a button of the row says: its game, White, Black and the result.
function enter(row, pressed) {
  const { key } = row.dataset;
  const [game, white, black, result] = pressed.split(" ");
  const form = row.closest(BOARDS);
  const command = newId();
  const next = form.elements.namedItem("next").value;
  const fields = new URLSearchParams({ command_id: command, next, pressed });
  const { round } = document.getElementById("boards").dataset;
  say("");
  const act = results.add({
    id: `${command}:${game}`, // as the form of the boards names it
    body: { game, players: [white, black], result },
    ...{ round, board: boardOf(row), said: written(result) },
  });
  if (!act) {
    say(words().full);
    return;
  }
  if (results.offline) {
    results.send(); // in order, behind those that wait
    return;
  }
  showSent(row, result);
  sending.set(key, { action: form.action, fields, result, act });
  enqueue(() => sendResult(key, sending.get(key)));
}

// Those behind one that found no server wait like it.
async function sendResult(key, { action, fields, act }) {
  let isRecorded = null;
  const answered = (recorded) => {
    sending.delete(key);
    isRecorded = recorded;
    results.settle(act);
  };
  try {
    if (results.offline) throw new Error("offline");
    await send(action, fields, key, { answered, patience: PATIENCE_MS });
  } catch (error) {
    if (isRecorded !== null) throw error;
    sending.delete(key);
    say(words().kept);
  }
  // A row whose result is recorded is not open again, even if its answer came after a newer page.
  if (!isRecorded) takeBack(rowOf(key));
  if (isRecorded === null) results.letGo(act);
}

// Who leaves the page leaves no result behind: one that is sent twice is one command.
addEventListener("pagehide", () => {
  for (const { action, fields, act } of sending.values()) {
    fetch(action, { method: "POST", body: fields, keepalive: true });
    results.letGo(act);
  }
});

// --- the keyboard -------------------------------------------------------------------------------

function focused() {
  return document.activeElement?.closest?.("#boards tr[data-key]") ?? null;
}

// A key that enters nothing says why.
function sayNoKey(row) {
  const { noKey, noneOpen } = document.getElementById("boards").dataset;
  say(row ? noKey.replace("#", boardOf(row)) : noneOpen);
}

// On the card of a match: the game whose buttons have the focus, else the first one that is open.
function enterOnCard(result) {
  const forms = [...document.querySelectorAll("#open-games form")];
  const form = forms.find((each) => each.contains(document.activeElement)) ?? forms[0];
  form?.querySelector(`button[value="${result}"]`)?.click();
}

function enterByKey(result) {
  if (!document.getElementById("boards")) {
    enterOnCard(result);
    return;
  }
  const open = rows();
  const row = focused() ?? open[0];
  if (!row?.matches("[data-open]")) {
    sayNoKey(row);
    return;
  }
  const next = open[open.indexOf(row) + 1] ?? open.find((each) => each !== row);
  enter(row, row.querySelector("button[name=pressed]").value.replace(/\S+$/, result));
  next?.focus();
}

function walk(by) {
  const all = [...document.querySelectorAll("#boards tr[tabindex]")];
  const at = all.indexOf(focused());
  all[Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase(); // with Caps Lock too
  if ((event.ctrlKey || event.metaKey) && key === "z" && !isTyping()) {
    event.preventDefault();
    undoByKey();
    return;
  }
  if (sheet) return;
  if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.matches(".slider")) return;
  if (RESULT_KEYS[event.key]) {
    event.preventDefault();
    enterByKey(RESULT_KEYS[event.key]);
  } else if (ACTS[key]) {
    const act = document.querySelector(ACTS[key]);
    if (act) event.preventDefault();
    act?.focus(); // and Enter does it
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!document.getElementById("boards")) return;
    event.preventDefault();
    walk(event.key === "ArrowDown" ? 1 : -1);
  }
});

// The list of open boards: a press goes to the row, and its keys enter the result.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  const row = link && document.getElementById(link.dataset.to);
  if (!row || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  goToRow(row);
});

// An act that the palette names: its button has the focus, and Enter does it.
function goToAct() {
  const name = CSS.escape(location.hash.slice(1));
  const button = document.querySelector(`#acts form[data-act="${name}"] button`);
  button?.focus();
  return Boolean(button);
}

addEventListener("hashchange", goToAct);
if (!goToAct() && !isTyping()) rows()[0]?.focus({ preventScroll: true });
showKept();
