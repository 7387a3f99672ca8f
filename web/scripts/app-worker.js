// The service worker of all public pages: those seen last open again without a network, and messages
// about followed players are shown.
//
// A page comes from the network wherever there is one; only what everybody may see is kept, and the
// page behind a slip, whose code is worth one report of one game, on the phone that opened it. The
// addresses of scripts and styles name their release, so that a copy of them is never old.

const KEPT = "planilla-pages";
const PAGES_MAX = 40;
const PATIENCE_MS = 4000;
const FOR_ALL = "no-cache"; // what holders of links see is private, what changes at once is not stored

const PLACES = /^\/((t|e|players)\/.*)?$/; // the list of tournaments, their pages, festivals, persons
const SLIPS = /^\/c\/[^/]+\/[^/]+$/;
const isAsset = (url) => new URL(url).pathname.startsWith("/assets/");

self.addEventListener("install", () => self.skipWaiting());

// A page without a worker yet says what it is and what it has loaded.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

async function keep({ page, assets }) {
  const cache = await caches.open(KEPT);
  const kept = (await cache.keys()).map(({ url }) => url);
  const release = new Set(assets.map(releaseOf));
  const old = kept.filter((url) => isAsset(url) && !release.has(releaseOf(url)));
  await Promise.all(old.map((url) => cache.delete(url)));
  await cache.addAll(assets.filter((url) => !kept.includes(url)));
  if (page) await store(cache, page, await fetch(page, { headers: { accept: "text/html" } }));
}

const releaseOf = (url) => new URL(url).pathname.split("/")[2];

async function store(cache, address, answer) {
  const { pathname } = new URL(address);
  const isSlip = SLIPS.test(pathname);
  if (!isSlip && !PLACES.test(pathname)) return;
  const isPage = answer.headers.get("content-type")?.startsWith("text/html");
  if (answer.ok && isPage && (isSlip || answer.headers.get("cache-control") === FOR_ALL)) {
    await cache.put(address, answer.clone());
    const pages = (await cache.keys()).filter(({ url }) => !isAsset(url));
    await Promise.all(pages.slice(0, -PAGES_MAX).map((request) => cache.delete(request)));
  } else if (answer.status >= 400 && answer.status < 500) {
    await cache.delete(address); // it was hidden since, or is no longer for everybody
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigated(event));
  else if (isAsset(request.url)) event.respondWith(asset(request));
});

// From the network; from the copy if there is none, or if it takes too long.
async function navigated(event) {
  const address = event.request.url.split("#")[0];
  const cache = await caches.open(KEPT);
  const kept = await cache.match(address, { ignoreVary: true });
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => store(cache, address, answer)).catch(() => {}));
  if (!kept) return fresh.then((answer) => answer.clone());
  const late = new Promise((done) => setTimeout(done, PATIENCE_MS, kept));
  const soon = fresh.then((answer) => (answer.status >= 500 ? kept : answer.clone()), () => kept);
  return Promise.race([soon, late]);
}

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// A message about followed players: shown, and at a tap its page is opened.
self.addEventListener("push", (event) => {
  const { title, body, page, tag, lang } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, data: page }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data, location.origin)));
});

async function openPage(url) {
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = windows.find((each) => new URL(each.url).pathname === url.pathname);
  await (known ? known.focus() : self.clients.openWindow(url.href));
}
