// The page of a board on a player's phone. A report that finds no network is kept on the phone and
// sent again under its id, from whichever of these pages is open first; a newer one takes its place.

import { parse, swapParts } from "./swap.js";

const KEPT = "planilla claim ";
const PATIENCE_MS = 8000;
const RETRY_MS = 5000;
const LOOK_MS = 15000;
const TRY_LATER = [408, 425, 429, 500, 502, 503, 504];
const ID_BYTES = 16;

const page = () => document.getElementById("claim");
const here = page()?.dataset.api;
let sending = false;
let timer = null;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- what is kept on this phone -------------------------------------------------------------------

const memory = new Map(); // where the browser keeps nothing, as in some private windows

function read(address) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + address) ?? "null") ?? memory.get(address);
  } catch {
    return memory.get(address);
  }
}

function keep(address, report) {
  memory.set(address, report);
  try {
    localStorage.setItem(KEPT + address, JSON.stringify(report));
  } catch {
    // It stays in memory.
  }
}

function forget(address, id) {
  if (read(address)?.id !== id) return; // a newer one was tapped meanwhile
  memory.delete(address);
  try {
    localStorage.removeItem(KEPT + address);
  } catch {
    // It was only in memory.
  }
}

function addresses() {
  const found = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(KEPT)) found.add(name.slice(KEPT.length));
    }
  } catch {
    // Only those in memory.
  }
  return [...found];
}

// --- sending ---------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (!here || !event.target.closest("#claim")) return;
  event.preventDefault();
  const result = event.submitter?.name === "result" ? event.submitter.value : null;
  keep(here, { id: newId(), result });
  send();
});

async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    for (const address of addresses()) await sendOne(address);
    await look();
  } catch {
    tellKept();
  } finally {
    sending = false;
    timer = setTimeout(addresses().length ? send : lookAgain, addresses().length ? RETRY_MS : LOOK_MS);
  }
}

// Send what is kept for an address, until nothing newer is: an answer of any kind settles it.
async function sendOne(address) {
  for (let report = read(address); report; report = read(address)) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": report.id },
      body: JSON.stringify({ result: report.result }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (TRY_LATER.includes(answer.status)) throw new Error(`${answer.status}`);
    forget(address, report.id);
    problem = answer.ok || address !== here ? "" : ((await answer.json()).title);
  }
}

// --- what is shown ---------------------------------------------------------------------------------

let problem = "";

// Ask for the page again: the other side may have said something, or the arbiter.
async function look() {
  const answer = await fetch(location.href, {
    headers: { accept: "text/html" },
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (TRY_LATER.includes(answer.status)) throw new Error(`${answer.status}`);
  swapParts(parse(await answer.text()), ["claim"]);
  if (problem) tellProblem(problem);
}

async function lookAgain() {
  if (!document.hidden && page()?.hasAttribute("data-waits")) await send();
  else timer = setTimeout(lookAgain, LOOK_MS);
}

function tellProblem(sentence) {
  const there = page().querySelector(".problem");
  const line = there ?? document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = sentence;
  if (!there) page().querySelector("dl")?.after(line);
}

function tellKept() {
  const report = here && read(here);
  const line = page()?.querySelector(".claim-standing");
  if (!report || !line) return;
  const { kept, keptBack } = page().dataset;
  const pressed = page().querySelector(`button[value="${CSS.escape(report.result ?? "")}"]`);
  const written = pressed?.querySelector("b").textContent ?? "";
  line.textContent = report.result === null ? keptBack : kept.replace("#", written);
  line.classList.add("kept");
  for (const button of page().querySelectorAll("button[name=result]")) {
    button.setAttribute("aria-pressed", `${button === pressed}`);
    button.classList.toggle("plain", button !== pressed);
  }
}

addEventListener("online", send);
document.addEventListener("visibilitychange", () => document.hidden || send());
if (here) send();
