// The search in a rating list: what was found follows what is typed. Without script, a button asks.

import { load, swapParts } from "./swap.js";

const PAUSE_MS = 250; // nobody is asked for each letter of a fast typist
const LETTERS_MIN = 2;

const form = document.getElementById("list-search");
let timer = null;
let asked = 0;

async function search() {
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

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE_MS);
});
