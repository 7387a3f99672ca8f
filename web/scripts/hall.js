// The rules of a Masnou hall once more, for a tablet without a connection: pure, no page, no clock.
//
// `decide(hall, command, body, at)` answers `{facts}`, none when it is so already, or a refusal
// `{code, fields}`; `follow(hall, fact, version)` is the hall after a fact. Both are equal to the
// decider of the server fact for fact, its timers left out; the same scenarios and random marathons
// are run through both. What is drawn by lot is refused here with the code `needs-the-server`.
// Times are in microseconds since 1970; an act with `made_at` was made then, offline.

import * as acts from "./hall-acts.js";
import { follow } from "./hall-fold.js";
import { RESULTS, RULES, callOf, find, isRunning, mayBeTakenBack, partsOf } from "./hall-state.js";

export { follow };
export { hallOfRows, unopened } from "./hall-state.js";

const MINUTE_US = 60_000_000;
const AHEAD_MAX_US = 24 * 60 * MINUTE_US;
const TABLES_MAX = 300;
const RATING_MAX = 4000;
const LIMITS = {
  tables: [1, 150],
  duration: [1, 24 * 60],
  clock: [0, 120],
  call_seconds: [0, 600],
  wins_cap: [0, 100],
};
const ORDERS = { "best-first": -1, "worst-first": 1, arrival: 0 };
const AWAY = ["resting", "paused", "absent", "gone"];
const AT_A_TABLE = ["playing", "sitting", "held"];
const WITHOUT_A_HALL = ["open-hall", "enter-entrants"];

class Refused extends Error {
  constructor(code, fields = {}) {
    super(code);
    this.answer = { code, fields };
  }
}

function refuse(code, fields) {
  throw new Refused(code, fields);
}

export function decide(hall, command, body, at) {
  const act = ACTS[command];
  try {
    if (!act) refuse("needs-the-server");
    if (!WITHOUT_A_HALL.includes(command) && !isOpen(hall)) refuse("hall-not-open");
    return { facts: act(hall, body, at) };
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

const isOpen = (hall) => Boolean(hall?.rules);

// The course of an act at the time at which it was made.
function courseOf(hall, made_at, at) {
  if (made_at !== undefined && made_at !== null) {
    const { opened_at } = hall;
    if (made_at < opened_at || made_at > at) refuse("made-out-of-time", { made_at, opened_at, now: at });
    return new acts.Course(hall, made_at, true);
  }
  return new acts.Course(hall, at);
}

function known(hall, entrant) {
  if (!hall.entrants.has(entrant)) refuse("no-such-entrant", { entrant });
  return entrant;
}

function checkRuns(hall) {
  if (hall.over) refuse("hall-is-over");
}

// --- opening and entering -----------------------------------------------------------------------

function openHall(hall, { rules: given, absent = [] }, at) {
  if (isOpen(hall)) refuse("hall-already-open");
  const rules = { ...RULES, ...given };
  for (const [field, [smallest, largest]] of Object.entries(LIMITS)) {
    const value = rules[field];
    if (value < smallest || value > largest) {
      refuse("hall-out-of-range", { field, value, smallest, largest });
    }
  }
  for (const entrant of absent) known(hall, entrant);
  if (rules.order === "lot") refuse("needs-the-server");
  const arrived = [...hall.entrants].filter(([entrant]) => !absent.includes(entrant));
  if (arrived.length < 2) refuse("too-few-to-open", { players: arrived.length });
  const sign = ORDERS[rules.order];
  const order = arrived.sort(([, one], [, other]) => sign * (one - other)).map(([id]) => id);
  const course = new acts.Course(hall, at);
  course.say("HallOpened", { rules, at, ends_at: at + rules.duration * MINUTE_US });
  course.say("QueueFormed", { order, at });
  for (const entrant of absent) course.say("PlayerStoodDown", { entrant, away: "absent", at });
  acts.settle(course);
  return course.facts;
}

function enterEntrants(hall, { entrants, made_at }, at) {
  const ids = entrants.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) < place);
  if (twice !== undefined) refuse("entrant-twice", { entrant: twice });
  const entered = entrants.filter((each) => isNew(hall, each)).map(enteredFact);
  if (!isOpen(hall) || hall.over || entered.length === 0) return entered;
  const course = courseOf(entered.reduce((after, fact) => follow(after, fact), hall), made_at, at);
  for (const { entrant } of entered) acts.queuePlayer(course, entrant);
  return [...entered, ...course.facts];
}

