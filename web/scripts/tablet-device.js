// What the device lends to the page: a place to keep things, a screen that stays on, a second copy.

// Things kept by name on this device; where it keeps nothing, for as long as the page is open.
export function store(prefix) {
  const memory = new Map();
  const key = (name) => `${prefix} ${name}`;
  return {
    read(name) {
      try {
        return JSON.parse(localStorage.getItem(key(name)));
      } catch {
        return memory.get(name) ?? null;
      }
    },
    write(name, value) {
      try {
        localStorage.setItem(key(name), JSON.stringify(value));
      } catch {
        memory.set(name, value);
      }
    },
  };
}

// A tablet on a table must not go dark; browsers ask for a tap first, and forget when hidden.
export function stayAwake() {
  if (!navigator.wakeLock) return;
  let lock = null;
  const ask = async () => {
    if (document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      // the battery is low, or the browser says no
    }
  };
  document.addEventListener("pointerdown", ask);
  document.addEventListener("visibilitychange", ask);
}

const policy = globalThis.trustedTypes?.createPolicy("planilla", { createScriptURL: (url) => url });

// Keep a copy of the page and of what it has loaded, so that it opens again without a network.
export async function openOffline(script, page) {
  if (!globalThis.isSecureContext || !navigator.serviceWorker) return;
  try {
    const address = policy ? policy.createScriptURL(script) : script;
    await navigator.serviceWorker.register(address, { scope: page });
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const assets = loaded.filter((name) => new URL(name).pathname.startsWith("/assets/"));
    active.postMessage({ page, assets: [...new Set(assets)] });
  } catch {
    // a browser that allows none: the menu says so
  }
}
