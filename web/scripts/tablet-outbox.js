// What a tablet has decided and the server has not yet recorded: kept on the tablet, sent in order.
//
// An act is {id, command, body, at}; the body tells what its maker saw, so that the server never takes
// it for another game, call or player (masnou-seen.js). What is refused of acts made offline keeps its
// `problem` until a person chooses. How acts are kept and sent is in send-queue.js.

import { decide, follow, hallOfRows, withOwnGame } from "./masnou.js";
import { withSeen } from "./masnou-seen.js";
import { find } from "./masnou-state.js";
import { SendQueue, newId } from "./send-queue.js";

const LINGER_MS = 10_000; // the rows of another tab may tell of an act later than ours
const WITHOUT_TIME = [
  ...["correct-result", "draw-playoff", "finish-tournament"],
  ...["forbid-pairs", "allow-pairs"],
];
const OURS = ["time-expired"]; // what the server's own timers do: nothing to send
const OWN_GAME = "game ";

export class Outbox extends SendQueue {
  // `onRefused(act, problem)` for one that was dropped; `told` is the version that the rows tell.
  constructor({ tournament, onRefused, told = 0, ...queue }) {
    super(queue);
    this.address = `/api/t/${tournament}`;
    this.done = []; // recorded, but perhaps not yet in the rows: {act, version}
    this.toldVersion = told;
    this.theirs = null; // the hall of the server when it last refused something
    this.onRefused = onRefused;
    this.open();
    this.offline = this.holdsOffline;
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
    return this.acts.reduce(withAct, this.stored(OWN_GAME).reduce(withOwnGame, recorded));
  }

  // One more act, as it is made in the hall that is shown.
  add(hall, command, body, at) {
    this.read();
    const act = { id: newId(), command, body: withSeen(hall, command, body), at };
    act.order = this.orderAfterAll(at);
    const { facts = [] } = decide(hall, command, body, at);
    act.seats = facts.filter(({ type }) => type === "GameSeated");
    act.voids = facts.filter(({ type }) => type === "GameVoided").map(({ game }) => game);
    if (this.offline) stamp(act, this.acts);
    this.keep(act);
    this.changed();
    this.send();
  }

  // Take out the last act if the server cannot have heard of it.
  takeBack(isIt) {
    this.read();
    const last = this.acts.at(-1);
    if (!last || last.tried || last.problem || this.otherSends() || !isIt(last)) return false;
    this.forget(last);
    this.changed();
    return true;
  }

  // The device itself says that it has no network.
  leave() {
    this.cutOff();
  }

  // What the rows tell by now: the version, and the hall.
  told(version, hall) {
    this.toldVersion = version;
    for (const entry of this.entries()) {
      const isOld = Math.abs(Date.now() - (entry.settledAt ?? 0)) > LINGER_MS;
      if (entry.version <= version && isOld) this.forget(entry);
    }
    for (const { game, version: from } of this.stored(OWN_GAME)) {
      const isSettled = from <= version && (!hall?.over || find(hall, game));
      if (isSettled) this.kept.remove(`${OWN_GAME}${game}`);
    }
    this.done = this.done.filter((each) => each.version > version);
  }

  // --- what a person chooses --------------------------------------------------------------------

  // Drop these of the acts that were refused.
  leaveOut(acts = this.clashes) {
    for (const act of acts) this.forget(act);
    this.changed();
    this.send();
  }

  // Send these of them again, as they were made: what they lacked may be there by now.
  tryAgain(acts = this.clashes) {
    for (const { problem, ...act } of acts) this.keep({ ...act, id: newId(), tried: false });
    this.changed();
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
    this.keep({ ...kept, id: newId(), command: "correct-result", body, tried: false });
    this.changed();
    this.send();
  }

  // --- sending ----------------------------------------------------------------------------------

  async sendOne(act) {
    if (OURS.includes(act.command)) {
      await this.#server(); // where it answers, its own timer has done it
      this.forget(act);
      return;
    }
    const answer = await this.#post(act);
    if (answer.code) this.#refused(act, answer);
    else this.#accepted(act, answer.version);
  }

  // The next act; where there is none, the server's hall beside what it refused, and what was made
  // until that came.
  async nextAct() {
    const next = this.first();
    if (next || !this.clashes.length) return next;
    this.theirs = await this.#server();
    return this.first();
  }

  #accepted(act, version) {
    for (const game of act.voids ?? []) this.kept.remove(`${OWN_GAME}${game}`);
    const seats = "made_at" in act.body ? (act.seats ?? []) : [];
    for (const seat of seats) this.kept.write(`${OWN_GAME}${seat.game}`, { ...seat, version });
    this.keep({ ...act, version, settledAt: Date.now() });
  }

  #refused(act, problem) {
    this.read();
    if (problem.code === "not-permitted") {
      this.locked = true;
    } else if (problem.code === "made-out-of-time" && !act.clamped) {
      const { opened_at, now } = problem.fields;
      const made_at = Math.min(Math.max(act.body.made_at, opened_at), now);
      this.keep({ ...act, id: newId(), clamped: true, body: { ...act.body, made_at } });
    } else if (!this.acts.some(({ order }) => order === act.order)) {
      this.forget(act); // somebody dropped it in another tab
    } else if ("made_at" in act.body || this.acts.length > 1) {
      this.keep({ ...act, problem });
    } else {
      this.forget(act);
      this.onRefused(act, problem);
    }
  }

  async #server() {
    const { rows } = await this.asked(`${this.address}/views/hall`);
    return hallOfRows(new Map(Object.entries(rows)));
  }

  async #post(act, body = act.body) {
    this.keep({ ...act, tried: true });
    const answer = await this.asked(`${this.address}/commands/${act.command}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": act.id },
      body: JSON.stringify(body),
    });
    // It had arrived before the line broke, in its first form: ask for that answer.
    const arrived = answer.code === "command-id-reused" && act.first && body !== act.first;
    return arrived ? this.#post(act, act.first) : answer;
  }

  // Without a network everything that waits was made when it was made.
  cutOff() {
    this.read();
    this.acts.forEach((act, place) => {
      if (stamp(act, this.acts.slice(0, place))) this.keep(act);
    });
    super.cutOff();
  }

  // What was recorded waits in the store until the rows tell of it.
  read() {
    const entries = this.entries();
    this.acts = entries.filter(({ version }) => !version);
    const known = new Set(this.done.map(({ act }) => act.order));
    for (const act of entries) {
      const { version, order } = act;
      if (version > this.toldVersion && !known.has(order)) this.done.push({ act, version });
    }
  }
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
