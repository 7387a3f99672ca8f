// The search in a rating list: what was found follows what is typed. Without script, a button asks.

import { load, swapParts } from "./swap.js";

const PAUSE_MS = 250; // nobody is asked for each letter of a fast typist
const LETTERS_MIN = 2;

let timer = null;
let asked = 0;

async function search(form) {
  const query = new URLSearchParams(new FormData(form));
  if (query.get("q").trim().length < LETTERS_MIN) return;
  const mine = (asked += 1);
  try {
    const page = await load(`${form.action}?${query}`);
    if (mine === asked) swapParts(page, ["found"]);
  } catch {
    // the button still asks
  }
}

// The form may be replaced by a newer one while the page lives.
document.addEventListener("input", (event) => {
  const form = event.target.closest("#list-search");
  if (!form) return;
  clearTimeout(timer);
  timer = setTimeout(() => search(form), PAUSE_MS);
});
