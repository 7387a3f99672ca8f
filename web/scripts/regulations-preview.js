// The regulations beside a form that founds a tournament, renewed while somebody types. The server
// writes them; without script a button of the form asks for them.

import { parse } from "./swap.js";

const WAIT_MS = 400;
const form = document.querySelector("form[data-preview]");
const section = document.getElementById("preview");
const fold = section.querySelector("details");
const articles = document.getElementById("preview-articles");
const said = document.getElementById("preview-said");
const announce = document.getElementById("announce");

let timer = 0;
let asking = null;
let isShown = articles.children.length > 0;

const later = () => {
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT_MS);
};

// Nobody is told that a name is missing before there was one.
async function ask() {
  if (!fold.open || !(isShown || form.elements.namedItem("name").value.trim())) return;
  asking?.abort();
  const mine = (asking = new AbortController());
  const body = new URLSearchParams(new FormData(form));
  body.set("preview", "1");
  try {
    const headers = { accept: "text/html" };
    const answer = await fetch(location.pathname, { method: "POST", body, headers, signal: mine.signal });
    const page = parse(await answer.text());
    if (mine === asking && page.getElementById("preview")) show(page);
  } catch {
    // Without an answer the last preview stays, and the next entry asks again.
  }
}

function show(page) {
  const fresh = page.getElementById("preview-articles");
  const isRight = fresh.children.length > 0;
  if (isRight) articles.replaceChildren(...fresh.childNodes);
  articles.classList.toggle("stale", !isRight);
  said.replaceChildren(...page.getElementById("preview-said").childNodes);
  isShown = true;
  markFaults(page);
}

// The sentences of the fields that are wrong now, each where the whole page would have it.
function markFaults(page) {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    describe(field, (id) => !id.startsWith("wrong-"));
  }
  const faults = [...page.querySelectorAll("form[data-preview] .wrong")];
  for (const fault of faults) place(fault);
  const sentences = [...faults, ...said.querySelectorAll(".whole")].map((each) => each.textContent);
  const text = [...new Set(sentences)].join(" ");
  if (announce.textContent !== text) announce.textContent = text;
}

function place(fault) {
  const around = fault.parentElement;
  const box = around.closest("label, fieldset, details");
  const like = box?.querySelector("[name]");
  const ours = like && [...form.elements].find((each) => each.name === like.name && each.type === like.type);
  const there = ours?.closest(box.localName);
  if (!there) {
    said.append(" ", document.adoptNode(fault));
    return;
  }
  const heading = there.querySelector(":scope > :is(legend, summary)");
  if (heading) heading.after(document.adoptNode(fault));
  else there.append(document.adoptNode(fault));
  for (let each = there.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  if (box.localName !== "label") return;
  ours.setAttribute("aria-invalid", "true");
  describe(ours, () => true, fault.id);
}

function describe(field, isKept, more = "") {
  const ids = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && isKept(id));
  if (more) ids.unshift(more);
  if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
  else field.removeAttribute("aria-describedby");
}

section.hidden = false;
form.querySelector("button[name='preview']").hidden = true;
fold.open ||= matchMedia("(min-width: 1100px)").matches;
form.addEventListener("input", later);
form.addEventListener("change", later);
fold.addEventListener("toggle", later);
document.addEventListener("planilla-swapped", later);
if (!isShown) later();
