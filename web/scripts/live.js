// Live views of one tournament, or channels of several: one socket for the page, event streams where
// sockets fail.
//
// `connectLive({tournament, stage, views, onRows, onPeople, onStatus})` keeps the rows of each view (or of
// the channel that is named instead: `t/<tournament>/<view>`) as the server has them and calls `onRows(view, state, changedKeys)` after each change: `state` as in
// live-state.js, whose `named` gives its rows with their cells by name.
// `onStatus(word, heardAt)` is told how the line is; `heardAt` is when the server was last heard, in
// ms since 1970, null before: the rows are as of then. It alone knows offsets, epochs, back-off and
// jitter; the law itself is in live-state.js. No DOM but for two things: a hidden page stops and
// resumes from where it was, and the browser says when there is no network.

import { newState, receive, receiveSnapshot, subscription } from "./live-state.js";

const BACK_OFF_LEAST_MS = 500;
const BACK_OFF_MOST_MS = 30_000;
const HIDDEN_GRACE_MS = 30_000;
const HEARTBEAT_MS = 15_000;
const LATE_MS = HEARTBEAT_MS + 3000; // from then on nobody may say that the rows are live
const SILENCE_MS = 40_000;
const ANSWER_MS = 10_000;
const PEOPLE_AGAIN_MS = 5_000;
const SOCKET_FAILURES_BEFORE_STREAMS = 2;

// A time drawn below a ceiling that doubles: thousands of clients must not come back at once.
export function backOff(failures, chance = Math.random) {
  const ceiling = Math.min(BACK_OFF_MOST_MS, BACK_OFF_LEAST_MS * 2 ** failures);
  return BACK_OFF_LEAST_MS / 2 + chance() * ceiling;
}

// The time that the server asked for, in ms, drawn between its bounds in seconds.
export function drawnBetween([least, most], chance = Math.random) {
  return 1000 * (least + chance() * (most - least));
}

// Runs `work` once for all calls, at a time drawn below `eachMs` for each who watches (`watchers()`),
// and not again before that time is over: thousands must not fetch a page at once.
export function spread(eachMs, watchers, work, leastMs = 0) {
  let timer = null;
  let last = -Infinity;
  return () => {
    const bound = Math.max(leastMs, eachMs * watchers());
    timer ??= setTimeout(
      () => {
        timer = null;
        last = performance.now();
        work();
      },
      Math.max(Math.random() * bound, last + bound - performance.now()),
    );
  };
}

export function connectLive(options) {
  const live = new Live(options);
  live.start();
  return live;
}

class Live {
  constructor({ tournament, stage = 1, views, onRows, onPeople = () => {}, onStatus = () => {}, base = "" }) {
    this.tournament = tournament;
    this.stage = stage;
    this.base = base;
    this.onRows = onRows;
    this.onPeople = onPeople;
    this.onStatus = onStatus;
    this.views = new Map(views.map((view) => [view, newState()]));
    this.line = null;
    this.failures = 0;
    this.stopped = true;
    this.retryTimer = null;
    this.hideTimer = null;
    this.peopleTags = new Map();
    this.forgotten = new Map();
    this.heardAt = null;
    this.watchers = 1;
    this.lateTimer = null;
    this.visibility = () => this.#visibilityChanged();
    this.network = ({ type }) => this.#networkChanged(type);
  }

  start() {
    if (!this.stopped) return;
    this.stopped = false;
    document.addEventListener("visibilitychange", this.visibility);
    for (const type of ["online", "offline"]) addEventListener(type, this.network);
    this.#connect();
  }

  stop() {
    this.stopped = true;
    document.removeEventListener("visibilitychange", this.visibility);
    for (const type of ["online", "offline"]) removeEventListener(type, this.network);
    clearTimeout(this.hideTimer);
    this.#hangUp();
    this.#say("stopped");
  }

  rows(view) {
    return this.views.get(view).rows;
  }

  // Names and the timeline are of the whole tournament, the other views of a stage.
  channel(view) {
    if (view.includes("/")) return view;
    const isOfStage = this.stage > 1 && !["people", "timeline"].includes(view);
    return `t/${this.tournament}/${isOfStage ? `${view}.${this.stage}` : view}`;
  }

  // --- the line -------------------------------------------------------------------------------

