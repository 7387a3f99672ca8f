// What the device lends to the page: a screen that stays on, a second copy.

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
