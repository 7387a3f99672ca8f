// A service worker: the tablet's page and its scripts again, when the network does not answer.
//
// The page comes from the network wherever there is one; the addresses of its scripts and styles
// name their release, so that a copy of them is never old.

const KEPT = "planilla-tablet";
const PATIENCE_MS = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What the page has loaded is kept; what belonged to another release is not.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

async function keep({ page, assets }) {
  const cache = await caches.open(KEPT);
  const kept = await cache.keys();
  const wanted = new Set(assets);
  const isOld = ({ url }) => new URL(url).pathname.startsWith("/assets/") && !wanted.has(url);
  await Promise.all(kept.filter(isOld).map((request) => cache.delete(request)));
  const known = new Set(kept.map(({ url }) => url));
  await cache.addAll(assets.filter((url) => !known.has(url)));
  if (!(await cache.match(page))) await cache.add(page);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigated(request));
  else if (new URL(request.url).pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function navigated(request) {
  const cache = await caches.open(KEPT);
  const page = new URL(request.url).pathname;
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) await cache.put(page, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(page);
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}
