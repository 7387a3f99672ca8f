// What a tablet has decided and the server has not yet recorded: kept on the tablet, sent in order.
//
// An act is {id, command, body, at}; the body tells what its maker saw, so that the server never takes
// it for another game, call or player (masnou-seen.js). An act that was once sent and got no answer is
// sent again under its id. What is refused of acts made offline keeps its `problem` until a person
// chooses; the acts behind it are sent all the same, each for what it says.
//
// All tabs of a tablet share one store with one entry for each act, which no tab writes over the acts
// of another. One tab sends at a time; should two do so, the ids make each act count once.

import { decide, follow, hallOfRows, withOwnGame } from "./masnou.js";
import { withSeen } from "./masnou-seen.js";
import { find } from "./masnou-state.js";

const PATIENCE_MS = 8000;
const RETRY_MS = 3000;
const LEASE_MS = PATIENCE_MS + 2000;
const LINGER_MS = 10_000; // the rows of another tab may tell of an act later than ours
const WITHOUT_TIME = [
  ...["correct-result", "draw-playoff", "finish-tournament"],
  ...["forbid-pairs", "allow-pairs"],
];
const OURS = ["time-expired"]; // what the server's own timers do: nothing to send
const TRY_LATER = [408, 425, 429, 502, 503, 504];
const ENTRY = "act ";
const OWN_GAME = "game ";
const SENDER = "sender";
const ORDER_DIGITS = 17;

export function newId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const overNetwork = (...request) => fetch(...request);