  #connect() {
    this.#hangUp();
    this.#say("connecting");
    const useStreams =
      this.failures >= SOCKET_FAILURES_BEFORE_STREAMS && this.failures % 2 === 0;
    this.line = useStreams ? new StreamLine(this) : new SocketLine(this);
    for (const state of this.views.values()) state.needs ??= "subscribe";
    this.line.open();
  }

  #hangUp() {
    clearTimeout(this.retryTimer);
    clearTimeout(this.lateTimer);
    this.retryTimer = null;
    this.line?.close();
    this.line = null;
  }

  #say(word, error) {
    this.onStatus(word, this.heardAt, error);
  }

  // The server was heard: the rows are of now, until it is silent for too long.
  #heardNow() {
    this.heardAt = Date.now();
    clearTimeout(this.lateTimer);
    this.lateTimer = setTimeout(() => this.#say("late"), LATE_MS);
    this.#say("live");
  }

  // Called by a line: it stands.
  opened(line) {
    if (line !== this.line) return;
    this.#obey();
  }

  // Called by a line: it broke, or never stood.
  broke(line, delay = backOff(this.failures)) {
    if (line !== this.line || this.stopped) return;
    this.#retry("waiting", delay);
  }

  #retry(word, delay = backOff(this.failures)) {
    this.#hangUp();
    this.failures += 1;
    this.#say(word);
    this.retryTimer = setTimeout(() => this.#connect(), delay);
  }

  // Called by a line: a message came. What an old line still brings is ignored.
  heard(line, frame) {
    if (line !== this.line) return;
    if (frame.bye) {
      this.broke(line, drawnBetween(frame.bye.retry));
      return;
    }
    const view = this.#viewOf(frame.c);
    if (view === undefined || frame.error) {
      if (frame.error) this.#say("error", frame.error);
      return;
    }
    this.failures = 0;
    this.#heardNow();
    if ("names" in frame) this.#countForgotten(frame);
    this.watchers = frame.watchers ?? this.watchers;
    const state = this.views.get(view);
    this.#tell(view, state, receive(state, frame));
    this.#obey();
  }

  #viewOf(channel) {
    return [...this.views.keys()].find((view) => this.channel(view) === channel);
  }

  #tell(view, state, changed) {
    if (changed.length === 0) return;
    if (view === "people") this.#fetchPeople();
    else this.onRows(view, state, changed);
  }

  // Do what the views need.
  #obey() {
    for (const [view, state] of this.views) {
      if (state.needs === "subscribe") this.line?.subscribe(view, state);
      else if (state.needs === "fetch") this.#fetchSnapshot(view, state);
    }
  }

  // --- what is fetched ------------------------------------------------------------------------

  async #fetchSnapshot(view, state) {
    const line = this.line;
    state.needs = null;
    state.awaiting = true;
    try {
      const [, tournament, name] = this.channel(view).split("/");
      const answer = await fetch(`${this.base}/api/t/${tournament}/views/${name}`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      const changed = receiveSnapshot(state, await answer.json());
      this.#tell(view, state, changed);
      if (line !== this.line) return;
      state.needs = "subscribe";
      this.#obey();
    } catch {
      this.broke(line);
    }
  }

  // Somebody was forgotten, which no event of the tournament tells.
  #countForgotten({ c, names }) {
    const [, tournament] = c.split("/");
    if ((this.forgotten.get(tournament) ?? names) !== names) this.#fetchPeople(tournament);
    this.forgotten.set(tournament, names);
  }

  async #fetchPeople(tournament = this.tournament) {
    try {
      const tag = this.peopleTags.get(tournament);
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(`${this.base}/api/t/${tournament}/people`, {
        headers,
        cache: "no-cache",
      });
      if (answer.status === 304) return;
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.peopleTags.set(tournament, answer.headers.get("ETag"));
      this.onPeople((await answer.json()).people);
    } catch {
      // Nothing tells it again: a name that was erased must not stay because a server was busy.
      setTimeout(() => this.stopped || this.#fetchPeople(tournament), PEOPLE_AGAIN_MS);
    }
  }

  // A page that nobody sees costs nothing; it resumes from its offsets.
  #visibilityChanged() {
    clearTimeout(this.hideTimer);
    if (document.hidden) {
      this.hideTimer = setTimeout(() => {
        this.#hangUp();
        this.#say("paused");
      }, HIDDEN_GRACE_MS);
    } else if (this.line === null || Date.now() - this.heardAt > LATE_MS) {
      this.failures = 0;
      this.#connect(); // timers stand still while a phone sleeps: its line may be long dead
    }
  }

  // Without a network a line is dead, whatever the socket believes, unless the server is on this very
  // machine: so it is tried again and again. With a network it is tried at once.
  #networkChanged(type) {
    const isPaused = document.hidden && this.line === null && this.retryTimer === null;
    if (isPaused) return; // it is resumed when the page is seen
    if (type === "online") {
      this.failures = 0;
      this.#connect();
    } else {
      this.#retry("offline");
    }
  }
}

class SocketLine {
  constructor(live) {
    this.live = live;
    this.decoder = new TextDecoder();
    this.closed = false;
  }

  open() {
    const url = new URL(`${this.live.base}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    try {
      this.socket = new WebSocket(url);
    } catch {
      this.live.broke(this);
      return;
    }
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.live.opened(this);
    this.socket.onmessage = ({ data }) => this.#message(data);
    this.socket.onclose = () => this.live.broke(this);
    this.#expect(ANSWER_MS);
  }

  subscribe(view, state) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(subscription(state, this.live.channel(view))));
    this.#expect(ANSWER_MS);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }

  #message(data) {
    this.#expect(SILENCE_MS);
    const text = typeof data === "string" ? data : this.decoder.decode(data);
    this.live.heard(this, JSON.parse(text));
  }

  // A line that says nothing for so long is dead, whatever the socket believes.
  #expect(patience) {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => this.live.broke(this), patience);
  }
}

class StreamLine {
  constructor(live) {
    this.live = live;
    this.sources = new Map();
  }

  open() {
    this.live.opened(this);
  }

  // The offset travels in the address: the browser's own Last-Event-ID knows only its own stream.
  subscribe(view, state) {
    this.sources.get(view)?.close();
    const { at } = subscription(state, this.live.channel(view)).sub;
    const query = at === null ? "" : `?at=${encodeURIComponent(at.join(":"))}`;
    const path = `${this.live.base}/${this.live.channel(view)}/stream${query}`;
    const source = new EventSource(path);
    this.sources.set(view, source);
    source.onmessage = ({ data }) => this.live.heard(this, JSON.parse(data));
    source.onerror = () => this.live.broke(this);
  }

  close() {
    for (const source of this.sources.values()) source.close();
    this.sources.clear();
  }
}
