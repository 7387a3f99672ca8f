// Results that were typed while the server could not be reached: kept on this device, and sent when it
// answers again, also from a later page. No name and no secret is kept, only the link that they were
// typed with, as the log calls it: under another one nothing is sent.
//
// An act is {id, order, actor, at, body, round, board, said, freshUntil}; `freshUntil` is how long its own page
// sends it by itself. The list stands in `#kept`, and "planilla-kept" tells the page of each change.

import { filled } from "./language.js";
import { store } from "./kept.js";
import { put } from "./rows.js";
import { SendQueue, newId } from "./send-queue.js";

const SENT_FOR_MS = 3 * 24 * 3600_000; // a result is not sent long after its round
const KEPT_FOR_MS = 30 * 24 * 3600_000;
const MOST = 300;
const FRESH_MS = 20_000;
const list = () => document.getElementById("kept");
export const words = () => JSON.parse(list().dataset.words);

class KeptResults extends SendQueue {
  constructor({ tournament, actor, ...queue }) {
    super(queue);
    this.address = `/api/t/${tournament}/commands/record-result`;
    this.actor = actor;
    this.recorded = new Set(); // the games whose results waited and were recorded from this page
    this.hasNews = false; // some since the page was last asked to show its rows anew
    this.open();
    this.#removeOld();
  }

  #removeOld() {
    for (const act of this.acts) if (Date.now() - act.at > KEPT_FOR_MS) this.forget(act);
    this.read();
  }

  // Of each act why it is not sent.
  read() {
    this.acts = this.entries().map((act) => ({ ...act, problem: act.problem ?? this.#obstacle(act) }));
  }

  #obstacle({ actor, at }) {
    if (actor !== this.actor) return { code: "otherLink" };
    return Date.now() - at > SENT_FOR_MS ? { code: "tooOld" } : undefined;
  }

  first() {
    this.read();
    return this.acts.find(({ problem, freshUntil }) => !problem && !(freshUntil > Date.now()));
  }

  get waiting() {
    return this.acts.filter(({ problem, freshUntil }) => !problem && !(freshUntil > Date.now()));
  }

  get refused() {
    return this.acts.filter(({ problem }) => problem);
  }

  // Keep a result; null where there are too many.
  add(act) {
    this.read();
    if (this.acts.length >= MOST) return null;
    this.recorded.delete(act.body.game);
    const at = Date.now();
    const made = { ...act, actor: this.actor, at, order: this.orderAfterAll(at) };
    this.keep({ ...made, freshUntil: this.offline ? 0 : at + FRESH_MS });
    this.changed();
    return made;
  }

  // Its own page could not send it, or is left.
  letGo(act) {
    if (!this.entries().some(({ order }) => order === act.order)) return;
    this.keep({ ...act, freshUntil: 0 });
    this.cutOff();
  }

  // Whether a result that waited was recorded, as its row will say.
  isRecorded(game) {
    return this.recorded.has(game);
  }

  settle(act) {
    this.forget(act);
    this.changed();
  }

  tryAgain({ problem, ...act }) {
    this.keep({ ...act, id: newId(), actor: this.actor, at: Date.now(), freshUntil: 0 });
    this.changed();
    this.send();
  }

  async sendOne(act) {
    const answer = await this.asked(this.address, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": act.id },
      body: JSON.stringify(act.body),
    });
    if (!answer.code) {
      this.forget(act);
      this.recorded.add(act.body.game);
      this.hasNews = true;
    } else if (this.entries().some(({ order }) => order === act.order)) {
      this.keep({ ...act, problem: { code: answer.code, title: answer.title } });
    }
  }
}

function onChange() {
  draw();
  document.dispatchEvent(new Event("planilla-kept"));
  if (!results.hasNews || results.sending) return;
  results.hasNews = false;
  document.dispatchEvent(new Event("planilla-sheet")); // the rows that they are in
}

// --- the list -------------------------------------------------------------------------------------

export function whyRefused({ problem }) {
  return problem.title ?? words()[problem.code];
}

const lineOf = (act) => filled(words().line, act);

function button(text, work) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "small plain";
  made.textContent = text;
  made.addEventListener("click", work);
  return made;
}

function refusedItem(act) {
  const item = document.createElement("li");
  const said = document.createElement("span");
  said.textContent = `⚠ ${lineOf(act)}. ${whyRefused(act)}`;
  item.append(
    said,
    " ",
    button(words().again, () => results.tryAgain(act)),
    button(words().dismiss, () => results.settle(act)),
  );
  return item;
}

const LINES_MOST = 12;

function draw() {
  const { waiting, refused } = results;
  const place = list();
  place.hidden = !waiting.length && !refused.length;
  const [status, title, items] = place.children;
  const lines = waiting.slice(0, LINES_MOST).map(lineOf);
  if (waiting.length > LINES_MOST) lines.push("…");
  put(status, waiting.length ? `↻ ${filled(words().waiting, { n: waiting.length })} ${lines.join(" · ")}` : "");
  title.hidden = !refused.length;
  const at = [...items.querySelectorAll("button")].indexOf(document.activeElement);
  items.replaceChildren(...refused.map(refusedItem));
  if (at >= 0) items.querySelectorAll("button")[at]?.focus();
}

const { tournament } = document.getElementById("frame").dataset;
export const results = new KeptResults({
  tournament,
  actor: list().dataset.actor,
  kept: store(`planilla results ${tournament}`),
  onChange,
});

draw();
results.send();
setTimeout(() => results.send(), FRESH_MS); // what another page was sending when it ended
addEventListener("online", () => results.send());
document.addEventListener("planilla-live", () => results.waiting.length && results.send());
document.getElementById("frame").addEventListener("planilla-moment", draw);
