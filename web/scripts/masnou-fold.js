// What each fact does to a Masnou hall: `follow(hall, fact, version)`. Total, as `masnou.folds` is.

import {
  BLACK_WINS,
  DRAW,
  NEVER_SEEN,
  OPEN,
  STAYED,
  WHITE_WINS,
  callOf,
  changed,
  find,
  mayMeet,
  newTable,
  partsOf,
  playersOf,
  reversed,
} from "./masnou-state.js";

const PASSED_KEPT = 3;

export function follow(hall, fact, version = 0) {
  return FOLDS[fact.type](hall, fact, version);
}

function opened(hall, { rules, at, ends_at, apart = [] }) {
  const numbers = Array.from({ length: rules.tables }, (_, place) => place + 1);
  return {
    rules,
    opened_at: at,
    ends_at,
    tables: new Map(numbers.map((number) => [number, newTable(number)])),
    members: new Map(),
    entrants: hall?.entrants ?? new Map(),
    queue: [],
    free: numbers,
    held: [],
    to_withdraw: 0,
    calls_made: 0,
    over: false,
    paused_at: 0,
    pauses: [],
    apart: apart.map(({ forbidden, entrants }) => ({ version: forbidden, entrants })),
    ended_at: 0,
    playoff: [],
    skipped: null,
  };
}

function entered(hall, { entrant, rating = 0 }) {
  return { ...hall, entrants: changed(hall.entrants, entrant, rating) };
}

function formed(hall, { order, at }) {
  const waiting = { ...NEVER_SEEN, status: "waiting", waiting_since: at };
  const members = new Map([...hall.members, ...order.map((entrant) => [entrant, waiting])]);
  return { ...hall, queue: [...order], members };
}

// --- the queue ----------------------------------------------------------------------------------

const withMember = (hall, entrant, member) => ({
  ...hall,
  members: changed(hall.members, entrant, member),
});
const withTable = (hall, table) => ({ ...hall, tables: changed(hall.tables, table.number, table) });
const isNot = (entrant) => (each) => each.entrant !== entrant;

// Nobody of that id in the queue, at a table, called to one, or held; a game is not touched.
function without(hall, entrant) {
  const member = hall.members.get(entrant);
  const status = member?.status ?? "resting";
  if (status === "held") return { ...hall, held: hall.held.filter(isNot(entrant)) };
  if (status === "sitting" || status === "called") {
    const table = hall.tables.get(member.table);
    const sitters = table.sitters.filter(isNot(entrant));
    return withTable(hall, { ...table, sitters, calls: table.calls.filter(isNot(entrant)) });
  }
  if (!hall.queue.includes(entrant)) return hall;
  return { ...hall, queue: hall.queue.filter((each) => each !== entrant) };
}

function backInFront(hall, entrants, since = null) {
  const members = new Map(hall.members);
  for (const entrant of entrants) {
    const member = members.get(entrant);
    const waiting_since = since ?? member.waiting_since;
    members.set(entrant, { ...member, status: "waiting", waiting_since });
  }
  return { ...hall, queue: [...entrants, ...hall.queue], members };
}

function queued(hall, { entrant, at, place = null }) {
  const member = hall.members.get(entrant) ?? NEVER_SEEN;
  const left = member.status === "sitting" ? without(hall, entrant) : hall;
  const kept = left.queue.includes(entrant); // a pause that kept the place
  const queue = [...left.queue];
  if (!kept) queue.splice(place ?? queue.length, 0, entrant);
  const waiting_since = kept ? member.waiting_since : at;
  const waiting = { ...member, status: "waiting", streak: 0, waiting_since };
  return withMember({ ...left, queue, skipped: null }, entrant, waiting);
}

function moved(hall, fact) {
  const { entrant, place } = fact;
  const queue = hall.queue.filter((each) => each !== entrant);
  queue.splice(place, 0, entrant);
  return { ...passedInQueue(hall, fact), queue };
}

