// The page of a board on a player's phone. A report that finds no network is kept on the phone and
// sent again under its id, from whichever of these pages is open first; a newer one takes its place.

import { store } from "./kept.js";
import { PATIENCE_MS, TRY_LATER, newId } from "./send-queue.js";
import { parse, swapParts } from "./swap.js";

const RETRY_MS = 5000;
const LOOK_MS = 15000;

const page = () => document.getElementById("claim");
const here = page()?.dataset.api;
let sending = false;
let timer = null;

const kept = store("planilla claim"); // reports by the addresses that they are for

function forget(address, id) {
  if (kept.read(address)?.id === id) kept.remove(address); // otherwise a newer one was tapped meanwhile
}

// --- sending ---------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  if (!here || !event.target.closest("#claim")) return;
  event.preventDefault();
  const result = event.submitter?.name === "result" ? event.submitter.value : null;
  kept.write(here, { id: newId(), result });
  send();
});

const isUnavailable = ({ status }) => status === 500 || TRY_LATER.includes(status);

async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    for (const address of kept.names()) await sendOne(address);
    await look();
  } catch {
    tellKept();
  } finally {
    sending = false;
    const hasMore = kept.names().length > 0;
    timer = setTimeout(hasMore ? send : lookAgain, hasMore ? RETRY_MS : LOOK_MS);
  }
}

// Send what is kept for an address, until nothing newer is: an answer of any kind settles it.
async function sendOne(address) {
  for (let report = kept.read(address); report; report = kept.read(address)) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": report.id },
      body: JSON.stringify({ result: report.result }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (isUnavailable(answer)) throw new Error(`${answer.status}`);
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
  if (isUnavailable(answer)) throw new Error(`${answer.status}`);
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
  const report = here && kept.read(here);
  const line = page()?.querySelector(".claim-standing");
  if (!report || !line) return;
  const said = page().dataset;
  const pressed = page().querySelector(`button[value="${CSS.escape(report.result ?? "")}"]`);
  const written = pressed?.querySelector("b").textContent ?? "";
  line.textContent = report.result === null ? said.keptBack : said.kept.replace("#", written);
  line.classList.add("kept");
  for (const button of page().querySelectorAll("button[name=result]")) {
    button.setAttribute("aria-pressed", `${button === pressed}`);
    button.classList.toggle("plain", button !== pressed);
  }
}

addEventListener("online", send);
document.addEventListener("visibilitychange", () => document.hidden || send());
if (here) send();
