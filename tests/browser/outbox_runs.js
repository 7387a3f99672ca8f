// Random evenings of several tablets at one hall: the real outboxes against the real server.
//
// A tablet is one or more tabs with one store; its network comes and goes, is slow, and loses answers.
// A tab taps what its own hall shows. `evening` answers each tap with what the person saw and what
// became of it; what the log says of it is for the caller to compare.

const WEIGHTS = {
  "record-result": 10,
  "withdraw-result": 2,
  "take-seat": 6,
  "miss-call": 1,
  "stand-down": 3,
  "queue-player": 3,
  "move-in-queue": 2,
};
const AWAY = ["paused", "absent", "gone", "resting"];
const RESULTS = ["1-0", "½-½", "0-1"];
const SETTLED_WITHIN_MS = 120_000; // a stuck outbox must not hold up the others for ever

function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = (ms) => new Promise((again) => setTimeout(again, ms));

// What the tabs of one tablet share: a store, the network, and what was tapped.
class Tablet {
  constructor(name) {
    this.name = name;
    this.reachable = true;
    this.at = 0;
    this.taps = new Map();
    this.entries = new Map();
    this.tabs = [];
  }

  keptFor(tab) {
    const { entries } = this;
    const changed = () => {
      for (const { tab: other, onChange } of this.tabs) if (other !== tab) onChange();
    };
    return {
      read: (name) => JSON.parse(entries.get(name) ?? "null"),
      names: () => [...entries.keys()],
      write: (name, value) => {
        entries.set(name, JSON.stringify(value));
        queueMicrotask(changed);
      },
      remove: (name) => {
        entries.delete(name);
        queueMicrotask(changed);
      },
      watch: (onChange) => this.tabs.push({ tab, onChange }),
    };
  }

  now() {
    this.at = Math.max(this.at + 1, Date.now() * 1000);
    return this.at;
  }
}

class Tab {
  constructor(modules, tournament, tablet, random) {
    Object.assign(this, { modules, tournament, tablet, random, rows: null });
    this.outbox = new modules.Outbox({
      tournament,
      kept: tablet.keptFor(this),
      onChange() {},
      onRefused: ({ at }) => this.fate(at, "refused"),
      ask: (...request) => this.ask(...request),
    });
  }

  fate(at, fate) {
    this.tablet.taps.get(at).fate = fate;
  }

  // The network: it may be gone, slow, or gone before the answer is there.
  async ask(address, options) {
    const id = options?.headers?.["idempotency-key"];
    const act = this.outbox.acts.find((each) => each.id === id);
    await pause(this.random() * 12);
    if (!this.tablet.reachable) throw new TypeError("no network");
    const answer = await fetch(address, options);
    const { code } = await answer.clone().json();
    if (act && !code) {
      Object.assign(this.tablet.taps.get(act.at), { fate: "accepted", id, sent: act.command });
    }
    await pause(this.random() * 12);
    if (this.random() < 0.03) throw new TypeError("the answer was lost");
    return answer;
  }

  get hall() {
    return this.outbox.applied(this.modules.hallOfRows(this.rows));
  }

  // As the live view tells it.
  async refresh() {
    if (!this.tablet.reachable) return;
    const answer = await fetch(`/api/t/${this.tournament}/views/hall`, { cache: "no-store" });
    const { rows, at } = await answer.json();
    this.rows = new Map(Object.entries(rows));
    this.outbox.told(at[1], this.modules.hallOfRows(this.rows));
  }

  tap() {
    const { hall } = this;
    const options = this.possible(hall);
    if (options.length === 0) return;
    const [command, body] = options[Math.floor(this.random() * options.length)];
    this.record(hall, command, body);
  }

  record(hall, command, body) {
    const at = this.tablet.now();
    const { code, facts } = this.modules.decide(hall, command, body, at);
    if (code || facts.length === 0) return;
    const seen = this.seen(hall, body);
    this.tablet.taps.set(at, { tablet: this.tablet.name, command, body, at, seen, fate: "waits" });
    this.outbox.add(hall, command, body, at);
  }

  // The games that run on this tablet alone, after the end, are finished one by one.
  finishOwn() {
    const { running, find } = this.modules;
    const { hall } = this;
    for (const table of hall.tables.values()) {
      const game = running(table);
      if (!hall.over || !game || !find(hall, game).seatless) continue;
      this.record(hall, "record-result", { game, result: "1-0" });
      return true;
    }
    return false;
  }

  possible(hall) {
    const { find, running } = this.modules;
    const found = [];
    const add = (command, body) => {
      for (let times = WEIGHTS[command]; times > 0; times -= 1) found.push([command, body]);
    };
    for (const table of hall.tables.values()) {
      const game = running(table);
      if (game) add("record-result", { game, result: RESULTS[Math.floor(this.random() * 3)] });
      for (const { number: call } of table.calls) {
        add("take-seat", { call });
        add("miss-call", { call });
      }
    }
    const results = [...this.tablet.taps.values()].filter(({ command }) => command === "record-result");
    const game = results.at(-1)?.body.game;
    if (game && find(hall, game)) add("withdraw-result", { game });
    const everybody = [...hall.members];
    const [entrant, { status }] = everybody[Math.floor(this.random() * everybody.length)];
    if (AWAY.includes(status)) add("queue-player", { entrant });
    else add("stand-down", { entrant, away: this.random() < 0.7 ? "paused" : "gone" });
    const last = hall.queue.at(-1);
    if (hall.queue.length > 1) add("move-in-queue", { entrant: last, place: 1, reason: "x" });
    return found;
  }

