// The bar at the foot: ← → step from fact to fact, Page up and down (or Shift with an arrow) from
// round to round, space plays the day, "live" returns.

import { localise } from "./page.js";
import { glide, load, tops } from "./swap.js";

const PLAY_MS = 700;
const PLAY_STEPS = 90; // a whole day in about a minute, however many facts it has
const DRAG_MS = 120;
const BY_KEY = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: -1, PageDown: 1 };
const BY_BUTTON = {
  "round.back": ["jump", -1],
  "step.back": ["step", -1],
  "step.on": ["step", 1],
  "round.on": ["jump", 1],
};

function stopsIn(text) {
  return text.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

class Scrubber extends HTMLElement {
  connectedCallback() {
    this.slider = this.querySelector(".slider");
    this.play = this.querySelector(".play");
    this.play.hidden = false;
    this.read(this);
    for (const link of this.querySelectorAll("[data-step]")) {
      link.setAttribute("role", "button");
      link.tabIndex = 0;
      link.addEventListener("click", (event) => this.press(event, link.dataset.step));
    }
    this.slider.addEventListener("input", () => this.drag());
    this.slider.addEventListener("keydown", (event) => this.key(event));
    this.play.addEventListener("click", () => this.toggle());
    this.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  }

  read(bar) {
    this.stops = stopsIn(bar.dataset.stops);
    this.rounds = bar.dataset.rounds ? bar.dataset.rounds.split(" ").map(Number) : [];
    this.last = Number(bar.dataset.last);
  }

  // At either end there is nowhere to step to.
  enable() {
    for (const link of this.querySelectorAll("[data-step]")) {
      const [, by] = BY_BUTTON[link.dataset.step];
      const isAtEnd = by < 0 ? this.at <= this.stops[0] : this.at >= this.stops.at(-1);
      if (isAtEnd) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  }

  press(event, name) {
    event.preventDefault();
    const [move, by] = BY_BUTTON[name];
    this[move](by);
  }

  // More has happened: new ticks, and the knob stays at the end where it was there.
  refresh(fresh) {
    const wasAtEnd = this.at >= this.last;
    this.querySelector(".ticks").replaceWith(document.adoptNode(fresh.querySelector(".ticks")));
    this.read(fresh);
    this.slider.max = this.last;
    if (wasAtEnd) this.slider.value = this.last;
    this.enable();
  }

  disconnectedCallback() {
    clearInterval(this.playing);
    clearTimeout(this.dragging);
  }

  get at() {
    return Number(this.slider.value);
  }

  drag() {
    clearTimeout(this.dragging);
    this.dragging = setTimeout(() => this.show(this.nearest(this.at)), DRAG_MS);
    this.enable();
  }

  nearest(version) {
    return this.stops.findLast((stop) => stop <= version) ?? this.stops[0];
  }

  key(event) {
    const by = BY_KEY[event.key];
    if (by) {
      event.preventDefault();
      if (event.shiftKey || event.key.startsWith("Page")) this.jump(by);
      else this.step(by);
    } else if (event.key === " ") {
      event.preventDefault();
      this.toggle();
    }
  }

  step(by) {
    const here = this.stops.indexOf(this.nearest(this.at));
    return this.go(this.stops[Math.min(this.stops.length - 1, Math.max(0, here + by))]);
  }

  // To where a round begins; before the first there is the beginning, after the last the present.
  jump(by) {
    const marks = [this.stops[0], ...this.rounds, this.stops.at(-1)];
    const { at } = this;
    const next = by > 0 ? marks.find((mark) => mark > at) : marks.findLast((mark) => mark < at);
    return this.go(next ?? marks.at(by > 0 ? -1 : 0));
  }

  go(version) {
    this.slider.value = version;
    this.enable();
    return this.show(version);
  }

  toggle() {
    const starts = !this.playing;
    clearInterval(this.playing);
    this.playing = starts ? setInterval(() => this.tick(), PLAY_MS) : null;
    this.play.setAttribute("aria-pressed", String(starts));
    this.play.firstElementChild.textContent = starts ? "❚❚" : "▶";
    if (starts && this.at >= this.stops.at(-1)) this.slider.value = this.stops[0];
  }

  tick() {
    if (this.at >= this.stops.at(-1)) this.toggle();
    else this.step(Math.ceil(this.stops.length / PLAY_STEPS));
  }

  // The same page at another moment; the bar itself stays, so that a drag is not cut.
  async show(version) {
    const url = new URL(location.href);
    if (version >= this.stops.at(-1)) url.searchParams.delete("at");
    else url.searchParams.set("at", `v${version}`);
    this.wanted = version;
    const page = await load(url).catch(() => null);
    if (page === null || this.wanted !== version) return;
    history.replaceState(null, "", url);
    this.put(page);
    this.slider.setAttribute("aria-valuetext", `v${version}`);
    this.querySelector(".tick.here").setAttribute("d", `M${version} 0V20`);
  }

  put(page) {
    const frame = document.getElementById("frame");
    const fresh = page.getElementById("frame");
    const before = tops();
    fresh.querySelector("planilla-scrubber").remove();
    localise(fresh);
    for (const child of [...frame.children]) if (child !== this) child.remove();
    frame.prepend(...document.adoptNode(fresh).children);
    frame.className = fresh.className;
    frame.toggleAttribute("data-past", fresh.hasAttribute("data-past"));
    glide(before);
    frame.dispatchEvent(new Event("planilla-moment"));
  }
}
customElements.define("planilla-scrubber", Scrubber);
