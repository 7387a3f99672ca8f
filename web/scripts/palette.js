// Ctrl+K or ⌘K on the pages of the arbiters: all their pages and players, by a few letters.
//
// What can be found are the links that stand on the desk and on the page of entries, which everybody
// without script uses; they are read when the list is first opened. Of an act the button is found,
// which has the focus then.

import { plain } from "./page.js";
import { load } from "./swap.js";

const SHOWN_MAX = 12;
const opener = document.getElementById("palette-open");
const home = `/t/${document.getElementById("frame")?.dataset.tournament}`;
const PAGES = [
  [`${home}/arbiter`, ".tabs a, #main .acts a[href], .desk-link, #acts form[data-act] button"],
  [`${home}/entries`, "table.entrants a[href]"],
];

const title = () => opener.querySelector("span").textContent; // without its key

let dialog = null;
let field = null;
let list = null;
let found = [];
let at = 0;

async function links() {
  const known = new Map();
  for (const [address, selector] of PAGES) {
    const page = await load(address).catch(() => null);
    for (const link of page?.querySelectorAll(selector) ?? []) {
      link.querySelector("kbd")?.remove();
      const text = link.textContent.replace(/\s+/g, " ").trim();
      const act = link.form?.dataset.act;
      const href = act ? `${home}/arbiter#${act}` : link.getAttribute("href");
      if (text && href.startsWith("/")) known.set(`${text} ${href}`, { text, href, key: plain(text) });
    }
  }
  return [...known.values()];
}

function make() {
  dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", title());
  field = document.createElement("input");
  list = document.createElement("ul");
  list.id = "palette-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", title());
  for (const [name, value] of Object.entries({
    type: "text",
    role: "combobox",
    autocomplete: "off",
    "aria-label": title(),
    "aria-controls": list.id,
    "aria-expanded": "true",
    "aria-autocomplete": "list",
  })) field.setAttribute(name, value);
  dialog.append(field, list);
  document.body.append(dialog);
  field.addEventListener("input", () => show(0));
  field.addEventListener("keydown", onKey);
  list.addEventListener("click", (event) => go(event.target.closest("li")?.dataset.href));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function go(href) {
  if (!href) return;
  dialog.close();
  location.assign(href);
}

function show(chosen) {
  const words = plain(field.value).split(" ").filter(Boolean);
  const matches = found.filter((each) => words.every((word) => each.key.includes(word))).slice(0, SHOWN_MAX);
  at = matches.length ? (chosen + matches.length) % matches.length : 0;
  list.replaceChildren(
    ...matches.map((each, place) => {
      const line = document.createElement("li");
      line.id = `palette-${place}`;
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", String(place === at));
      line.dataset.href = each.href;
      line.textContent = each.text;
      return line;
    }),
  );
  list.dataset.none = matches.length ? "" : opener.dataset.none;
  if (matches.length) field.setAttribute("aria-activedescendant", `palette-${at}`);
  else field.removeAttribute("aria-activedescendant");
}

function onKey(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    show(at + step);
  } else if (event.key === "Enter") {
    event.preventDefault();
    go(document.getElementById(`palette-${at}`)?.dataset.href);
  }
}

async function open() {
  if (!dialog) make();
  if (dialog.open) return;
  field.value = "";
  dialog.showModal();
  show(0);
  if (found.length) return;
  found = await links();
  show(0);
}

function onShortcut(event) {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  open();
}

if (opener) {
  document.addEventListener("keydown", onShortcut);
  opener.addEventListener("click", open);
  opener.hidden = false;
}
