// Pages of several tournaments, the front page and those of a festival: they follow them and ask for
// themselves again when one records something, and a tap of the check-in changes its row without
// leaving the page.

import { connectLive } from "./live.js";
import { named } from "./live-state.js";
import { isTyping } from "./page.js";
import { countHeld, isPaused, whenGoing } from "./pause.js";
import { load, parse, swapParts } from "./swap.js";

const PARTS = ["front", "festival", "sheet"];
const ASK_MS = { front: 5000, festival: 1000, sheet: 1000 }; // at most so often, and a little later than others
const AGAIN_MS = { front: 60_000, festival: 60_000, sheet: 15_000 }; // no channel tells of a check-in, or who has joined
const EACH_MS = 5; // for each who watches: thousands must not ask at once
const part = () => document.querySelector("[data-live]");
const shown = () => part().dataset;
let queue = Promise.resolve();
let asked = null;
let live = null;

function askSoon() {
  const bound = Math.max(ASK_MS[part().id], EACH_MS * (live?.watchers ?? 1));
  asked ??= setTimeout(() => whenGoing(ask), bound * (0.2 + Math.random()));
}

// What somebody types in waits.
function ask() {
  asked = null;
  if (isTyping() && part().contains(document.activeElement)) askSoon();
  else enqueue(async () => swapParts(await load(shown().live), PARTS));
}

// Without a network the page stays as it is; what comes next asks again.
function enqueue(work) {
  queue = queue.then(work).catch(() => {});
}

function follow() {
  const tournaments = shown().tournaments.split(" ").filter(Boolean);
  if (tournaments.length) live = connectLive({
    views: tournaments.map((each) => `t/${each}/event`),
    onRows: (_, state) => {
      const [row] = named(state).values();
      if (!(row?.changed_at > Number(shown().changedAt))) return;
      if (isPaused()) countHeld();
      askSoon();
    },
    onPeople: askSoon,
  });
  setInterval(() => document.hidden || askSoon(), AGAIN_MS[part().id] * (0.8 + 0.4 * Math.random()));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-tap]")) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  enqueue(async () => {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    if (answer.ok) swapParts(parse(await answer.text()), PARTS);
    else location.reload();
  });
});

if (part()) follow();
