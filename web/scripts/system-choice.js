// The settings of a kind or a system follow its choice. Without script, a button asks for them.

import { load, swapParts } from "./swap.js";

const BOXES = "#kind-choice, #system-choice";
const PARTS = { kind: ["kind-shown", "kind-line", "settings"], system: ["settings"] };
const SHOWN = { kind: "[name='kind_shown']", system: "#settings [name='system']" };

let asked = 0;

const nameOf = (box) => box.dataset.choice ?? "system";
const chosen = (box) => box.querySelector("select, :checked").value;

async function choose(box) {
  const name = nameOf(box);
  const address = `${location.pathname}?${new URLSearchParams({ [name]: chosen(box) })}`;
  const mine = (asked += 1);
  try {
    const page = await load(address);
    if (mine !== asked) return;
    swapParts(page, PARTS[name]);
    const settings = document.querySelector("details.settings");
    if (settings && page.querySelector("details.settings[open]")) settings.open = true;
  } catch {
    location.assign(address); // the page says what is wrong
  }
}

// A choice made before this script ran, or restored by the browser, is followed too.
function begin() {
  for (const box of document.querySelectorAll(BOXES)) {
    box.querySelector("button").hidden = true;
    const shown = document.querySelector(SHOWN[nameOf(box)]);
    if (shown && shown.value !== chosen(box)) choose(box);
  }
}

// The form may be replaced by a newer one while the page lives.
document.addEventListener("change", (event) => {
  const box = event.target.closest(BOXES);
  if (box) choose(box);
});
document.addEventListener("planilla-swapped", begin);
begin();
