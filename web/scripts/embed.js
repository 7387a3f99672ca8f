// <planilla-standings tournament="open-2026" limit="10"> on any page: the standings of a tournament of
// the server that this module comes from, renewed every half minute. The server puts WORDS before it.

const SITE = new URL(import.meta.url).origin;
const RENEW_MS = 30_000;
const HALF = "½";

function compareKeys(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) if (a[i] !== b[i]) return b[i] - a[i];
  return b.length - a.length;
}

const tied = (a, b) => a.length === b.length && a.slice(0, -1).every((part, i) => part === b[i]);

// Points in units: halves as ½, others with decimals.
function figure(value, unit, language) {
  const whole = Math.floor(value / unit);
  const rest = value % unit;
  if (!rest) return `${whole}`;
  return 2 * rest === unit ? `${whole || ""}${HALF}` : (value / unit).toLocaleString(language);
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const STYLE = `
  :host { display: block; font: inherit; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums lining-nums; }
  caption { text-align: start; font-weight: 700; padding-block: 0.3em; }
  th, td { text-align: start; font-weight: 400; padding: 0.25em 0.5em; border-bottom: 1px solid #8885; }
  thead th { font-size: 0.8em; }
  .number { text-align: end; }
  a { color: inherit; }
`;

class PlanillaStandings extends HTMLElement {
  static observedAttributes = ["tournament", "limit", "stage", "lang"];

  connectedCallback() {
    this.root ??= this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [sheet];
    this.timer = setInterval(() => document.hidden || this.renew(), RENEW_MS);
    this.renew();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  attributeChangedCallback() {
    if (this.root) this.renew();
  }

  async renew() {
    const tournament = encodeURIComponent(this.getAttribute("tournament") ?? "");
    const stage = Number(this.getAttribute("stage") ?? 1);
    const of = (view) => `views/${view}${stage > 1 ? `.${stage}` : ""}`;
    const get = async (path) => {
      const answer = await fetch(`${SITE}/api/t/${tournament}/${path}`, { credentials: "omit" });
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.json();
    };
    try {
      const [event, standings, people] = await Promise.all([
        get(of("event")), get(of("standings")), get("people"),
      ]);
      this.draw(event, standings, people.people);
    } catch {
      // what stands there was true at its time
    }
  }

  draw(event, standings, people) {
    const language = (this.lang || document.documentElement.lang || "en").split("-")[0];
    const words = WORDS[language] ?? WORDS.en;
    const cell = (view, key, name) => view.rows[key][view.columns.indexOf(name)];
    const unit = cell(event, "event", "unit");
    const address = `${SITE}/t/${encodeURIComponent(this.getAttribute("tournament"))}`;
    const order = Object.keys(standings.rows)
      .map((key) => ({ key, sort: cell(standings, key, "key") }))
      .sort((a, b) => compareKeys(a.sort, b.sort));
    const table = document.createElement("table");
    const caption = table.createCaption();
    caption.append(element("a", cell(event, "event", "name"), { href: address, target: "_blank", rel: "noopener" }));
    const heads = table.createTHead().insertRow();
    heads.append(
      element("th", words.place, { scope: "col", class: "number" }),
      element("th", words.player, { scope: "col" }),
      element("th", words.points, { scope: "col", class: "number" }),
    );
    const body = table.createTBody();
    let place = 1;
    for (const [i, { key, sort }] of order.slice(0, Number(this.getAttribute("limit")) || undefined).entries()) {
      if (i > 0 && !tied(order[i - 1].sort, sort)) place = i + 1;
      const number = cell(standings, key, "number");
      const name = people[key]?.name ?? words.number.replace("#", number);
      body.insertRow().append(
        element("td", `${place}`, { class: "number" }),
        element("th", name, { scope: "row", dir: "auto" }),
        element("td", figure(cell(standings, key, "points"), unit, language), { class: "number" }),
      );
    }
    this.root.replaceChildren(table);
  }
}

customElements.define("planilla-standings", PlanillaStandings);
