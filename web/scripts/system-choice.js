// The settings of a system follow its choice. Without script, a button asks for them.

import { load, swapParts } from "./swap.js";

let asked = 0;

const chosen = (box) => box.querySelector("select, :checked").value;

async function choose(box) {
  const address = `${location.pathname}?${new URLSearchParams({ system: chosen(box) })}`;
  const mine = (asked += 1);
  try {
    const page = await load(address);
    if (mine === asked) swapParts(page, ["settings"]);
  } catch {
    location.assign(address); // the page says what is wrong
  }
}

// A choice made before this script ran, or restored by the browser, is followed too.
function begin() {
  const box = document.getElementById("system-choice");
  if (!box) return;
  box.querySelector("button").hidden = true;
  const shown = document.querySelector("#settings [name='system']");
  if (shown && shown.value !== chosen(box)) choose(box);
}

// The form may be replaced by a newer one while the page lives.
document.addEventListener("change", (event) => {
  const box = event.target.closest("#system-choice");
  if (box) choose(box);
});
document.addEventListener("planilla-swapped", begin);
begin();
