// The bar at the foot: ← → step from fact to fact, space plays, "live" returns.

import { localise } from "./page.js";
import { glide, load, tops } from "./swap.js";

const PLAY_MS = 700;
const DRAG_MS = 120;

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
    this.stops = stopsIn(this.dataset.stops);
    this.last = Number(this.dataset.last);
    this.slider.addEventListener("input", () => this.drag());
    this.slider.addEventListener("keydown", (event) => this.key(event));
    this.play.addEventListener("click", () => this.toggle());
    this.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  }

  // More has happened: new ticks, and the knob stays at the end where it was there.
  refresh(fresh) {
    const wasAtEnd = this.at >= this.last;
    this.querySelector(".ticks").replaceWith(document.adoptNode(fresh.querySelector(".ticks")));
    this.stops = stopsIn(fresh.dataset.stops);
    this.last = Number(fresh.dataset.last);
    this.slider.max = this.last;
    if (wasAtEnd) this.slider.value = this.last;
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
  }

  nearest(version) {
    return this.stops.findLast((stop) => stop <= version) ?? this.stops[0];
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) {
      event.preventDefault();
      this.step(by);
    } else if (event.key === " ") {
      event.preventDefault();
      this.toggle();
    }
  }

  step(by) {
    const here = this.stops.indexOf(this.nearest(this.at));
    const next = this.stops[Math.min(this.stops.length - 1, Math.max(0, here + by))];
    this.slider.value = next;
    return this.show(next);
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
    else this.step(1);
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
