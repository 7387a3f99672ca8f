// The head of a tournament in one line, at the top of a phone while the whole head is scrolled out of
// sight: its name, its round, and how fresh the page is. `sheet.css` says on which screens.

const head = document.querySelector(".frame:not(.embedded) > .masthead");
const PARTS = {
  name: "h1",
  where: "#round, #masnou-running, .status > .nowrap",
  live: "#live, .as-of",
};

function part(name) {
  const copy = document.createElement(name === "name" ? "b" : "span");
  copy.dir = "auto";
  copy.className = name;
  return copy;
}

function copyHead(copies) {
  for (const [name, copy] of Object.entries(copies)) {
    const original = head.querySelector(PARTS[name]);
    const text = original?.textContent.trim() ?? "";
    if (copy.textContent !== text) copy.textContent = text;
    copy.classList.toggle("on", original?.classList.contains("on") ?? false);
  }
}

function show() {
  const line = document.createElement("p");
  const copies = Object.fromEntries(Object.keys(PARTS).map((name) => [name, part(name)]));
  line.className = "slim";
  line.hidden = true;
  line.setAttribute("aria-hidden", "true"); // the head itself is read
  line.append(...Object.values(copies));
  head.before(line);
  copyHead(copies);
  new MutationObserver(() => copyHead(copies)).observe(head, {
    attributeFilter: ["class"],
    characterData: true,
    childList: true,
    subtree: true,
  });
  new IntersectionObserver(([seen]) => (line.hidden = seen.isIntersecting)).observe(head);
}

if (head) show();
