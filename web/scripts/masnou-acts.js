// The acts of a Masnou hall, each as a course of facts; every act ends by filling the free tables.
//
// The same as `domain.tournament.hall.acts` and `hall.settle`; the timers are the server's.

import { follow } from "./masnou-fold.js";
import {
  BLACK_WINS,
  DRAW,
  STAYED,
  WHITE_WINS,
  find,
  gameOf,
  mayCall,
  mayMeet,
  nextGame,
  partsOf,
  playersOf,
  running,
  wants,
} from "./masnou-state.js";

const SECOND = 1_000_000;
const LEFT_OUT = { place: null, until: 0, offline: false, reason: "", broken: false };
const EMPTY_LEFT_OUT = ["passed", "back"];

// The facts of one act and the hall after them; `at` is when it happened.
export class Course {
  constructor(hall, at, offline = false) {
    this.hall = hall;
    this.at = at;
    this.offline = offline;
    this.facts = [];
  }

  say(type, fields = {}) {
    const fact = { type };
    for (const [name, value] of Object.entries(fields)) if (isSaid(name, value)) fact[name] = value;
    this.facts.push(fact);
    this.hall = follow(this.hall, fact);
  }

  member(entrant) {
    return this.hall.members.get(entrant);
  }

  table(number) {
    return this.hall.tables.get(number);
  }
}

// As the log has it, where what is as usual is left out.
function isSaid(name, value) {
  if (EMPTY_LEFT_OUT.includes(name)) return value.length > 0;
  return !(name in LEFT_OUT) || value !== LEFT_OUT[name];
}

// --- who sits down next -------------------------------------------------------------------------

export function settle(course) {
  const mayGoOn = () => mayCall(course.hall, course.at);
  while (mayGoOn() && (seatTheHeld(course) || callNext(course) || joinLonely(course)));
}

const thereAt = ({ sitters, calls }) => [...sitters, ...calls].map(({ entrant }) => entrant);

// Who stayed at a withdrawn table sits down where another one stayed.
function seatTheHeld(course) {
  const { held, free } = course.hall;
  if (held.length === 0) return false;
  const waiting = waitingIn(course.hall);
  for (const number of free) {
    const table = course.table(number);
    const fitting = (sitter) => fits(course.hall, table, sitter.entrant, waiting);
    const sitter = wants(table) ? held.find(fitting) : undefined;
    if (sitter) {
      move(course, sitter, number);
      return true;
    }
  }
  return false;
}

function fits(hall, table, held, waiting) {
  const there = thereAt(table);
  if (!there.length) {
    const others = hall.held.map(({ entrant }) => entrant).filter((each) => each !== held);
    return [...others, ...waiting].some((other) => mayMeet(hall, held, other));
  }
  if (!mayMeet(hall, held, there[0])) return false;
  const fresh = (each) => mayBeCalled(hall, each, there) && !isAgain(hall, each, there);
  return !isAgain(hall, held, there) || !waiting.some(fresh);
}

// Two who stayed at two tables play each other when nobody waits.
function joinLonely(course) {
  const { hall } = course;
  const alone = ({ sitters, calls }) => sitters.length === 1 && calls.length === 0;
  const lonely = hall.free
    .map((number) => course.table(number))
    .filter(alone)
    .map(({ number, sitters: [sitter] }) => ({ number, sitter }));
  const pairs = lonely.flatMap(({ number, sitter: there }, place) =>
    lonely
      .slice(place + 1)
      .filter(({ sitter }) => mayMeet(hall, there.entrant, sitter.entrant))
      .map(({ sitter }) => ({ number, sitter, again: isAgain(hall, sitter.entrant, [there.entrant]) })),
  );
  const pair = pairs.find(({ again }) => !again) ?? pairs[0];
  if (!pair) return false;
  move(course, pair.sitter, pair.number);
  return true;
}

function move(course, sitter, table) {
  const away = sitter.stayed_at || course.member(sitter.entrant).table;
  course.say("StayerMoved", { entrant: sitter.entrant, from_table: away, to_table: table });
  seat(course, table);
}

export const waitingIn = (hall) =>
  hall.queue.filter((each) => hall.members.get(each).status === "waiting");

// Call the first of the queue to the table that is free for longest.
function callNext(course) {
  const { hall } = course;
  const waiting = waitingIn(hall);
  if (waiting.length === 0) return false;
  for (const number of hall.free) {
    const table = hall.tables.get(number);
    const wanted = wants(table);
    const place = wanted > 0 && wanted <= waiting.length ? firstAllowed(hall, table, waiting) : -1;
    if (place >= 0) {
      call(course, number, waiting, place);
      return true;
    }
  }
  return false;
}

function call(course, table, waiting, place) {
  const { hall, at, offline } = course;
  const limit = hall.rules.call_seconds * SECOND;
  const until = limit ? at + limit : 0;
  const passed = waiting.slice(0, place);
  const entrant = waiting[place];
  course.say("PlayerCalled", { call: hall.calls_made + 1, entrant, table, at, until, passed, offline });
  if (!limit) seat(course, table);
}

