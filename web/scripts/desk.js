// The arbiter's desk: acts without leaving the page, results by keyboard, undo for ten seconds.
// What an act would bring comes as a sheet above the desk, to be confirmed there.

import { goToRow, isTyping, localise } from "./page.js";
import { parse, swapParts } from "./swap.js";

const UNDO_S = 10;
const KEYS = { 1: "1-0", 2: "½-½", 3: "0-1" };
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
  const key = form.closest("tr[data-key]")?.dataset.key ?? sheet?.dataset.key;
  enqueue(() => send(form.action, fields, key));
});

function enqueue(work) {
  queue = queue.then(work).catch(() => say(document.getElementById("frame").dataset.offline));
}

async function send(action, fields, key) {
  say(""); // on a slow link nobody takes back the act before the one they mean
  const before = document.getElementById("undo")?.dataset.version;
  const answer = await fetch(action, { method: "POST", body: fields });
  const page = parse(await answer.text());
  const asked = page.getElementById("confirm");
  if (asked && !answer.redirected) {
    ask(asked, key);
    return;
  }
  sheet?.close();
  const target = new URL(answer.url);
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
  if (undo && undo.dataset.version !== before) offerUndo(undo);
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

function enter(result) {
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
  const key = row.dataset.key;
  const next = open[open.indexOf(row) + 1] ?? open.find((each) => each !== row);
  row.removeAttribute("data-open");
  next?.focus();
  enqueue(() => {
    const form = rowOf(key)?.querySelector('form[data-act="record-result"]');
    if (!form) return null;
    const fields = new URLSearchParams(new FormData(form));
    fields.set("result", result);
    return send(form.action, fields, key);
  });
}

function walk(by) {
  const all = [...document.querySelectorAll("#boards tr[data-key]")];
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
  if (KEYS[event.key]) {
    event.preventDefault();
    enter(KEYS[event.key]);
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

if (!isTyping()) rows()[0]?.focus({ preventScroll: true });
