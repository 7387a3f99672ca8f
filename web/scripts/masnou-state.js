// What a Masnou hall is: tables with their games, the queue, and who is where.
//
// The same value as `domain.tournament.masnou.hall`, read from the rows of the view `hall`. A hall is
// never changed: every fold gives another one. Of a table the last games are known, those before
// the first of them are counted in `before`. `tables` and `members` are maps in the order in which
// they came; `entrants` maps everybody who may be named to a rating, or to null where it is unknown.

import { queueOf } from "./masnou-queue.js";

export const STAYED = 0;
export const OPEN = "*";
export const WHITE_WINS = "1-0";
export const DRAW = "½-½";
export const BLACK_WINS = "0-1";
export const RESULTS = [WHITE_WINS, DRAW, BLACK_WINS];
const MINUTE_US = 60_000_000;
const SEATS = 2;
const REVERSED = { [WHITE_WINS]: BLACK_WINS, [BLACK_WINS]: WHITE_WINS };

export const RULES = {
  duration: 120,
  clock: 0,
  order: "best-first",
  draw_points: "half",
  leaves_on_draw: "white",
  stayer_colour: "white",
  call_seconds: 0,
  missed: "out",
  paused: "loses",
  wins_cap: 0,
  same_opponent: true,
  running_games: "finish",
  tiebreaks: ["fewest-games", "most-wins", "particular"],
  playoff: true,
  last_start: 0,
  categories: [],
};

export const NEVER_SEEN = {
  status: "resting",
  table: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  streak: 0,
  opponent: null,
  missed: 0,
  waiting_since: 0,
  waited: 0,
  waits: 0,
  longest: 0,
  passed_by: [],
};

// A hall that is not open yet; `entrants` are pairs of id and rating in the order of entry.
export function unopened(entrants = []) {
  return { rules: null, entrants: new Map(entrants), apart: [] };
}

export function newTable(number) {
  return {
    number,
    before: 0,
    games: [],
    sitters: [],
    calls: [],
    withdrawing: false,
    withdrawn: false,
  };
}

// --- from the rows of the view ------------------------------------------------------------------

// The hall that the rows tell, keyed and celled as the live view has them; null while there is none.
export function hallOfRows(rows, others = []) {
  const row = rows.get("hall");
  if (!row) return null;
  const facts = new Map([...rows].map(([key, cells]) => [key, cells[1]]));
  const members = ordered(facts, "member/").map(([key, member]) => [key.slice(7), member]);
  return {
    ...facts.get("hall"),
    skipped: null,
    tables: new Map(ordered(facts, "table/").map(([, each]) => [each.number, tableOf(each)])),
    members: new Map(members),
    entrants: new Map([...others, ...members.map(([id]) => id)].map((id) => [id, null])),
    queue: queueOf(members),
    playoff: playoffOf(facts),
  };
}

function ordered(facts, kind) {
  return [...facts]
    .filter(([key]) => key.startsWith(kind))
    .sort(([, one], [, other]) => one.order - other.order);
}

function tableOf({ games_before: before, ...table }) {
  return { ...table, before };
}

function playoffOf(facts) {
  const rounds = [...facts].filter(([key]) => key.startsWith("playoff/")).map(([, each]) => each);
  return rounds.sort((one, other) => one.round - other.round);
}

// --- what is asked of a hall --------------------------------------------------------------------

export const gameId = (table, number, kind = "T") => `${kind}${table}.${number}`;

// Its kind (`T`: at a table, `P`: play-off), table or round, and running number.
export function partsOf(game) {
  const found = /^([TP])([1-9]\d{0,5})\.([1-9]\d{0,5})$/.exec(game);
  return found ? [found[1], Number(found[2]), Number(found[3])] : ["", 0, 0];
}

export function find(hall, game) {
  const [kind, group, number] = partsOf(game);
  if (kind === "T") {
    const table = hall.tables.get(group);
    return table?.games[number - 1 - table.before] ?? null;
  }
  return kind === "P" ? (hall.playoff[group - 1]?.games[number - 1] ?? null) : null;
}

export const isRunning = (game) => game.result === OPEN && !game.voided;
export const playersOf = (game) => [game.white, game.black];
export const reversed = (result) => REVERSED[result] ?? result;
export const wants = (table) => SEATS - table.sitters.length - table.calls.length;
export const nextGame = (table) => gameId(table.number, table.before + table.games.length + 1);

// The game that is played now: the last that is not void, unless it has a result.
export function running(table) {
  const at = table.games.findLastIndex((game) => !game.voided);
  if (at < 0 || !isRunning(table.games[at])) return null;
  return gameId(table.number, table.before + at + 1);
}

// The game that somebody plays now, also one that runs on this tablet alone.
export function gameOf(hall, entrant) {
  const games = [...hall.tables.values()].map(running);
  return games.find((game) => game && playersOf(find(hall, game)).includes(entrant)) ?? null;
}

// A call that waits for an answer.
export function callOf(hall, number) {
  for (const table of hall.free) {
    const call = hall.tables.get(table).calls.find((each) => each.number === number);
    if (call) return call;
  }
  return null;
}

// From when on nobody is called.
export const lastStartOf = ({ ends_at, rules }) => ends_at - rules.last_start * MINUTE_US;

// Whether games begin at that moment.
export function mayCall(hall, at) {
  if (hall.over || hall.paused_at) return false;
  return !hall.rules.last_start || at < lastStartOf(hall);
}

export const mayMeet = ({ apart }, one, other) =>
  !apart.some(({ entrants }) => entrants.includes(one) && entrants.includes(other));

export function pointsOf(rules, { wins, draws }) {
  return 2 * wins + (rules.draw_points === "half" ? draws : 0);
}

export function changed(map, key, value) {
  return new Map(map).set(key, value);
}

// Whether nothing was built on the result that taking it back would not undo.
export function mayBeTakenBack(hall, identity, game) {
  const [kind, group, number] = partsOf(identity);
  if (kind !== "T") return group === hall.playoff.length;
  const table = hall.tables.get(group);
  if (game.seatless) return false;
  const later = table.games.slice(number - table.before).filter((each) => isFinished(each) || !each.voided);
  if (hall.playoff.length || table.withdrawn || finishedElsewhere(hall, game)) return false;
  if (later.length > 1 || later.some((each) => !isRunning(each))) return false;
  const met = ({ opponent }) => playersOf(game).includes(opponent); // neither has played on since
  if (!playersOf(game).every((entrant) => met(hall.members.get(entrant)))) return false;
  return playersOf(game).every((entrant) => isBack(hall, entrant, group, later));
}

// Whether the game ended, even if its result does not count.
const isFinished = (game) => game.recorded !== OPEN;

// Whether one of the two has finished a game that began later, at any table.
function finishedElsewhere(hall, game) {
  const players = playersOf(game);
  const since = (each) => each.at > game.at && playersOf(each).some((one) => players.includes(one));
  return [...hall.tables.values()].some(({ games }) => games.some((each) => isFinished(each) && since(each)));
}

function isBack(hall, entrant, table, later) {
  const member = hall.members.get(entrant);
  if (["waiting", "resting", "paused", "absent", "gone"].includes(member.status)) return true;
  const plays = later.some((each) => playersOf(each).includes(entrant));
  const there = plays || ["sitting", "called"].includes(member.status);
  return there && member.table === table;
}