// The place of who is called: the first, unless the rules keep them from it; -1 where there is none.
function firstAllowed(hall, table, waiting) {
  if (hall.rules.same_opponent && !hall.apart.length) return 0;
  const there = thereAt(table);
  if (!there.length) return waiting.findIndex((entrant) => hasOpponent(hall, entrant, waiting));
  const may = (entrant) => mayBeCalled(hall, entrant, there);
  const fresh = waiting.findIndex((entrant) => may(entrant) && !isAgain(hall, entrant, there));
  return fresh >= 0 ? fresh : waiting.findIndex(may);
}

const hasOpponent = (hall, entrant, waiting) =>
  waiting.some((other) => other !== entrant && mayMeet(hall, entrant, other));

const mayBeCalled = (hall, entrant, there) => there.every((other) => mayMeet(hall, entrant, other));

// Whether it would be the same opponent twice running.
function isAgain(hall, entrant, there) {
  if (hall.rules.same_opponent) return false;
  const met = (one) => hall.members.get(one).opponent;
  return there.some((other) => met(entrant) === other || met(other) === entrant);
}

// Begin the game at a table, if both are there.
export function seat(course, number) {
  const { hall, at, offline } = course;
  const table = hall.tables.get(number);
  if (hall.rules.call_seconds && table.sitters.length < 2) return;
  if (wants(table)) return;
  const [white, black] = colours(hall, table);
  course.say("GameSeated", { game: nextGame(table), table: number, white, black, at, offline });
}

// Of two who stayed the one of the lower table has White, of two from the queue who was called first.
function colours(hall, table) {
  const there = [
    ...table.sitters.map(({ order, stayed_at, entrant }) => [order, stayed_at, entrant]),
    ...table.calls.map(({ number, entrant }) => [number, 0, entrant]),
  ].sort(compared);
  const [first, second] = there.map(([, , entrant]) => entrant);
  const stayed = table.sitters.filter(({ order }) => order === STAYED);
  if (stayed.length !== 1) return [first, second];
  const has = colourOfStayer(hall.rules, stayed[0].had);
  return has === "black" ? [second, first] : [first, second];
}

function compared(one, other) {
  const at = one.findIndex((each, place) => each !== other[place]);
  if (at < 0) return 0;
  return one[at] < other[at] ? -1 : 1;
}

export function colourOfStayer(rules, had) {
  if (rules.stayer_colour !== "alternate") return rules.stayer_colour;
  return had === "white" ? "black" : "white";
}

// --- results ------------------------------------------------------------------------------------

export function endGame(course, game, result) {
  conclude(course, game, result);
  settle(course);
}

// The result, the leaving and the queueing; `out` leaves the hall and does not queue.
export function conclude(course, game, result, out = null) {
  course.say("ResultRecorded", { game, result });
  if (course.hall.over) return;
  const number = partsOf(game)[1];
  const leaving = leavingOf(course, find(course.hall, game), out);
  for (const entrant of leaving) course.say("TableLeft", { table: number, entrant });
  for (const entrant of leaving) if (entrant !== out) queue(course, entrant);
  withdrawIfDue(course, number);
}

// A table that was to be withdrawn goes when no game runs at it.
function withdrawIfDue(course, table) {
  if (course.table(table).withdrawing || course.hall.to_withdraw) course.say("TableWithdrawn", { table });
}

function leavingOf(course, played, out) {
  const streak = Math.max(...playersOf(played).map((each) => course.member(each).streak));
  const leaving = leavers(course.hall.rules, played, streak);
  return out === null || leaving.includes(out) ? leaving : [...leaving, out];
}

// The loser, on a draw whom the rules name; a winner at the cap of wins running after the loser.
export function leavers(rules, { result, white, black, newcomer }, streak) {
  if (result === DRAW) {
    const named = { white: [white], black: [black], newcomer: [newcomer], both: [white, black] };
    return named[rules.leaves_on_draw];
  }
  const [winner, loser] = result === WHITE_WINS ? [white, black] : [black, white];
  return rules.wins_cap && streak >= rules.wins_cap ? [loser, winner] : [loser];
}

function queue(course, entrant, place = null) {
  course.say("PlayerQueued", { entrant, at: course.at, place, offline: course.offline });
}

export function queuePlayer(course, entrant) {
  queue(course, entrant);
  settle(course);
}

// Take back the last result of a table with all that it led to there.
export function undoResult(course, game) {
  const number = partsOf(game)[1];
  const undone = playersOf(find(course.hall, game));
  const following = running(course.table(number));
  if (following !== null) {
    const back = playersOf(find(course.hall, following)).filter((each) => !undone.includes(each));
    course.say("GameVoided", { game: following, at: course.at, back });
  }
  sendBack(course, course.table(number), undone);
  course.say("ResultWithdrawn", { game });
  settle(course);
}

