// Every page: times in the reader's own zone, and the search that jumps to a row.

const LOCALE = document.documentElement.lang;
export const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

export function localise(root = document) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const clock = at.toLocaleTimeString(LOCALE, CLOCK);
    const withDay = time.textContent.length > 5;
    time.textContent = withDay ? `${at.toLocaleDateString(LOCALE)} ${clock}` : clock;
  }
}

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

class Find extends HTMLElement {
  connectedCallback() {
    this.hidden = false;
    this.querySelector("input").addEventListener("input", (event) => this.mark(event.target.value));
  }

  mark(wanted) {
    const rows = [...document.querySelectorAll("#sheet tbody tr")];
    const found = rows.filter((row) => wanted && plain(row.textContent).includes(plain(wanted)));
    for (const row of rows) row.classList.toggle("found", found.includes(row));
    found[0]?.scrollIntoView({ block: "center" });
  }
}
customElements.define("planilla-find", Find);

export function isTyping() {
  const at = document.activeElement;
  return at?.matches("input:not([type=range]), textarea, select") ?? false;
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || isTyping() || event.ctrlKey || event.metaKey) return;
  const field = document.querySelector("planilla-find input");
  if (!field) return;
  event.preventDefault();
  field.focus();
});

localise();