export class Outbox {
  // `onChange()` after each change, `onRefused(act, problem)` for one that was dropped; `ask` is how
  // the server is asked, `told` the version that the rows tell.
  constructor({ tournament, kept, onChange, onRefused, told = 0, ask = overNetwork }) {
    this.address = `/api/t/${tournament}`;
    this.kept = kept;
    this.ask = ask;
    this.tab = newId(8);
    this.acts = [];
    this.done = []; // recorded, but perhaps not yet in the rows: {act, version}
    this.toldVersion = told;
    this.locked = false;
    this.theirs = null; // the hall of the server when it last refused something
    this.onChange = onChange;
    this.onRefused = onRefused;
    this.sending = false;
    this.timer = null;
    this.#read();
    this.offline = this.holdsOffline;
    kept.watch(() => this.#changedElsewhere());
  }

  get unsent() {
    return this.acts.filter(({ command }) => !OURS.includes(command)).length;
  }

  // Whether something waits that was decided without a network.
  get holdsOffline() {
    return this.acts.some(({ body }) => "made_at" in body);
  }

  // The acts that the server refused and about which a person has to choose.
  get clashes() {
    return this.acts.filter(({ problem }) => problem);
  }

  // The hall after what is recorded and not yet told, and after what is not yet sent.
  applied(hall) {
    const recorded = this.done.map(({ act }) => act).reduce(withAct, hall);
    return this.acts.reduce(withAct, this.#stored(OWN_GAME).reduce(withOwnGame, recorded));
  }

  // One more act, as it is made in the hall that is shown.
  add(hall, command, body, at) {
    this.#read();
    const act = { id: newId(), command, body: withSeen(hall, command, body), at };
    act.order = orderOf(Math.max(at, ...this.acts.map(({ order }) => Number.parseInt(order, 10) + 1)));
    const { facts = [] } = decide(hall, command, body, at);
    act.seats = facts.filter(({ type }) => type === "GameSeated");
    act.voids = facts.filter(({ type }) => type === "GameVoided").map(({ game }) => game);
    if (this.offline) stamp(act, this.acts);
    this.#keep(act);
    this.#changed();
    this.send();
  }

  // Take out the last act if the server cannot have heard of it.
  takeBack(isIt) {
    this.#read();
    const last = this.acts.at(-1);
    if (!last || last.tried || last.problem || this.#otherSends() || !isIt(last)) return false;
    this.#forget(last);
    this.#changed();
    return true;
  }

  // The device itself says that it has no network.
  leave() {
    this.#cutOff();
  }

  // What the rows tell by now: the version, and the hall.
  told(version, hall) {
    this.toldVersion = version;
    for (const entry of this.#entries()) {
      const isOld = Math.abs(Date.now() - (entry.settledAt ?? 0)) > LINGER_MS;
      if (entry.version <= version && isOld) this.#forget(entry);
    }
    for (const { game, version: from } of this.#stored(OWN_GAME)) {
      const isSettled = from <= version && (!hall?.over || find(hall, game));
      if (isSettled) this.kept.remove(`${OWN_GAME}${game}`);
    }
    this.done = this.done.filter((each) => each.version > version);
  }

  async send() {
    if (this.sending || this.locked) return;
    this.#read();
    if (!this.#claim()) return this.#sendLater();
    this.sending = true;
    this.#wait(0);
    try {
      await this.#sendAll();
      this.offline = globalThis.navigator?.onLine === false;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#cutOff();
    } finally {
      this.sending = false;
      this.#release();
      this.onChange();
    }
  }

  // --- what a person chooses --------------------------------------------------------------------

  // Drop these of the acts that were refused.
  leaveOut(acts = this.clashes) {
    for (const act of acts) this.#forget(act);
    this.#changed();
    this.send();
  }

  // Send these of them again, as they were made: what they lacked may be there by now.
  tryAgain(acts = this.clashes) {
    for (const { problem, ...act } of acts) this.#keep({ ...act, id: newId(), tried: false });
    this.#changed();
    return this.send();
  }

  // Whether a result may be sent as a correction of the one that the server has.
  canCorrect({ body, problem }) {
    return problem.code === "results-conflict" && find(this.theirs, body.game)?.version > 0;
  }

  sendCorrection(act, reason) {
    const { game, result, players } = act.body;
    const corrects = find(this.theirs, game).version;
    const body = { game, result, players, corrects, reason };
    const { problem, ...kept } = act;
    this.#keep({ ...kept, id: newId(), command: "correct-result", body, tried: false });
    this.#changed();
    this.send();
  }

  // --- sending ----------------------------------------------------------------------------------

  async #sendAll() {
    const next = () => this.#nextOrTheirs();
    for (let act = await next(); act && !this.locked; act = await next()) {
      this.#claim();
      if (OURS.includes(act.command)) {
        await this.#server(); // where it answers, its own timer has done it
        this.#forget(act);
      } else {
        const answer = await this.#post(act);
        if (answer.code) this.#refused(act, answer);
        else this.#accepted(act, answer.version);
      }
      this.#changed();
    }
  }

  // The next act; where there is none, the server's hall beside what it refused, and what was made
  // until that came.
  async #nextOrTheirs() {
    const next = this.#next();
    if (next || !this.clashes.length) return next;
    this.theirs = await this.#server();
    return this.#next();
  }

  // The first act of the store that may be sent.
  #next() {
    this.#read();
    return this.acts.find(({ problem }) => !problem);
  }

  #accepted(act, version) {
    for (const game of act.voids ?? []) this.kept.remove(`${OWN_GAME}${game}`);
    const seats = "made_at" in act.body ? (act.seats ?? []) : [];
    for (const seat of seats) this.kept.write(`${OWN_GAME}${seat.game}`, { ...seat, version });
    this.#keep({ ...act, version, settledAt: Date.now() });
  }

