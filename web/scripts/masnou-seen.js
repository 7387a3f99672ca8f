// What the maker of an act has before their eyes: it goes with the act, and another one is refused.
//
// The same as `domain.tournament.rules.seen`: a tablet without a connection numbers games and calls
// by itself, so that its `T1.2` may be another pair than the server's.

import { callOf, find, gameOf, playersOf } from "./masnou-state.js";

const AT_A_TABLE = ["playing", "sitting", "held"];
const ABOUT_A_GAME = ["record-result", "withdraw-result", "correct-result"];

// The body of an act with what is seen in the hall in which it is made.
export function withSeen(hall, command, body) {
  if (ABOUT_A_GAME.includes(command)) {
    const game = find(hall, body.game);
    if (!game) return body;
    const began = command === "record-result" && game.at ? { began_at: game.at } : {};
    return { ...body, players: playersOf(game), ...began };
  }
  if (command === "take-seat" || command === "miss-call") {
    const call = callOf(hall, body.call);
    return call ? { ...body, entrant: call.entrant, table: call.table } : body;
  }
  if (command === "queue-player" || command === "stand-down") {
    return { ...body, seen: seenOf(hall, body.entrant) };
  }
  if (command === "move-in-queue") return { ...body, at_place: hall.queue[body.place - 1] };
  return body;
}

// Where a player is; with a game, White and Black of it, which one it is and when it began.
function seenOf(hall, entrant) {
  const { status = "resting" } = hall.members.get(entrant) ?? {};
  const game = gameOf(hall, entrant);
  if (!game) return { status };
  const played = find(hall, game);
  return { status: "playing", players: playersOf(played), game, began_at: played.at };
}

// --- held against what is there; `refuse(code, fields)` does not come back ---------------------------

export function checkPlayers(hall, command, { game, players, made_at }, refuse) {
  if (!ABOUT_A_GAME.includes(command)) return;
  checkTold("players", players, made_at, refuse);
  const there = players && find(hall, game);
  if (!there || same(playersOf(there), players)) return;
  refuse("other-players", { game, found: playersOf(there), meant: players });
}

export function checkTold(field, told, made_at, refuse) {
  const isOffline = made_at !== undefined && made_at !== null;
  if (isOffline && (told === undefined || told === null)) refuse("seen-not-told", { field });
}

export function checkCall(found, { entrant, table, made_at }, refuse) {
  checkTold("entrant", entrant, made_at, refuse);
  const meant = entrant ?? found.entrant;
  const meant_table = table ?? found.table;
  if (meant === found.entrant && meant_table === found.table) return;
  const { number: call, entrant: other, table: found_table } = found;
  refuse("other-call", { call, found: other, found_table, meant, meant_table });
}

export function checkStandsDown(hall, entrant, seen, refuse) {
  const now = seenOf(hall, entrant);
  const atStake = hall.over ? ["playing"] : AT_A_TABLE;
  if (!seen || ![now.status, seen.status].some((each) => atStake.includes(each))) return;
  checkSame(entrant, now, seen, refuse);
}

export function checkComesBack(hall, entrant, seen, refuse) {
  if (seen) checkSame(entrant, seenOf(hall, entrant), seen, refuse);
}

function checkSame(entrant, { status: found, players: found_players = [] }, seen, refuse) {
  const { status: meant, players: meant_players = [] } = seen;
  if (found === meant && same(found_players, meant_players)) return;
  refuse("not-as-seen", { entrant, found, found_players, meant, meant_players });
}

const same = (one, other) =>
  one.length === other.length && one.every((each, place) => each === other[place]);

export function checkPlace(queue, { place, at_place }, refuse) {
  const found = queue[place - 1];
  if (at_place && at_place !== found) refuse("other-at-place", { place, found, meant: at_place });
}
