// Notifications about followed players, where the browser and the server have them. The service worker
// shows them (app-worker.js); the browser notes for which tournaments it has asked.

const frame = document.getElementById("frame");
const tournament = frame?.dataset.tournament;
const PREFIX = "notify ";
const line = () => document.getElementById("notify");

const isPossible =
  window.top === window.self &&
  globalThis.isSecureContext &&
  Boolean(navigator.serviceWorker && globalThis.PushManager && globalThis.Notification);

function noted() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return []; // a browser that keeps nothing has asked for nothing
  }
}

const isOn = () => noted().includes(PREFIX + tournament);

function note(isWanted) {
  if (isWanted) localStorage.setItem(PREFIX + tournament, "on");
  else localStorage.removeItem(PREFIX + tournament);
}

// The button, as things are; `said` is announced.
export function showNotify(said = "") {
  const found = line();
  if (!found || !isPossible) return;
  const texts = found.dataset;
  const isDenied = Notification.permission === "denied";
  const button = found.querySelector("button");
  found.hidden = false;
  button.hidden = isDenied;
  button.textContent = isOn() ? texts.stop : texts.start;
  found.querySelector("[role=status]").textContent = isDenied ? texts.denied : said;
}

const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const registration = () => navigator.serviceWorker.ready;

async function subscription(key) {
  const { pushManager } = await registration();
  const known = await pushManager.getSubscription();
  if (known && encoded(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe(); // the server has another key now
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function post(path, body) {
  const answer = await fetch(`/t/${tournament}/push${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
}

async function start(entrants) {
  if ((await Notification.requestPermission()) !== "granted") return "";
  const wanted = await subscription(line().dataset.key);
  const [p256dh, auth] = ["p256dh", "auth"].map((name) => encoded(wanted.getKey(name)));
  await post("", { endpoint: wanted.endpoint, p256dh, auth, entrants });
  note(true);
  return line()?.dataset.started;
}

async function stop() {
  const known = await (await registration()).pushManager.getSubscription();
  if (known) await post("/end", { endpoint: known.endpoint });
  note(false);
  if (!noted().length) await known?.unsubscribe();
  return line()?.dataset.stopped;
}

async function tried(act) {
  const button = line()?.querySelector("button");
  if (button) button.disabled = true;
  try {
    showNotify(await act());
  } catch {
    showNotify(line()?.dataset.failed);
  } finally {
    if (button) button.disabled = false;
  }
}

// The followed changed: the server is told whom, or that nobody is left.
export function followedChanged(entrants) {
  if (isPossible && isOn() && line()) tried(() => (entrants.length ? start(entrants) : stop()));
}

// A tap on the button, for those who are followed now.
export function listenForNotify(followed) {
  document.addEventListener("click", (event) => {
    if (event.target.closest("#notify button")) tried(() => (isOn() ? stop() : start(followed())));
  });
}