function stoodDown(hall, { entrant, away }) {
  const member = hall.members.get(entrant) ?? NEVER_SEEN;
  const keeps = away === "paused" && hall.rules.paused === "keeps";
  if (keeps && hall.queue.includes(entrant)) {
    return withMember(hall, entrant, { ...member, status: "paused" });
  }
  const gone = { ...member, status: away, streak: 0, waiting_since: 0, passed_by: [] };
  return { ...withMember(without(hall, entrant), entrant, gone), skipped: null };
}

// --- who came before whom, as in `masnou.seats` ----------------------------------------------------

function passing(hall, entrants, { opponent = null, ...by }) {
  if (!entrants.length) return hall;
  const members = new Map(hall.members);
  for (const entrant of entrants) {
    const member = members.get(entrant);
    const passed_by = [...member.passed_by, { ...by, opponent }].slice(-PASSED_KEPT);
    members.set(entrant, { ...member, passed_by });
  }
  return { ...hall, members };
}

function passedByCall(hall, { entrant, table: number, passed = [] }) {
  const { sitters, calls } = hall.tables.get(number);
  const there = [...sitters, ...calls].map((each) => each.entrant);
  const by = (cause, opponent = null) => ({ entrant, table: number, cause, opponent });
  const after = passed.reduce((result, each) => {
    const mayPlay = there.length && there.every((other) => mayMeet(hall, each, other));
    return passing(result, [each], by(mayPlay ? "no-rematch" : "kept-apart", there[0]));
  }, hall);
  const ahead = hall.queue.slice(0, hall.queue.indexOf(entrant));
  const pausing = ahead.filter((each) => hall.members.get(each).status === "paused");
  const skipped = hall.skipped ? [hall.skipped] : [];
  return { ...passing(passing(after, pausing, by("paused")), skipped, by("missed-call")), skipped: null };
}

function passedInQueue(hall, { entrant, place, passed = [] }) {
  const by = (other) => ({ entrant: other, table: 0, cause: "override" });
  const at = hall.queue.indexOf(entrant);
  const others = hall.queue.slice(at + 1, place + 1);
  return others.reduce((after, other) => passing(after, [entrant], by(other)), passing(hall, passed, by(entrant)));
}

function seatedBefore(hall, entrant, table) {
  if (hall.members.get(entrant).status !== "held") return hall;
  const first = hall.queue.filter((each) => hall.members.get(each).status === "waiting").slice(0, 1);
  return passing(hall, first, { entrant, table, cause: "held" });
}

// --- calls --------------------------------------------------------------------------------------

function called(before, fact) {
  const { call: number, entrant, table: at_table, at, until = 0 } = fact;
  const hall = passedByCall(before, fact);
  const table = hall.tables.get(at_table);
  const call = { number, entrant, table: at_table, at, until };
  const member = { ...hall.members.get(entrant), status: "called", table: at_table };
  const queue = hall.queue.filter((each) => each !== entrant);
  const calling = withTable(hall, { ...table, calls: [...table.calls, call] });
  return { ...withMember(calling, entrant, member), queue, calls_made: number };
}

function seatTaken(hall, { call: number }) {
  const { entrant, table: at_table } = callOf(hall, number);
  const table = hall.tables.get(at_table);
  const sitter = { entrant, order: number, stayed_at: 0, had: "white" };
  const calls = table.calls.filter((each) => each.number !== number);
  const seated = withTable(hall, { ...table, calls, sitters: [...table.sitters, sitter] });
  return withMember(seated, entrant, { ...hall.members.get(entrant), status: "sitting" });
}

function missed(hall, { call: number }) {
  const { entrant } = callOf(hall, number);
  const member = hall.members.get(entrant);
  const out = { ...member, status: "resting", missed: member.missed + 1, waiting_since: 0 };
  return { ...withMember(without(hall, entrant), entrant, out), skipped: entrant };
}