  // What the person has before their eyes, read from the hall and not from the act.
  seen(hall, { game, call, entrant, place }) {
    const { find, running } = this.modules;
    if (game) return { players: [find(hall, game).white, find(hall, game).black] };
    if (call) {
      const calls = [...hall.tables.values()].flatMap((table) => table.calls);
      const { entrant: called, table } = calls.find(({ number }) => number === call);
      return { called, table };
    }
    if (place) return { at_place: hall.queue[place - 1] };
    const { status, table } = hall.members.get(entrant);
    const plays = status === "playing" ? find(hall, running(hall.tables.get(table))) : null;
    return { loses: plays ? [plays.white, plays.black] : null };
  }

  // A person goes through the two versions.
  choose() {
    const { clashes, theirs, sending } = this.outbox;
    if (clashes.length === 0 || !theirs || sending) return;
    const choice = this.random();
    const some = clashes.filter(() => this.random() < 0.5);
    if (choice < 0.3) {
      this.outbox.tryAgain(some);
      return;
    }
    const mended = clashes.find((act) => this.outbox.canCorrect(act));
    if (mended && choice < 0.6) {
      this.outbox.sendCorrection(mended, "x");
      return;
    }
    const dropped = choice < 0.7 ? clashes : some;
    for (const { at } of dropped) this.fate(at, "dropped");
    this.outbox.leaveOut(dropped);
  }
}

// Somebody else ends the marathon, while a tablet may be without a connection.
async function end(tournament) {
  const headers = { "content-type": "application/json", "idempotency-key": `${tournament}-end` };
  await fetch(`/api/t/${tournament}/commands/end-hall`, { method: "POST", headers, body: "{}" });
}

// What a tab shows.
function saidBy({ hall }) {
  return JSON.stringify([[...hall.tables.values()], [...hall.members], hall.queue]);
}

// What two tabs of one tablet show when the one that sent a result was told of it before it had the
// answer, and the other is not told yet.
export async function toldLate(modules, { tournament }) {
  const tablet = new Tablet("two tabs");
  const tabs = [1, 2].map((seed) => new Tab(modules, tournament, tablet, randomOf(seed)));
  for (const tab of tabs) await tab.refresh();
  const [one] = tabs;
  const ask = one.outbox.ask;
  one.outbox.ask = async (...request) => {
    const answer = await ask(...request);
    await one.refresh();
    return answer;
  };
  const [table] = one.hall.tables.values();
  one.record(one.hall, "record-result", { game: modules.running(table), result: "1-0" });
  while (one.outbox.acts.length > 0 || one.outbox.sending) await pause(5);
  const games = ({ games: all }) => all.map(({ white, black, result }) => [white, black, result]);
  return tabs.map(({ hall }) => [[...hall.tables.values()].map(games), hall.queue]);
}

// One evening at a hall that is open; `tabs` are how many tabs each tablet has. In every third one
// the marathon ends before the last tap.
export async function evening(modules, { tournament, seed, tabs = [1, 1], steps = 40 }) {
  const random = randomOf(seed);
  const tablets = tabs.map((_, number) => new Tablet(number));
  const all = tabs.flatMap((number, at) =>
    Array.from({ length: number }, (_, n) =>
      new Tab(modules, tournament, tablets[at], randomOf(seed * 31 + at * 7 + n)),
    ),
  );
  for (const tab of all) await tab.refresh();
  for (let step = 0; step < steps; step += 1) {
    const tab = all[Math.floor(random() * all.length)];
    if (seed % 3 === 0 && step === Math.floor(steps * 0.7)) await end(tournament);
    if (random() < 0.15) tab.tablet.reachable = !tab.tablet.reachable;
    if (random() < 0.4) await tab.refresh();
    tab.tap();
    if (random() < 0.3) await pause(random() * 30);
    if (random() < 0.2) tab.choose();
    if (random() < 0.3) tab.outbox.send();
  }
  for (const tablet of tablets) tablet.reachable = true;
  const until = Date.now() + SETTLED_WITHIN_MS;
  const isIdle = ({ outbox }) => outbox.acts.length === 0 && !outbox.sending;
  while (Date.now() < until) {
    for (const tab of all) {
      tab.choose();
      tab.outbox.send();
    }
    await pause(15);
    if (!all.every(isIdle)) continue;
    for (const tab of all) await tab.refresh();
    // A timer of the server may have fired between two looks: then they are of two moments.
    if (new Set(all.map(({ outbox }) => outbox.toldVersion)).size > 1) continue;
    if (!all.some((tab) => tab.finishOwn())) break;
  }
  const shown = all.map((tab) => ({ waits: tab.outbox.acts.length, says: saidBy(tab) }));
  const taps = tablets.flatMap((tablet) => [...tablet.taps.values()]);
  return { taps, shown };
}
