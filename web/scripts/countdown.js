// Counts down to what is due, by the server's clock and not by this device's.
//
// The page says when it was rendered (`data-now`, ms); from then on a clock counts that nobody can
// set. It may stand still while the device sleeps, so on waking the server is asked again.

import { LOCALE } from "./language.js";
import { CLOCK } from "./page.js";

const SECOND_MS = 1000;
const OFF_MS = 1500; // the header has whole seconds

const page = document.querySelector("[data-now]");
const begun = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
let offset = Number(page?.dataset.now ?? 0) - begun;
if (!navigator.onLine) offset = Date.now() - performance.now(); // the page is a copy

export const serverNow = () => performance.now() + offset;

const two = (n) => `${n}`.padStart(2, "0");

export function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, two(seconds % 60)];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function show() {
  const isPast = document.querySelector("[data-past]") !== null;
  for (const element of document.querySelectorAll(".countdown[data-due]")) {
    const text = isPast ? "" : left(Number(element.dataset.due) - serverNow());
    if (element.textContent !== text) element.textContent = text;
  }
  for (const clock of isPast ? [] : document.querySelectorAll("[data-clock]")) {
    const text = new Date(serverNow()).toLocaleTimeString(LOCALE, CLOCK);
    if (clock.textContent !== text) clock.textContent = text;
  }
  // A notice that has ended is no longer shown, also before the page is asked for again.
  for (const notice of document.querySelectorAll("[data-until]")) {
    notice.hidden = !isPast && serverNow() >= Number(notice.dataset.until);
  }
}

async function ask() {
  if (document.hidden) return;
  try {
    const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
    const said = Date.parse(answer.headers.get("date")) + SECOND_MS / 2;
    if (Math.abs(said - serverNow()) > OFF_MS) offset += said - serverNow();
  } catch {
    // offline: the clock we have goes on
  }
  show();
}

if (page) {
  show();
  setInterval(show, SECOND_MS / 4);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("planilla-swapped", show);
}