function callWithdrawn(hall, { call: number }) {
  const { entrant } = callOf(hall, number);
  return backInFront(without(hall, entrant), [entrant]);
}

// --- games --------------------------------------------------------------------------------------

function seated(hall, fact) {
  const { table: number, white, black, at, offline = false, ended_at = null } = fact;
  const table = hall.tables.get(number);
  if (ended_at !== null) return told(hall, table, fact);
  const order = new Map(table.sitters.map((sitter) => [sitter.entrant, sitter.order]));
  for (const call of table.calls) order.set(call.entrant, call.number);
  const newcomer = order.get(white) > order.get(black) ? white : black;
  const before = { streaks: [0, 0], opponents: [null, null] };
  const game = { white, black, at, newcomer, ...before, result: OPEN, recorded: OPEN };
  const members = new Map(hall.members);
  for (const entrant of [white, black]) members.set(entrant, playing(members.get(entrant), number, at));
  const games = [...table.games, { ...game, version: 0, voided: false, offline, seatless: false }];
  const busy = withTable({ ...hall, members }, { ...table, games, sitters: [], calls: [] });
  return { ...busy, free: hall.free.filter((each) => each !== number) };
}

// A game that is told after the end takes no seat.
function told(hall, table, { white, black, at, offline }) {
  const before = { streaks: [0, 0], opponents: [null, null], result: OPEN, recorded: OPEN };
  const now = { version: 0, voided: false, offline, seatless: true };
  const games = [...table.games, { white, black, at, newcomer: black, ...before, ...now }];
  const members = new Map(hall.members);
  for (const entrant of [white, black]) if (!members.has(entrant)) members.set(entrant, NEVER_SEEN);
  return withTable({ ...hall, members }, { ...table, games });
}

function playing(member, table, at) {
  const seatedNow = { ...member, status: "playing", table, missed: 0, passed_by: [] };
  if (!member.waiting_since) return seatedNow;
  const waited = Math.max(0, at - member.waiting_since);
  return {
    ...seatedNow,
    waiting_since: 0,
    waited: member.waited + waited,
    waits: member.waits + 1,
    longest: Math.max(member.longest, waited),
  };
}

function voided(hall, { game: identity, at, back = [] }) {
  const [, number, played] = partsOf(identity);
  const table = hall.tables.get(number);
  const place = played - 1 - table.before;
  const game = table.games[place];
  if (game.seatless) return withGame(hall, identity, { ...game, voided: true, seatless: false });
  const stays = hall.over ? [] : playersOf(game).filter((each) => !back.includes(each));
  const members = new Map(hall.members);
  for (const entrant of playersOf(game)) {
    const status = stays.includes(entrant) ? "sitting" : "resting";
    members.set(entrant, { ...members.get(entrant), status });
  }
  const games = table.games.with(place, { ...game, voided: true, seatless: hall.over });
  const sitters = stays.map((entrant) => sitsAgain(game, entrant, number));
  const emptied = withTable({ ...hall, members }, { ...table, games, sitters });
  return backInFront({ ...emptied, free: [...hall.free, number] }, back, at);
}

function sitsAgain(game, entrant, table) {
  const had = entrant === game.white ? "black" : "white";
  return { entrant, order: entrant === game.newcomer ? STAYED + 1 : STAYED, stayed_at: table, had };
}

function left(hall, { entrant }) {
  const resting = { ...hall.members.get(entrant), status: "resting", streak: 0 };
  return withMember(without(hall, entrant), entrant, resting);
}