function isNew(hall, { id, rating = 0 }) {
  const has = hall.entrants.get(id);
  if (has === undefined) return true;
  if (has !== null && has !== rating) refuse("entrant-exists", { entrant: id });
  return false;
}

function enteredFact({ id, rating = 0 }) {
  if (rating < 0 || rating > RATING_MAX) refuse("rating-out-of-range", { entrant: id, rating });
  return { type: "EntrantEntered", entrant: id, rating };
}

// --- the queue and the calls --------------------------------------------------------------------

function queuePlayer(hall, { entrant, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  known(hall, entrant);
  checkRuns(hall);
  const member = notExpelled(hall, entrant);
  if (AT_A_TABLE.includes(member?.status)) refuse("plays-now", { entrant, table: member.table });
  if (member && !AWAY.includes(member.status)) return [];
  acts.queuePlayer(course, entrant);
  return course.facts;
}

function notExpelled(hall, entrant) {
  const member = hall.members.get(entrant);
  if (member?.status === "expelled") refuse("entrant-is-expelled", { entrant });
  return member;
}

function takeSeat(hall, { call, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const sits = (number) => hall.tables.get(number).sitters.some(({ order }) => order === call);
  if (hall.free.some(sits)) return [];
  acts.takeSeat(course, pending(hall, call));
  return course.facts;
}

function missCall(hall, { call, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  acts.missCall(course, pending(hall, call));
  return course.facts;
}

function pending(hall, call) {
  return callOf(hall, call) ?? refuse("no-such-call", { call });
}

function standDown(hall, { entrant, away, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const now = hall.members.get(known(hall, entrant))?.status ?? "resting";
  if (now === away) return [];
  const member = notExpelled(hall, entrant);
  if (member?.status === "playing" && away === "paused") {
    refuse("plays-now", { entrant, table: member.table });
  }
  acts.standDown(course, entrant, away);
  return course.facts;
}

function moveInQueue(hall, { entrant, place, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const { queue } = hall;
  if (!queue.includes(known(hall, entrant))) refuse("not-waiting", { entrant });
  if (place < 1 || place > queue.length) refuse("no-such-place", { place, queue: queue.length });
  if (queue[place - 1] === entrant) return [];
  acts.moveInQueue(course, entrant, place - 1);
  return course.facts;
}

// --- tables and the end -------------------------------------------------------------------------

function addTable(hall, { table = null, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  checkRuns(hall);
  const number = table || Math.max(...hall.tables.keys()) + 1;
  if (number < 1 || number > TABLES_MAX) refuse("no-such-table", { table: number, tables: TABLES_MAX });
  const there = hall.tables.get(number);
  if (there && !there.withdrawn) refuse("table-in-use", { table: number });
  acts.addTable(course, number);
  return course.facts;
}

function withdrawTable(hall, { table = null, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  checkRuns(hall);
  if (table !== null && used(hall, table).withdrawing) return [];
  const staying = [...hall.tables.values()].filter((each) => !(each.withdrawn || each.withdrawing));
  if (staying.length - hall.to_withdraw <= 1) refuse("last-table");
  acts.withdrawTable(course, table);
  return course.facts;
}

function keepTable(hall, { table = null, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const asked = table === null ? hall.to_withdraw : used(hall, table).withdrawing;
  if (!asked) refuse("nothing-to-keep");
  course.say("TableWithdrawalCancelled", { table });
  return course.facts;
}

function used(hall, number) {
  const table = hall.tables.get(number);
  if (!table) refuse("no-such-table", { table: number, tables: Math.max(...hall.tables.keys()) });
  if (table.withdrawn) refuse("table-not-in-use", { table: number });
  return table;
}

function moveHallEnd(hall, { ends_at, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (hall.playoff.length) refuse("playoff-runs");
  const latest = at + AHEAD_MAX_US;
  if (ends_at <= at || ends_at > latest) refuse("hall-end-out-of-range", { earliest: at, latest });
  if (ends_at === hall.ends_at && !hall.over) return [];
  acts.moveEnd(course, ends_at);
  return course.facts;
}

function endHall(hall, { made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (hall.over) return [];
  acts.expire(course);
  return course.facts;
}

// --- results ------------------------------------------------------------------------------------

function recordResult(hall, { game: identity, result, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (!RESULTS.includes(result)) refuse("no-such-result", { result, known: RESULTS });
  const game = knownGame(hall, identity);
  if (game.recorded === result) return []; // two phones, one result: already so
  if (game.voided) refuse("game-is-void", { game: identity });
  if (!isRunning(game)) {
    refuse("results-conflict", { game: identity, recorded: game.recorded, reported: result });
  }
  if (partsOf(identity)[0] === "T") acts.endGame(course, identity, result);
  else endPlayoffGame(course, identity, result);
  return course.facts;
}

// The lots of another round are not drawn here.
function endPlayoffGame(course, game, result) {
  course.say("ResultRecorded", { game, result });
  const last = course.hall.playoff.at(-1);
  const through = last.byes.length + last.games.length;
  if (through > 1 && !last.games.some(isRunning)) refuse("needs-the-server");
}

function knownGame(hall, identity) {
  return find(hall, identity) ?? refuse("no-such-game", { game: identity });
}

function withdrawResult(hall, { game: identity, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const game = knownGame(hall, identity);
  if (isRunning(game)) return [];
  if (game.voided || !mayBeTakenBack(hall, identity, game)) refuse("too-late-to-undo", { game: identity });
  if (partsOf(identity)[0] === "T") acts.undoResult(course, identity);
  else course.say("ResultWithdrawn", { game: identity });
  return course.facts;
}

function correctResult(hall, { game: identity, result, corrects, effect, known_at }, at) {
  if (!RESULTS.includes(result)) refuse("no-such-result", { result, known: RESULTS });
  const game = knownGame(hall, identity);
  if (!game.version) refuse("no-result-yet", { game: identity });
  if (corrects !== game.version) {
    refuse("corrects-another-event", { game: identity, corrects, in_force: game.version });
  }
  if (result === game.result) refuse("same-result", { game: identity, result });
  if (known_at && known_at > at) refuse("known-too-late", { known_at });
  const usual = { points: true, pairing_from: null, rating: true };
  return [
    {
      type: "ResultCorrected",
      game: identity,
      result,
      corrects,
      effect: effect ?? usual,
      known_at: known_at ?? null,
    },
  ];
}

// --- what the server's timers lead to -------------------------------------------------------------

function timeExpired(hall, { due_at }) {
  if (hall.over || due_at !== hall.ends_at) return [];
  const course = new acts.Course(hall, due_at);
  acts.expire(course);
  return course.facts;
}

function callExpired(hall, { call }, at) {
  const called = callOf(hall, call);
  if (called === null) return [];
  const course = new acts.Course(hall, at);
  acts.missCall(course, called);
  return course.facts;
}

const ACTS = {
  "open-hall": openHall,
  "enter-entrants": enterEntrants,
  "queue-player": queuePlayer,
  "take-seat": takeSeat,
  "miss-call": missCall,
  "stand-down": standDown,
  "add-table": addTable,
  "withdraw-table": withdrawTable,
  "keep-table": keepTable,
  "move-in-queue": moveInQueue,
  "move-hall-end": moveHallEnd,
  "end-hall": endHall,
  "record-result": recordResult,
  "withdraw-result": withdrawResult,
  "correct-result": correctResult,
  "time-expired": timeExpired,
  "call-expired": callExpired,
};
