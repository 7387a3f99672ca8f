// The second look: a key is the result of the board with the focus, which goes on to the next board
// that is not typed yet; how many are typed is counted.

import "./page.js";
import { RESULT_KEYS } from "./result-keys.js";

const form = document.querySelector("form.look");
const rows = [...(form?.querySelectorAll("tr[data-key]") ?? [])];
const typedIn = (row) => row.querySelector("input:checked");
const focused = () => document.activeElement?.closest?.("form.look tr[data-key]") ?? null;

function count() {
  const said = form.querySelector("output");
  const done = rows.filter(typedIn).length;
  said.textContent = said.dataset.said.replace("#", done);
  form.querySelector("progress").value = done;
}

// What a comparison said of a row holds for the result that it had then.
function changed(row) {
  row.querySelector(".mark").replaceChildren();
  count();
}

function choose(row, result) {
  const input = row.querySelector(`input[value="${result}"]`);
  input.checked = true;
  row.querySelector("details").open = Boolean(input.closest("details"));
  changed(row);
  const at = rows.indexOf(row);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find((each) => !typedIn(each));
  (next ?? form.querySelector("button")).focus();
}

function clear(row) {
  const input = typedIn(row);
  if (input) input.checked = false;
  changed(row);
}

function walk(by) {
  const at = rows.indexOf(focused());
  rows[Math.min(rows.length - 1, Math.max(0, at + by))].focus();
}

// Arrows up and down move between boards also from a chosen result, which left and right change.
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.matches("input:not([type=radio])")) return;
  const row = focused();
  const result = RESULT_KEYS[event.key];
  if (result) choose(row ?? rows.find((each) => !typedIn(each)) ?? rows[0], result);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") walk(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Backspace" && row) clear(row);
  else return;
  event.preventDefault();
}

if (form) {
  document.addEventListener("keydown", onKey);
  form.addEventListener("change", (event) => changed(event.target.closest("tr")));
  addEventListener("pageshow", count); // a browser that comes back fills in what was typed
  count();
  if (!document.querySelector("[autofocus]")) rows[0].focus({ preventScroll: true });
}