function recorded(hall, { game: identity, result }, version) {
  const [kind, number] = partsOf(identity);
  const game = find(hall, identity);
  const ended = { ...game, result, recorded: result, version, voided: false };
  if (kind === "P") return withGame(hall, identity, ended);
  const members = new Map(hall.members);
  const [white, black] = playersOf(game).map((each) => members.get(each));
  const status = hall.over ? "resting" : "sitting";
  members.set(game.white, { ...finished(white, result, game.black), status });
  members.set(game.black, { ...finished(black, reversed(result), game.white), status });
  const streaks = [white.streak, black.streak];
  const opponents = [white.opponent, black.opponent];
  if (game.seatless) {
    members.set(game.white, finished(white, result, game.black));
    members.set(game.black, finished(black, reversed(result), game.white));
    return withGame({ ...hall, members }, identity, { ...ended, streaks, opponents });
  }
  const after = withGame({ ...hall, members }, identity, { ...ended, streaks, opponents });
  const stayed = (entrant, had) => ({ entrant, order: STAYED, stayed_at: number, had });
  const sitters = hall.over ? [] : [stayed(game.white, "white"), stayed(game.black, "black")];
  const cleared = withTable(after, { ...after.tables.get(number), sitters });
  return { ...cleared, free: [...hall.free, number] };
}

function corrected(hall, { game: identity, result, effect }, version) {
  const game = find(hall, identity);
  if (!effect.points) return withGame(hall, identity, { ...game, version });
  const mended = withGame(hall, identity, { ...game, version, result, voided: false });
  if (partsOf(identity)[0] === "P") return mended;
  const members = new Map(hall.members);
  const mend = (entrant, was, now) =>
    members.set(entrant, recounted(members.get(entrant), was, now));
  mend(game.white, game.result, result);
  mend(game.black, reversed(game.result), reversed(result));
  return { ...mended, members };
}

function deleted(hall, event, version) {
  const after = corrected(hall, { ...event, result: OPEN }, version);
  const game = { ...find(after, event.game), voided: event.effect.points };
  return withGame(after, event.game, game);
}

function resultWithdrawn(hall, { game: identity }) {
  const game = find(hall, identity);
  const reopened = withGame(hall, identity, { ...game, result: OPEN, recorded: OPEN, version: 0 });
  const [kind, table] = partsOf(identity);
  if (kind === "P") return reopened;
  const cleared = playersOf(game).reduce(without, reopened);
  const members = new Map(cleared.members);
  const reopen = (entrant, result, side) => {
    const back = recounted(members.get(entrant), result, OPEN);
    const before = { streak: game.streaks[side], opponent: game.opponents[side] };
    members.set(entrant, { ...back, ...before, status: "playing", table, waiting_since: 0 });
  };
  reopen(game.white, game.result, 0);
  reopen(game.black, reversed(game.result), 1);
  return { ...cleared, members, free: cleared.free.filter((each) => each !== table) };
}

function withGame(hall, identity, game) {
  const [kind, group, number] = partsOf(identity);
  if (kind === "T") {
    const table = hall.tables.get(group);
    return withTable(hall, { ...table, games: table.games.with(number - 1 - table.before, game) });
  }
  const round = hall.playoff[group - 1];
  const games = round.games.with(number - 1, game);
  return { ...hall, playoff: hall.playoff.with(group - 1, { ...round, games }) };
}

// --- what a member has won, drawn and lost; results are seen from this member as White ------------

function finished(member, result, opponent) {
  const streak = result === WHITE_WINS ? member.streak + 1 : 0;
  return { ...recounted(member, OPEN, result), streak, opponent };
}

function recounted(member, was, now) {
  const by = (result) => Number(now === result) - Number(was === result);
  return {
    ...member,
    wins: member.wins + by(WHITE_WINS),
    draws: member.draws + by(DRAW),
    losses: member.losses + by(BLACK_WINS),
  };
}

// --- tables -------------------------------------------------------------------------------------

function tableAdded(hall, { table: number }) {
  const table = hall.tables.get(number) ?? newTable(number);
  return { ...withTable(hall, { ...table, withdrawn: false }), free: [...hall.free, number] };
}

