// What the device lends to the page: a place to keep things, a screen that stays on, a second copy.

// Things kept by name on this device, for all tabs; what it does not keep, for as long as the page is
// open. A name is written as a whole: what two tabs may write at the same time has two names.
export function store(prefix) {
  const memory = new Map();
  const key = (name) => `${prefix} ${name}`;
  const stored = (work, otherwise) => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    read(name) {
      if (memory.has(name)) return memory.get(name);
      return stored(() => JSON.parse(localStorage.getItem(key(name))), null);
    },
    write(name, value) {
      memory.set(name, value);
      stored(() => {
        localStorage.setItem(key(name), JSON.stringify(value));
        memory.delete(name);
      });
    },
    remove(name) {
      memory.delete(name);
      stored(() => localStorage.removeItem(key(name)));
    },
    names() {
      const kept = stored(() => Object.keys(localStorage), []);
      const ours = kept.filter((each) => each.startsWith(key(""))).map((each) => each.slice(key("").length));
      return [...new Set([...ours, ...memory.keys()])];
    },
    // `onChange()` whenever another tab has written something.
    watch(onChange) {
      addEventListener("storage", ({ key: name }) => {
        if (name === null || name.startsWith(key(""))) onChange();
      });
    },
  };
}

// A tablet on a table must not go dark; browsers ask for a tap first, and forget when hidden.
export const staysAwake = () => Boolean(navigator.wakeLock); // over https and on localhost alone

export function stayAwake() {
  if (!staysAwake()) return;
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
