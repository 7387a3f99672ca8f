// What a tablet has decided and the server has not yet recorded: kept on the tablet, sent in order.
//
// An act is {id, command, body, at, meant}: `meant` is what it was about as the tablet saw it. The
// first refusal of what was made offline stops the sending: `clash` then holds the act and why, and
// a person chooses. An act that was once sent and got no answer is sent again under its id.

import { decide, follow, hallOfRows } from "./hall.js";
import { callOf, find } from "./hall-state.js";

const PATIENCE_MS = 8000;
const RETRY_MS = 3000;
const WITHOUT_TIME = ["correct-result", "draw-playoff", "finish-tournament"];
const OURS = ["time-expired"]; // what the server's own timers do: nothing to send
const TRY_LATER = [408, 425, 429, 502, 503, 504];

export function newId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  // `onChange()` after each change, `onRefused(act, problem)` for one that was dropped.
  constructor({ tournament, kept, onChange, onRefused }) {
    this.address = `/api/t/${tournament}`;
    this.kept = kept;
    this.acts = kept.read("acts") ?? [];
    this.done = []; // recorded, but perhaps not yet in the rows: {act, version}
    this.offline = this.holdsOffline;
    this.clash = null;
    this.locked = false;
    this.onChange = onChange;
    this.onRefused = onRefused;
    this.sending = false;
    this.timer = null;
  }

  get unsent() {
    return this.acts.filter(({ command }) => !OURS.includes(command)).length;
  }

  // Whether something waits that was decided without a network.
  get holdsOffline() {
    return this.acts.some(({ body }) => "made_at" in body);
  }

  // The hall after what is recorded and not yet told, and after what is not yet sent.
  applied(hall) {
    return [...this.done.map(({ act }) => act), ...this.acts].reduce(withAct, hall);
  }

  add(command, body, at, meant = {}) {
    const act = { id: newId(), command, body: { ...body }, at, meant };
    if (this.offline) stamp(act, this.acts);
    this.acts.push(act);
    this.#changed();
    this.send();
  }

  // Take out the last act if the server cannot have heard of it.
  takeBack(isIt) {
    const last = this.acts.at(-1);
    if (!last || last.tried || this.clash || !isIt(last)) return false;
    this.acts.pop();
    this.#changed();
    return true;
  }

  // The device itself says that it has no network.
  leave() {
    this.#cutOff();
  }

  // What the rows tell by now.
  told(version) {
    this.done = this.done.filter((each) => each.version > version);
  }

  async send() {
    if (this.sending || this.clash || this.locked) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      await this.#sendAll();
      this.offline = navigator.onLine === false;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#cutOff();
    } finally {
      this.sending = false;
      this.onChange();
    }
  }

  // --- what a person chooses --------------------------------------------------------------------

  takeServer() {
    this.acts = [];
    this.#chosen();
  }

  leaveOut() {
    this.acts = this.acts.filter((act) => act !== this.clash.act);
    this.#chosen();
  }

  // The result as a correction of the one that the server has.
  sendCorrection(reason) {
    const { act, hall } = this.clash;
    const { game, result } = act.body;
    const corrects = find(hall, game).version;
    const corrected = { game, result, corrects, reason };
    const at = this.acts.indexOf(act);
    this.acts[at] = { ...act, id: newId(), command: "correct-result", body: corrected };
    this.#chosen();
  }

  #chosen() {
    this.clash = null;
    this.#changed();
    this.send();
  }

  // --- sending ----------------------------------------------------------------------------------

  async #sendAll() {
    // The hall as the server has it: what was meant offline is compared with it before it is sent.
    let server = null;
    while (this.acts.length && !this.locked) {
      const act = this.acts[0];
      if (OURS.includes(act.command)) {
        const told = await this.#server(); // where it answers, its own timer has done it
        server = server ? withAct(server, act) : told;
        this.acts.shift();
        continue;
      }
      if ("made_at" in act.body) server ??= await this.#server();
      const mistaken = server && otherThanMeant(server, act);
      const answer = mistaken || (await this.#post(act));
      if (answer.code) {
        if (!(await this.#refused(act, answer, server))) return;
      } else {
        this.acts.shift();
        this.done.push({ act, version: answer.version });
        server &&= withAct(server, act);
      }
      this.#changed();
    }
  }

  async #refused(act, problem, server) {
    if (problem.code === "not-permitted") {
      this.locked = true;
    } else if (problem.code === "made-out-of-time" && !act.clamped) {
      const { opened_at, now } = problem.fields;
      const made_at = Math.min(Math.max(act.body.made_at, opened_at), now);
      Object.assign(act, { id: newId(), clamped: true, body: { ...act.body, made_at } });
      return true;
    } else if ("made_at" in act.body || this.acts.length > 1) {
      const hall = (await this.#server()) ?? server;
      this.clash = { act, problem, hall };
    } else {
      this.acts.shift();
      this.onRefused(act, problem);
      return true;
    }
    this.#changed();
    return false;
  }

  async #server() {
    const { rows } = await asked(`${this.address}/views/hall`);
    return hallOfRows(new Map(Object.entries(rows)));
  }

  async #post(act, body = act.body) {
    act.tried = true;
    this.kept.write("acts", this.acts);
    const answer = await asked(`${this.address}/commands/${act.command}`, {
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
    this.acts.forEach((act, place) => stamp(act, this.acts.slice(0, place)));
    this.timer = setTimeout(() => this.send(), RETRY_MS);
    this.#changed();
  }

  #changed() {
    this.kept.write("acts", this.acts);
    this.onChange();
  }
}

class Unreachable extends Error {}

async function asked(address, options = {}) {
  let answer;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer = await fetch(address, { ...options, cache: "no-store", signal });
    if (!TRY_LATER.includes(answer.status)) return await answer.json();
  } catch {
    throw new Unreachable("no answer");
  }
  throw new Unreachable(`${answer.status}`);
}

// Made then, and not before what was made before it.
function stamp(act, before) {
  if ("made_at" in act.body || WITHOUT_TIME.includes(act.command)) return;
  const earlier = before.map(({ body }) => body.made_at ?? 0);
  if (act.tried) act.first = act.body;
  act.body = { ...act.body, made_at: Math.max(act.at, ...earlier) };
}

// An act that the rules refuse by now changes nothing that is shown.
export function withAct(hall, { command, body, at }) {
  if (!hall) return hall;
  const { facts = [] } = decide(hall, command, body, Math.max(at, body.made_at ?? 0));
  return facts.reduce((after, fact) => follow(after, fact), hall);
}

// A game or call of that number may be another one on the server: then nothing must be sent.
function otherThanMeant(server, { command, body, meant }) {
  if (meant.white && command !== "correct-result") {
    const game = find(server, body.game);
    if (game?.white === meant.white && game.black === meant.black) return null;
    const found = game ? [game.white, game.black] : null;
    const fields = { game: body.game, found, meant: [meant.white, meant.black] };
    return { code: "other-players", fields };
  }
  if (meant.called) {
    const call = callOf(server, body.call);
    const isOther = call && call.entrant !== meant.called;
    if (isOther) return { code: "no-such-call", fields: { call: body.call } };
  }
  return null;
}
