// Nodes from names, attributes and children; keyed children that stay while they say the same.

export function node(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag || "div");
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true && !key.startsWith("aria-") ? "" : value);
  }
  const isThere = (child) => child !== null && child !== undefined && child !== false;
  made.append(...children.flat().filter(isThere));
  return made;
}

export const named = (name) => node("bdi", {}, name);

// A name on a card: a word is not parted from its comma, and long words are written smaller.
export function fitted(name, ...before) {
  const words = name.split(" ").filter(Boolean);
  const longest = Math.max(0, ...words.map((word) => word.length));
  const size = longest > 8 ? ".longer" : longest > 6 ? ".long" : "";
  const parts = words.flatMap((word) => [node("span.word", {}, word), " "]);
  return node(`span.who${size}`, {}, ...before, node("bdi", {}, ...parts.slice(0, -1)));
}

// Puts `items` into `parent` in order. Each is {key, says, make}: a node is made anew only when what
// it says has changed. Answers the keys of those.
export function keyed(parent, items) {
  const before = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const fresh = [];
  const nodes = items.map(({ key, says, make }) => {
    const there = before.get(key);
    if (there?.dataset.says === says) return there;
    const made = make();
    Object.assign(made.dataset, { key, says });
    if (there) fresh.push(key);
    return made;
  });
  const { children } = parent;
  const isSame = nodes.length === children.length && nodes.every((each, at) => each === children[at]);
  if (!isSame) parent.replaceChildren(...nodes);
  return fresh;
}