  #refused(act, problem) {
    this.#read();
    if (problem.code === "not-permitted") {
      this.locked = true;
    } else if (problem.code === "made-out-of-time" && !act.clamped) {
      const { opened_at, now } = problem.fields;
      const made_at = Math.min(Math.max(act.body.made_at, opened_at), now);
      this.#keep({ ...act, id: newId(), clamped: true, body: { ...act.body, made_at } });
    } else if (!this.acts.some(({ order }) => order === act.order)) {
      this.#forget(act); // somebody dropped it in another tab
    } else if ("made_at" in act.body || this.acts.length > 1) {
      this.#keep({ ...act, problem });
    } else {
      this.#forget(act);
      this.onRefused(act, problem);
    }
  }

  async #server() {
    const { rows } = await asked(this.ask, `${this.address}/views/hall`);
    return hallOfRows(new Map(Object.entries(rows)));
  }

  async #post(act, body = act.body) {
    this.#keep({ ...act, tried: true });
    const answer = await asked(this.ask, `${this.address}/commands/${act.command}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": act.id },
      body: JSON.stringify(body),
    });
    // It had arrived before the line broke, in its first form: ask for that answer.
    const arrived = answer.code === "command-id-reused" && act.first && body !== act.first;
    return arrived ? this.#post(act, act.first) : answer;
  }

  // Without a network everything that waits was made when it was made.
  #cutOff() {
    this.offline = true;
    this.#read();
    this.acts.forEach((act, place) => {
      if (stamp(act, this.acts.slice(0, place))) this.#keep(act);
    });
    this.#sendLater();
    this.#changed();
  }

  #sendLater() {
    this.#wait(this.acts.length ? RETRY_MS : 0);
  }

  #wait(ms) {
    clearTimeout(this.timer);
    const again = () => {
      this.timer = null;
      this.send();
    };
    this.timer = ms ? setTimeout(again, ms) : null;
  }

  // --- the store that all tabs share --------------------------------------------------------------

  #entries() {
    return this.#stored(ENTRY);
  }

  #stored(kind) {
    const names = this.kept.names().filter((name) => name.startsWith(kind));
    return names.sort().map((name) => this.kept.read(name)).filter(Boolean);
  }

  #read() {
    const entries = this.#entries();
    this.acts = entries.filter(({ version }) => !version);
    const known = new Set(this.done.map(({ act }) => act.order));
    for (const act of entries) {
      const { version, order } = act;
      if (version > this.toldVersion && !known.has(order)) this.done.push({ act, version });
    }
  }

  #keep(act) {
    this.kept.write(`${ENTRY}${act.order}`, act);
  }

  #forget(act) {
    this.kept.remove(`${ENTRY}${act.order}`);
  }

  #changed() {
    this.#read();
    this.onChange();
  }

  #changedElsewhere() {
    this.#changed();
    // Without a network two tabs that did not wait would call each other for ever.
    const waits = this.sending || (this.offline && this.timer !== null);
    if (!waits && this.#next() && !this.#otherSends()) this.send();
  }

  // A lease that ends later than any could is of before the clock was put back.
  #otherSends() {
    const lease = this.kept.read(SENDER);
    if (!lease || lease.tab === this.tab) return false;
    const left = lease.until - Date.now();
    return left > 0 && left <= LEASE_MS;
  }

  // Without Web Locks, which plain http has not: an entry that ends by itself.
  #claim() {
    if (this.#otherSends()) return false;
    this.kept.write(SENDER, { tab: this.tab, until: Date.now() + LEASE_MS });
    return this.kept.read(SENDER)?.tab === this.tab;
  }

  #release() {
    if (this.kept.read(SENDER)?.tab === this.tab) this.kept.remove(SENDER);
  }
}

const orderOf = (at) => `${String(Math.trunc(at)).padStart(ORDER_DIGITS, "0")}-${newId(4)}`;

class Unreachable extends Error {}

async function asked(ask, address, options = {}) {
  let answer;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer = await ask(address, { ...options, cache: "no-store", signal });
    if (!TRY_LATER.includes(answer.status)) return await answer.json();
  } catch {
    throw new Unreachable("no answer");
  }
  throw new Unreachable(`${answer.status}`);
}

// Made then, and not before what was made before it. Answers whether the act has changed.
function stamp(act, before) {
  if ("made_at" in act.body || act.problem || WITHOUT_TIME.includes(act.command)) return false;
  const earlier = before.map(({ body }) => body.made_at ?? 0);
  if (act.tried) act.first = act.body;
  act.body = { ...act.body, made_at: Math.max(act.at, ...earlier) };
  return true;
}

// An act that the rules refuse by now changes nothing that is shown.
export function withAct(hall, { command, body, at }) {
  if (!hall) return hall;
  const { facts = [] } = decide(hall, command, body, Math.max(at, body.made_at ?? 0));
  return facts.reduce((after, fact) => follow(after, fact), hall);
}
