// The settings of a system follow its choice. Without script, a button asks for them.

import { load, swapParts } from "./swap.js";

let asked = 0;

async function choose(form) {
  const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
  const mine = (asked += 1);
  try {
    const page = await load(address);
    if (mine === asked) swapParts(page, ["settings"]);
  } catch {
    form.requestSubmit(); // the page says what is wrong
  }
}

// A choice made before this script ran, or restored by the browser, is followed too.
function begin() {
  const form = document.getElementById("system-choice");
  if (!form) return;
  form.querySelector("button").hidden = true;
  const shown = document.querySelector("#settings [name='system']");
  if (shown && shown.value !== new FormData(form).get("system")) choose(form);
}

// The form may be replaced by a newer one while the page lives.
document.addEventListener("change", (event) => {
  const form = event.target.closest("#system-choice");
  if (form) choose(form);
});
document.addEventListener("planilla-swapped", begin);
begin();
