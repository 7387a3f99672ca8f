// The rules of a Masnou hall once more, for a tablet without a connection: pure, no page, no clock.
//
// `decide(hall, command, body, at)` answers `{facts}`, none when it is so already, or a refusal
// `{code, fields}`; `follow(hall, fact, version)` is the hall after a fact. Both are equal to the
// decider of the server fact for fact, its timers left out; the same scenarios and random marathons
// are run through both. What is drawn by lot is refused here with the code `needs-the-server`.
// Times are in microseconds since 1970; an act with `made_at` was made then, offline.

import * as acts from "./masnou-acts.js";
import { follow } from "./masnou-fold.js";
import {
  checkCall,
  checkComesBack,
  checkPlace,
  checkPlayers,
  checkStandsDown,
  checkTold,
} from "./masnou-seen.js";
import {
  RESULTS,
  RULES,
  callOf,
  find,
  gameOf,
  isRunning,
  mayBeTakenBack,
  nextGame,
  partsOf,
  running,
} from "./masnou-state.js";

export { follow };
export { hallOfRows, unopened } from "./masnou-state.js";

const MINUTE_US = 60_000_000;
const TOLERANCE_US = MINUTE_US;
const AHEAD_MAX_US = 24 * 60 * MINUTE_US;
const TABLES_MAX = 300;
const RATING_MAX = 4000;
const CATEGORIES_MAX = 50;
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
const WITHOUT_A_HALL = ["open-hall", "enter-entrants", "forbid-pairs", "allow-pairs"];

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
    checkPlayers(hall, command, body, refuse);
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

// An act that was made before the marathon ended, and comes after it; the same as `masnou.late`.
function isLate(hall, made_at) {
  return hall.over && (made_at ?? null) !== null && isInTime(hall, made_at);
}

const isInTime = (hall, at) => at <= hall.ended_at + TOLERANCE_US;

// The hall with a game that runs on this tablet alone: it began before the end, of which the tablet,
// without a connection, knew nothing. Its result tells the server of it.
export function withOwnGame(hall, { game, table: number, white, black, at }) {
  const table = hall?.tables.get(number);
  const isOver = hall?.over && hall.rules.running_games !== "stop" && !hall.playoff.length;
  if (!isOver || game !== nextGame(table) || running(table) || !isInTime(hall, at)) return hall;
  const plays = (entrant) => hall.members.get(entrant)?.status === "playing";
  if (plays(white) || plays(black)) return hall;
  return follow(hall, { type: "GameSeated", table: number, white, black, at, offline: true, ended_at: at });
}

function checkRuns(hall) {
  if (hall.over) refuse("hall-is-over");
}

// --- opening and entering -----------------------------------------------------------------------

function openHall(hall, { rules: given, absent = [] }, at) {
  if (isOpen(hall)) refuse("hall-already-open");
  const rules = { ...RULES, ...given };
  const limits = { ...LIMITS, last_start: [0, rules.duration - 1] };
  for (const [field, [smallest, largest]] of Object.entries(limits)) {
    const value = rules[field];
    if (value < smallest || value > largest) {
      refuse("hall-out-of-range", { field, value, smallest, largest });
    }
  }
  const [value, largest] = [rules.categories.length, CATEGORIES_MAX];
  if (value > largest) refuse("hall-out-of-range", { field: "categories", value, smallest: 0, largest });
  for (const entrant of absent) known(hall, entrant);
  if (rules.order === "lot") refuse("needs-the-server");
  const arrived = [...hall.entrants].filter(([entrant]) => !absent.includes(entrant));
  if (arrived.length < 2) refuse("too-few-to-open", { players: arrived.length });
  const sign = ORDERS[rules.order];
  const order = arrived.sort(([, one], [, other]) => sign * (one - other)).map(([id]) => id);
  const course = new acts.Course(hall, at);
  const ends_at = at + rules.duration * MINUTE_US;
  course.say("HallOpened", { rules, at, ends_at, apart: hall.apart.map(forbiddenOf) });
  course.say("QueueFormed", { order, at });
  for (const entrant of absent) course.say("PlayerStoodDown", { entrant, away: "absent", at });
  acts.settle(course);
  return course.facts;
}

const forbiddenOf = ({ version, entrants }) => ({ forbidden: version, entrants });

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

