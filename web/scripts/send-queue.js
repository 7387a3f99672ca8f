// Acts that the server has not recorded yet: kept on this device, sent in order.
//
// An act is {id, order, …}. One that was sent and got no answer is sent again under its id. One that
// the server refuses has a `problem`; the acts behind it are sent all the same.
//
// All tabs of a device share one store with one entry for each act, which no tab writes over the acts
// of another. One tab sends at a time; should two do so, the ids make each act count once.

export const PATIENCE_MS = 8000;
const RETRY_MS = 3000;
const LEASE_MS = PATIENCE_MS + 2000;
export const TRY_LATER = [408, 425, 429, 502, 503, 504];
const ENTRY = "act ";
const SENDER = "sender";
const ORDER_DIGITS = 17;

// Made without crypto.randomUUID, which plain http has not.
export function newId(length = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const orderAt = (at) => `${String(Math.trunc(at)).padStart(ORDER_DIGITS, "0")}-${newId(4)}`;
const overNetwork = (...request) => fetch(...request);

export class SendQueue {
  // `kept` is the store, `onChange()` is called after each change; `ask` is how the server is asked.
  constructor({ kept, onChange, ask = overNetwork }) {
    this.kept = kept;
    this.onChange = onChange;
    this.ask = ask;
    this.tab = newId(8);
    this.acts = [];
    this.offline = false;
    this.locked = false; // nothing may be sent any more
    this.sending = false;
    this.timer = null;
  }

  // Called by a subclass once it is made.
  open() {
    this.read();
    this.kept.watch(() => this.#changedElsewhere());
  }

  // --- what a subclass says ---------------------------------------------------------------------

  // Send one act and settle it: forget it, or keep it with its problem.
  async sendOne() {
    throw new Error("a subclass sends");
  }

  // The next act to send.
  async nextAct() {
    return this.first();
  }

  // The server cannot be reached.
  cutOff() {
    this.offline = true;
    this.sendLater();
    this.changed();
  }

  // --- the store that all tabs share ------------------------------------------------------------

  stored(kind) {
    const names = this.kept.names().filter((name) => name.startsWith(kind));
    return names.sort().map((name) => this.kept.read(name)).filter(Boolean);
  }

  entries() {
    return this.stored(ENTRY);
  }

  read() {
    this.acts = this.entries();
  }

  keep(act) {
    this.kept.write(`${ENTRY}${act.order}`, act);
  }

  forget(act) {
    this.kept.remove(`${ENTRY}${act.order}`);
  }

  // The order of an act that is made at `at`, after all those before.
  orderAfterAll(at) {
    return orderAt(Math.max(at, ...this.acts.map(({ order }) => Number.parseInt(order, 10) + 1)));
  }

  changed() {
    this.read();
    this.onChange();
  }

  // --- sending ----------------------------------------------------------------------------------

  // The first act of the store that may be sent.
  first() {
    this.read();
    return this.acts.find(({ problem }) => !problem);
  }

  async send() {
    if (this.sending || this.locked) return;
    this.read();
    if (!this.claim()) return this.sendLater();
    this.sending = true;
    this.#wait(0);
    try {
      await this.#sendAll();
      this.offline = globalThis.navigator?.onLine === false;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.cutOff();
    } finally {
      this.sending = false;
      this.#release();
      this.onChange();
    }
  }

  async #sendAll() {
    const next = () => this.nextAct();
    for (let act = await next(); act && !this.locked; act = await next()) {
      this.claim();
      await this.sendOne(act);
      this.changed();
    }
  }

  sendLater() {
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

  #changedElsewhere() {
    this.changed();
    // Without a network two tabs that did not wait would call each other for ever.
    const waits = this.sending || (this.offline && this.timer !== null);
    if (!waits && this.first() && !this.otherSends()) this.send();
  }

  // A lease that ends later than any could is of before the clock was put back.
  otherSends() {
    const lease = this.kept.read(SENDER);
    if (!lease || lease.tab === this.tab) return false;
    const left = lease.until - Date.now();
    return left > 0 && left <= LEASE_MS;
  }

  // Without Web Locks, which plain http has not: an entry that ends by itself.
  claim() {
    if (this.otherSends()) return false;
    this.kept.write(SENDER, { tab: this.tab, until: Date.now() + LEASE_MS });
    return this.kept.read(SENDER)?.tab === this.tab;
  }

  #release() {
    if (this.kept.read(SENDER)?.tab === this.tab) this.kept.remove(SENDER);
  }

  // The answer of the server as JSON.
  async asked(address, options = {}) {
    let answer;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      answer = await this.ask(address, { ...options, cache: "no-store", signal });
      if (!TRY_LATER.includes(answer.status)) return await answer.json();
    } catch {
      throw new Unreachable("no answer");
    }
    throw new Unreachable(`${answer.status}`);
  }
}

export class Unreachable extends Error {}
