// The arbiter's desk: acts without leaving the page, results by keyboard, undo for ten seconds.
// What an act would bring comes as a sheet above the desk, to be confirmed there.
//
// A result is shown in its row at once and then sent; the answer has the rows that changed since
// the version of this page, or the whole desk where more did.

import { goToRow, isTyping, localise } from "./page.js";
import { RESULT_KEYS } from "./result-keys.js";
import { parse, swapParts, whenReleased, withSince } from "./swap.js";

const UNDO_S = 10;
const BOARDS = "form.boards"; // around all boards: a button names one, its players and its result
const ID_BYTES = 16;
const ACTS = { p: "#acts :is(button, a.button)", c: '#acts form[data-act="close-round"] button' };
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

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function enqueue(work) {
  queue = queue.then(work).catch(() => say(document.getElementById("frame").dataset.offline));
}

// What is undone is the last act when its turn comes, after the acts that are on their way.
function undoLast() {
  const undo = document.getElementById("undo");
  return undo && send(undo.action, new URLSearchParams(new FormData(undo)));
}

// `answered` is called before the page changes, with whether the act is recorded.
async function send(action, fields, key, answered = () => {}) {
  // On a slow link nobody takes back the act before the one they mean; a problem stays there.
  if (toast.querySelector("button")) say("");
  const before = document.getElementById("undo")?.dataset.version;
  if (fields.has("next")) {
    const back = withSince(fields.get("next"));
    fields.set("next", back.pathname + back.search + back.hash);
  }
  const answer = await fetch(action, { method: "POST", body: fields });
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
  if (undo && undo.dataset.version !== before && !isSaying()) offerUndo(undo);
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
  const said = document.querySelector("#latest li")?.cloneNode(true);
  said?.querySelector(".when")?.remove();
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
  text.textContent = said?.textContent.trim() ?? "";
  toast.replaceChildren(text, button);
  count();
  ticking = setInterval(count, 1000);
}

// --- results that are on their way ---------------------------------------------------------------

const sending = new Map(); // the results by the keys of their rows, as they are sent

const resultOf = (pressed) => pressed.split(" ").pop();

// A row that shows its result before the server has it; its buttons are there for the answer.
function showSent(row, result) {
  const cell = row.querySelector("td.result");
  const said = document.createElement("span");
  said.className = "said sent";
  said.textContent = JSON.parse(document.getElementById("boards").dataset.results)[result];
  if (cell.contains(document.activeElement)) row.focus({ preventScroll: true });
  cell.append(said);
  row.removeAttribute("data-open");
  row.setAttribute("aria-busy", "true");
}

// The row as it was, if it has not been answered.
function takeBack(row) {
  const sent = row?.querySelector(".sent");
  if (!sent) return;
  sent.remove();
  row.setAttribute("data-open", "");
  row.removeAttribute("aria-busy");
}

// A newer row of another act still shows the result that is on its way.
document.addEventListener("planilla-swapped", () => {
  for (const [key, { fields }] of sending) {
    const row = rowOf(key);
    if (row?.matches("[data-open]")) showSent(row, resultOf(fields.get("pressed")));
  }
});

// `pressed` is what a button of the row says: its game, White, Black and the result.
function enter(row, pressed) {
  const { key } = row.dataset;
  const form = row.closest(BOARDS);
  const next = form.elements.namedItem("next").value;
  const fields = new URLSearchParams({ command_id: newId(), next, pressed });
  say("");
  showSent(row, resultOf(pressed));
  sending.set(key, { action: form.action, fields });
  let isRecorded = false;
  const answered = (recorded) => {
    sending.delete(key);
    isRecorded = recorded;
  };
  // A row whose result is recorded is not open again, even if its answer came after a newer page.
  enqueue(() =>
    send(form.action, fields, key, answered).finally(() => {
      sending.delete(key);
      if (!isRecorded) takeBack(rowOf(key));
    }),
  );
}

// Who leaves the page leaves no result behind: one that is sent twice is one command.
addEventListener("pagehide", () => {
  for (const { action, fields } of sending.values()) {
    fetch(action, { method: "POST", body: fields, keepalive: true });
  }
});

// --- the keyboard -------------------------------------------------------------------------------

function focused() {
  return document.activeElement?.closest?.("#boards tr[data-key]") ?? null;
}

// A key that enters nothing says why.
function sayNoKey(row) {
  const { noKey, noneOpen } = document.getElementById("boards").dataset;
  const board = row?.querySelector(".board").textContent.trim();
  say(row ? noKey.replace("#", board) : noneOpen);
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
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !isTyping()) {
    event.preventDefault();
    document.getElementById("undo")?.requestSubmit();
    return;
  }
  if (sheet) return;
  if (isTyping() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.matches(".slider")) return;
  if (RESULT_KEYS[event.key]) {
    event.preventDefault();
    enterByKey(RESULT_KEYS[event.key]);
  } else if (ACTS[event.key.toLowerCase()]) {
    const act = document.querySelector(ACTS[event.key.toLowerCase()]);
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