function queuePlayer(hall, { entrant, seen, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  known(hall, entrant);
  checkTold("seen", seen, made_at, refuse);
  if (!isLate(hall, made_at)) checkRuns(hall);
  const member = notExpelled(hall, entrant);
  if (AT_A_TABLE.includes(member?.status)) refuse("plays-now", { entrant, table: member.table });
  if (member && !AWAY.includes(member.status)) return [];
  checkComesBack(hall, entrant, seen, refuse);
  acts.queuePlayer(course, entrant);
  return course.facts;
}

function notExpelled(hall, entrant) {
  const member = hall.members.get(entrant);
  if (member?.status === "expelled") refuse("entrant-is-expelled", { entrant });
  return member;
}

function takeSeat(hall, body, at) {
  const course = courseOf(hall, body.made_at, at);
  const call = taken(hall, body.call);
  if (call) {
    checkCall(call, body, refuse);
    return [];
  }
  if (isLate(hall, body.made_at)) return [];
  acts.takeSeat(course, answered(hall, body));
  return course.facts;
}

// The call of that number, where who was called sits at the table by now.
function taken(hall, number) {
  for (const table of hall.free) {
    const sitter = hall.tables.get(table).sitters.find(({ order }) => order === number);
    if (sitter) return { number, entrant: sitter.entrant, table };
  }
  return null;
}

function missCall(hall, body, at) {
  const course = courseOf(hall, body.made_at, at);
  if (isLate(hall, body.made_at)) return [];
  acts.missCall(course, answered(hall, body));
  return course.facts;
}

function answered(hall, body) {
  const call = callOf(hall, body.call) ?? refuse("no-such-call", { call: body.call });
  checkCall(call, body, refuse);
  return call;
}

function standDown(hall, { entrant, away, seen, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const now = hall.members.get(known(hall, entrant))?.status ?? "resting";
  checkTold("seen", seen, made_at, refuse);
  if (now === away) return [];
  notExpelled(hall, entrant);
  if (!leaveToldGame(course, { entrant, away, seen })) {
    checkStandsDown(hall, entrant, seen, refuse);
    const game = gameOf(hall, entrant);
    if (game && away === "paused") refuse("plays-now", { entrant, table: partsOf(game)[1] });
  }
  acts.standDown(course, entrant, away);
  return course.facts;
}

function moveInQueue(hall, { entrant, place, at_place, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  const { queue } = hall;
  known(hall, entrant);
  checkTold("at_place", at_place, made_at, refuse);
  if (!queue.includes(entrant)) refuse("not-waiting", { entrant });
  if (place < 1 || place > queue.length) refuse("no-such-place", { place, queue: queue.length });
  if (queue[place - 1] === entrant) return [];
  checkPlace(queue, { place, at_place }, refuse);
  acts.moveInQueue(course, entrant, place - 1);
  return course.facts;
}

// --- tables and the end -------------------------------------------------------------------------

function addTable(hall, { table = null, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (isLate(hall, made_at)) return [];
  checkRuns(hall);
  const number = table || Math.max(...hall.tables.keys()) + 1;
  if (number < 1 || number > TABLES_MAX) refuse("no-such-table", { table: number, tables: TABLES_MAX });
  const there = hall.tables.get(number);
  if (there && !there.withdrawn) refuse("table-in-use", { table: number });
  acts.addTable(course, number);
  return course.facts;
}

function withdrawTable(hall, { table = null, broken = false, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (isLate(hall, made_at)) {
    if (broken && hall.tables.has(table)) acts.stopGame(course, table);
    return course.facts;
  }
  checkRuns(hall);
  if ((broken || table !== null) && used(hall, table ?? 0).withdrawing) {
    if (!broken) return [];
  } else if (staying(hall) <= 1) refuse("last-table");
  acts.withdrawTable(course, table, broken);
  return course.facts;
}

function staying({ tables, to_withdraw }) {
  return [...tables.values()].filter((each) => !(each.withdrawn || each.withdrawing)).length - to_withdraw;
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
  if (isLate(hall, made_at) && hasPassed(hall, ends_at, at)) return endedLater(course, ends_at);
  checkEnd(hall, ends_at, at);
  if (ends_at === hall.ends_at && !hall.over) return [];
  acts.moveEnd(course, ends_at);
  return course.facts;
}

// Whether a later end of a hall that is over has passed by now too.
function hasPassed(hall, ends_at, at) {
  return hall.over && !hall.playoff.length && hall.ended_at < ends_at && ends_at <= at;
}

function endedLater(course, ends_at) {
  course.say("HallEndMoved", { ends_at });
  course.say("TimeExpired", { at: ends_at });
  return course.facts;
}

function checkEnd(hall, ends_at, at) {
  if (hall.playoff.length) refuse("playoff-runs");
  const latest = at + AHEAD_MAX_US;
  if (ends_at <= at || ends_at > latest) refuse("hall-end-out-of-range", { earliest: at, latest });
}

function pauseHall(hall, { made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (!isLate(hall, made_at)) checkRuns(hall);
  else if (hall.playoff.length) refuse("playoff-runs");
  const pausedThen = course.offline && hall.pauses.some(([, until]) => course.at < until);
  if (hall.paused_at || pausedThen) return [];
  acts.pause(course);
  return course.facts;
}

function resumeHall(hall, { extend = false, made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (!hall.paused_at) return [];
  const ends_at = extend ? hall.ends_at + course.at - hall.paused_at : null;
  if (extend && course.offline && hasPassed(hall, ends_at, at)) {
    course.say("HallResumed", { at: course.at });
    return endedLater(course, ends_at);
  }
  if (extend) checkEnd(hall, ends_at, at);
  acts.resume(course, ends_at);
  return course.facts;
}

// --- who is kept apart --------------------------------------------------------------------------

function forbidPairs(hall, { entrants, first_round = null, last_round = null }) {
  for (const entrant of entrants) known(hall, entrant);
  const twice = entrants.find((each, place) => entrants.indexOf(each) < place);
  if (twice !== undefined) refuse("entrant-twice", { entrant: twice });
  if (entrants.length < 2) refuse("nobody-to-forbid");
  const round = first_round ?? last_round;
  if (round !== null) refuse("no-such-round", { round, rounds: 0 });
  const isSame = (each) => each.length === entrants.length && each.every((one) => entrants.includes(one));
  if (hall.apart.some((each) => isSame(each.entrants))) return [];
  return [{ type: "HallPairsForbidden", entrants, first_round: 1, last_round: null }];
}

function allowPairs(hall, { forbidden }, at) {
  if (!hall.apart.some(({ version }) => version === forbidden)) {
    refuse("no-such-prohibition", { forbidden });
  }
  const course = new acts.Course(hall, at);
  acts.allowPairs(course, forbidden, isOpen(hall));
  return course.facts;
}

function endHall(hall, { made_at }, at) {
  const course = courseOf(hall, made_at, at);
  if (hall.over) return [];
  acts.expire(course);
  return course.facts;
}

// --- results ------------------------------------------------------------------------------------

function recordResult(hall, body, at) {
  const { game: identity, result, made_at } = body;
  const course = courseOf(hall, made_at, at);
  if (!RESULTS.includes(result)) refuse("no-such-result", { result, known: RESULTS });
  if (!find(hall, identity) && tellGame(course, body)) {
    acts.conclude(course, identity, result);
    return course.facts;
  }
  const game = knownGame(hall, identity);
  checkNotVoid(hall, body, game);
  if (game.result === result) return []; // two phones, one result: already so
  if (!isRunning(game) && !game.voided) {
    refuse("results-conflict", { game: identity, recorded: game.result, reported: result });
  }
  if (partsOf(identity)[0] === "T") acts.endGame(course, identity, result);
  else endPlayoffGame(course, identity, result);
  return course.facts;
}

// Begin the next game of a table as a tablet had it before the marathon ended.
function tellGame(course, { game, players, began_at = null }) {
  const { hall } = course;
  if (began_at === null || !players || !isUntold(hall, game)) return false;
  const [white, black] = players;
  if (white === black) refuse("entrant-twice", { entrant: white });
  checkInTime(course, game, began_at);
  for (const entrant of players) {
    const member = hall.members.get(known(hall, entrant));
    if (member?.status === "playing") refuse("plays-now", { entrant, table: member.table });
  }
  const when = { at: began_at, offline: true, ended_at: course.at };
  course.say("GameSeated", { game, table: partsOf(game)[1], white, black, ...when });
  return true;
}

// Whether it would be the next game of a table of a hall that is over.
function isUntold(hall, game) {
  const [kind, number] = partsOf(game);
  const table = hall.tables.get(number);
  return Boolean(hall.over && table) && kind === "T" && game === nextGame(table) && !running(table);
}

// Lose a game, of which a tablet alone knows, by going home; who is absent did not begin it: it is void.
function leaveToldGame(course, { entrant, away, seen }) {
  if (!seen?.game || !isUntold(course.hall, seen.game)) return false;
  const { players = [] } = seen;
  if (players.length !== 2 || !players.includes(entrant) || away === "paused") return false;
  if (!tellGame(course, seen)) return false;
  if (away === "absent") course.say("GameVoided", { game: seen.game, at: course.at });
  else acts.lose(course, seen.game, entrant);
  return true;
}

function checkInTime({ hall, at: told_at }, game, began_at) {
  if (hall.playoff.length) refuse("playoff-runs");
  const at = hall.rules.running_games === "stop" ? told_at : began_at;
  const { ended_at } = hall;
  if (at > ended_at + TOLERANCE_US) refuse("after-the-end", { game, at, ended_at });
}

// A void game has no result, unless it was stopped by the end and had ended before.
function checkNotVoid(hall, { game: identity, made_at }, game) {
  if (!game.voided) return;
  const isStopped = game.seatless && !game.version;
  if (!isStopped || !isLate(hall, made_at)) refuse("game-is-void", { game: identity });
  if (hall.playoff.length) refuse("playoff-runs");
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
  "pause-hall": pauseHall,
  "resume-hall": resumeHall,
  "forbid-pairs": forbidPairs,
  "allow-pairs": allowPairs,
  "end-hall": endHall,
  "record-result": recordResult,
  "withdraw-result": withdrawResult,
  "correct-result": correctResult,
  "time-expired": timeExpired,
  "call-expired": callExpired,
};