function withdrawal(hall, number, asked) {
  if (number === null) return { ...hall, to_withdraw: hall.to_withdraw + (asked ? 1 : -1) };
  return withTable(hall, { ...hall.tables.get(number), withdrawing: asked });
}

function tableWithdrawn(hall, { table: number }) {
  const table = hall.tables.get(number);
  const members = new Map(hall.members);
  for (const { entrant } of table.sitters) {
    members.set(entrant, { ...members.get(entrant), status: "held" });
  }
  const away = { ...table, withdrawn: true, withdrawing: false, sitters: [] };
  return {
    ...withTable({ ...hall, members }, away),
    held: [...hall.held, ...table.sitters.toSorted((one, other) => one.order - other.order)],
    to_withdraw: hall.to_withdraw - (table.withdrawing ? 0 : 1),
    free: hall.free.filter((each) => each !== number),
  };
}

function stayerMoved(before, { entrant, from_table, to_table }) {
  const hall = seatedBefore(before, entrant, to_table);
  const there = [...hall.held, ...hall.tables.get(from_table).sitters];
  const sitter = there.find((each) => each.entrant === entrant);
  const cleared = without(hall, entrant);
  const table = cleared.tables.get(to_table);
  const joined = withTable(cleared, { ...table, sitters: [...table.sitters, sitter] });
  const member = { ...cleared.members.get(entrant), status: "sitting", table: to_table };
  return withMember(joined, entrant, member);
}

// The pause is no wait.
function resumed(hall, { at }) {
  const members = new Map(hall.members);
  for (const [entrant, member] of hall.members) {
    if (!member.waiting_since) continue;
    const waiting_since = at - Math.max(0, hall.paused_at - member.waiting_since);
    members.set(entrant, { ...member, waiting_since });
  }
  return { ...hall, members, paused_at: 0, pauses: [...hall.pauses, [hall.paused_at, at]] };
}

const FOLDS = {
  HallOpened: opened,
  EntrantEntered: entered,
  QueueFormed: formed,
  PlayerQueued: queued,
  QueueMoved: moved,
  PlayerCalled: called,
  SeatTaken: seatTaken,
  CallMissed: missed,
  CallWithdrawn: callWithdrawn,
  GameSeated: seated,
  GameVoided: voided,
  TableLeft: left,
  PlayerStoodDown: stoodDown,
  TableAdded: tableAdded,
  TableWithdrawalAsked: (hall, { table }) => withdrawal(hall, table, true),
  TableWithdrawalCancelled: (hall, { table }) => withdrawal(hall, table, false),
  TableWithdrawn: tableWithdrawn,
  StayerMoved: stayerMoved,
  HallEndMoved: (hall, { ends_at }) => ({ ...hall, ends_at, over: false }),
  HallPaused: (hall, { at }) => ({ ...hall, paused_at: at }),
  HallResumed: resumed,
  HallPairsForbidden: (hall, { entrants }, version) => ({
    ...hall,
    apart: [...hall.apart, { version, entrants }],
  }),
  HallPairsAllowed: (hall, { forbidden }) => ({
    ...hall,
    apart: hall.apart.filter(({ version }) => version !== forbidden),
  }),
  TimeExpired: (hall, { at }) => ({ ...hall, over: true, ended_at: at }),
  PlayoffDrawn: (hall, { round, games, byes }) => ({
    ...hall,
    playoff: [...hall.playoff, { round, byes, games: games.map(playoffGame) }],
  }),
  ResultRecorded: recorded,
  ResultCorrected: corrected,
  ResultDeleted: deleted,
  ResultWithdrawn: resultWithdrawn,
};

function playoffGame({ white, black }) {
  const before = { streaks: [0, 0], opponents: [null, null] };
  const fresh = { at: 0, newcomer: black, ...before, result: OPEN, recorded: OPEN };
  return { white, black, ...fresh, version: 0, voided: false, offline: false, seatless: false };
}
