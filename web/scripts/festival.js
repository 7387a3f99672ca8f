// Pages of a festival: what its tournaments record comes every quarter of a minute, and a tap of the
// check-in changes its row without leaving the page.

import { load, parse, swapParts } from "./swap.js";

const PARTS = ["festival", "sheet"];
const EVERY_MS = 15_000;
const live = document.querySelector("[data-live]");
let queue = Promise.resolve();

// Asked again after a time with some chance in it, so that a crowd does not come at once; a page that
// nobody sees, or in which somebody types, waits.
function ask() {
  setTimeout(() => {
    const isTyping = live.contains(document.activeElement) && document.activeElement.matches("input");
    if (!document.hidden && !isTyping) enqueue(async () => swapParts(await load(address()), PARTS));
    ask();
  }, EVERY_MS * (0.8 + 0.4 * Math.random()));
}

const address = () => document.querySelector("[data-live]").dataset.live;

// Without a network the page stays as it is; the next time asks again.
function enqueue(work) {
  queue = queue.then(work).catch(() => {});
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

if (live) ask();
