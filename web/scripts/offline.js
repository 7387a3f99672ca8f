// The pages seen last open again without a network, and say from when they are: see app-worker.js.

import { LOCALE } from "./language.js";
import { CLOCK } from "./page.js";
import { scriptAddress } from "./swap.js";

const OLD_MS = 30_000;
const note = document.querySelector("[data-copy]"); // on pages that do not follow the results
const madeAt = Number(document.getElementById("frame")?.dataset.now ?? note?.dataset.copy ?? Date.now());

// When the server made this page, in ms since 1970: longer ago where it is a copy.
export const pageMadeAt = madeAt;
const [navigation] = performance.getEntriesByType("navigation");
export const isCopy = navigation?.workerStart > 0 && Date.now() - madeAt > OLD_MS;

if (isCopy && note) {
  note.textContent = `${note.textContent} ${new Date(madeAt).toLocaleTimeString(LOCALE, CLOCK)}`;
  note.hidden = false;
}

async function keepPages() {
  try {
    await navigator.serviceWorker.register(scriptAddress("/worker.js"));
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const assets = loaded.filter((name) => new URL(name).pathname.startsWith("/assets/"));
    const page = navigator.serviceWorker.controller ? null : location.href.split("#")[0];
    active.postMessage({ page, assets: [...new Set(assets)] });
  } catch {
    // a browser that allows none: pages need the network
  }
}

const isOwnWindow = window.top === window.self;
if (isOwnWindow && globalThis.isSecureContext && navigator.serviceWorker) {
  if (document.readyState === "complete") keepPages();
  else addEventListener("load", keepPages);
}