// Who was called to the table, or has come to it, is first in the queue again, in order.
function sendBack(course, { sitters, calls }, undone) {
  const come = sitters.filter(({ entrant }) => !undone.includes(entrant));
  const numbers = [...come.map(({ order }) => order), ...calls.map(({ number }) => number)];
  for (const number of numbers.sort((one, other) => other - one)) {
    const sitter = come.find(({ order }) => order === number);
    if (sitter) queue(course, sitter.entrant, 0);
    else course.say("CallWithdrawn", { call: number, at: course.at });
  }
}

// Those called to the tables are the first of the queue again, in their order.
function withdrawCalls(course, tables) {
  const calls = tables.flatMap((table) => course.table(table).calls.map(({ number }) => number));
  for (const call of calls.sort((one, other) => other - one)) {
    course.say("CallWithdrawn", { call, at: course.at });
  }
}

// --- calls and absences -------------------------------------------------------------------------

export function takeSeat(course, { number, table }) {
  course.say("SeatTaken", { call: number, at: course.at });
  seat(course, table);
  settle(course);
}

// The turn is lost; the next is called before the absent one stands in the queue again.
export function missCall(course, { number, entrant }) {
  course.say("CallMissed", { call: number, at: course.at });
  const { missed } = course.hall.rules;
  if (missed === "out" || course.member(entrant).missed > 1) {
    course.say("PlayerStoodDown", { entrant, away: "absent", at: course.at });
    settle(course);
    return;
  }
  settle(course);
  queue(course, entrant, missed === "one-back" ? 0 : null);
  settle(course);
}

// A game that runs is lost; who is absent did not begin it: it is void.
export function standDown(course, entrant, away) {
  const member = course.member(entrant);
  const keeps = away === "paused" && course.hall.rules.paused === "keeps";
  const game = gameOf(course.hall, entrant);
  if (game) breakOff(course, entrant, game, away);
  else if (member?.status === "called" && keeps) withdrawCallOf(course, entrant, member.table);
  course.say("PlayerStoodDown", { entrant, away, at: course.at });
  settle(course);
}

function breakOff(course, entrant, game, away) {
  if (away !== "absent") {
    lose(course, game, entrant);
    return;
  }
  course.say("GameVoided", { game, at: course.at });
  if (!course.hall.over) withdrawIfDue(course, partsOf(game)[1]);
}

// The game of who leaves the hall is the opponent's.
export function lose(course, game, entrant) {
  conclude(course, game, lostBy(find(course.hall, game), entrant), entrant);
}

function withdrawCallOf(course, entrant, table) {
  const { number: call } = course.table(table).calls.find((each) => each.entrant === entrant);
  course.say("CallWithdrawn", { call, at: course.at });
}

const lostBy = ({ white }, entrant) => (entrant === white ? BLACK_WINS : WHITE_WINS);

export function moveInQueue(course, entrant, place) {
  const passed = course.hall.queue.slice(place, course.hall.queue.indexOf(entrant));
  course.say("QueueMoved", { entrant, place, passed });
  settle(course);
}

// --- tables and the end -------------------------------------------------------------------------

export function addTable(course, table) {
  course.say("TableAdded", { table });
  settle(course);
}

// Nobody can play at a broken table: its game is void, and the two wait for another before the queue.
export function withdrawTable(course, number, broken = false) {
  course.say("TableWithdrawalAsked", { table: number, broken });
  if (broken) stopGame(course, number);
  const table = idle(course, number);
  if (table !== null) {
    withdrawCalls(course, [table]);
    course.say("TableWithdrawn", { table });
  }
  settle(course);
}

export function stopGame(course, number) {
  const game = running(course.table(number));
  if (game !== null) course.say("GameVoided", { game, at: course.at });
}

// The table without a game that is withdrawn: this one, or the emptiest to which nobody comes.
function idle({ hall }, number) {
  if (number !== null) return hall.free.includes(number) ? number : null;
  const wanted = (each) => wants(hall.tables.get(each));
  const uncalled = hall.free.filter((each) => hall.tables.get(each).calls.length === 0);
  return uncalled.reduce((most, each) => {
    return most === null || wanted(each) > wanted(most) ? each : most;
  }, null);
}

export function expire(course) {
  withdrawCalls(course, course.hall.free);
  course.say("TimeExpired", { at: course.at });
  if (course.hall.rules.running_games !== "stop") return;
  for (const number of course.hall.tables.keys()) stopGame(course, number);
}

export function moveEnd(course, ends_at) {
  const wasOver = course.hall.over;
  course.say("HallEndMoved", { ends_at });
  const members = wasOver ? [...course.hall.members] : [];
  for (const [entrant, { status }] of members) if (status === "resting") queue(course, entrant);
  settle(course);
}

// --- the pause of the hall, and who is kept apart -------------------------------------------------

export function pause(course) {
  withdrawCalls(course, course.hall.free);
  course.say("HallPaused", { at: course.at });
}

export function resume(course, ends_at = null) {
  course.say("HallResumed", { at: course.at });
  if (ends_at === null) settle(course);
  else moveEnd(course, ends_at);
}

export function allowPairs(course, forbidden, isOpen) {
  course.say("HallPairsAllowed", { forbidden, from_round: 1 });
  if (isOpen) settle(course);
}
