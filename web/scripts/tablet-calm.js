// Taps that nobody meant: on a card that has just changed or moved, or the second of a double tap.

const CALM_MS = 700;
const MOVED_PX = 24; // half a thumb
const FINGER_PX = 48;

let before = null;
let latest = null;

document.addEventListener("click", remember, true);

function remember({ clientX: x, clientY: y, detail }) {
  if (detail === 0) return; // a key
  before = latest;
  latest = { x, y, at: performance.now() };
}

function isSecondTap() {
  if (!before || latest.at - before.at > CALM_MS) return false;
  return Math.hypot(latest.x - before.x, latest.y - before.y) < FINGER_PX;
}

export function isTooSoon(target, { detail }) {
  if (detail !== 0 && isSecondTap()) return true;
  return performance.now() < Number(target.closest("[data-calm]")?.dataset.calm ?? 0);
}

export function calm(card) {
  card.dataset.calm = performance.now() + CALM_MS;
}

// Does `work`; the cards that are new or have moved take no tap for a while.
export function calmingMoved(parent, work) {
  const was = placesOf(parent);
  work();
  if (!was.size) return;
  for (const [key, { card, x, y }] of placesOf(parent)) {
    const old = was.get(key);
    if (!old || Math.hypot(old.x - x, old.y - y) > MOVED_PX) calm(card);
  }
}

function placesOf(parent) {
  const cards = [...parent.querySelectorAll("[data-key]")];
  return new Map(
    cards.map((card) => {
      const { x, y } = card.getBoundingClientRect();
      return [card.dataset.key, { card, x, y }];
    }),
  );
}
