// How long each in the queue of a hall will wait, reckoned as in `projections/masnou_waiting.py`, where
// it is told why; a hall as `masnou-rows.js` reads it. The two answer the same to the second.

import { lastStartOf } from "./masnou-state.js";
import { runningGame } from "./masnou-rows.js";

const GUESS_S = 480;
const GUESS_PER_MINUTE_S = 90;
const SECOND_US = 1_000_000;
const PARTS = 8; // of the mean length of a game
const STILL_RUNNING = [
  1000, 1000, 999, 988, 949, 867, 744, 599, 453, 324, 220, 143, 90, 54, 32, 18, 10, 5, 3, 2, 1, 0,
];
const LONGEST = STILL_RUNNING.length - 1;
const HORIZON = 64;

const share = (age, part) =>
  age + part >= LONGEST ? 0 : (STILL_RUNNING[age + part] - STILL_RUNNING[age + part + 1]) / STILL_RUNNING[age];

const endsOfNew = [];
function ends(age, part) {
  let sum = share(age, part);
  for (let first = 0; first < Math.min(part, LONGEST); first += 1) {
    sum += share(age, first) * endsOfNew[part - 1 - first];
  }
  return sum;
}
for (let part = 0; part < HORIZON; part += 1) endsOfNew.push(ends(0, part));

function callsOfAges(ages) {
  const found = [0];
  for (let part = 0; part < HORIZON; part += 1) {
    let more = 0;
    for (const [age, games] of ages.entries()) if (games) more += games * ends(age, part);
    found.push(found[part] + more);
  }
  return found;
}

export function gameLength(hall) {
  const lengths = [hall.rules.clock * GUESS_PER_MINUTE_S || GUESS_S];
  const paused = (since, until) =>
    hall.pauses.reduce((sum, [first, last]) => sum + Math.max(0, Math.min(until, last) - Math.max(since, first)), 0);
  for (const { games } of hall.tables) {
    for (const [at, following] of games.slice(1).entries()) {
      const last = games[at];
      if (last.voided || following.voided) continue;
      const played = following.at - last.at - paused(last.at, following.at);
      lengths.push(Math.floor(Math.max(0, played) / SECOND_US));
    }
  }
  return Math.max(1, Math.floor(lengths.reduce((sum, each) => sum + each) / lengths.length));
}

// Answers the wait in seconds of who is at a place in the queue.
export function forecast(hall, now) {
  const length = gameLength(hall);
  const staying = hall.tables.filter((table) => !table.withdrawing);
  const tables = Math.max(1, staying.length - hall.to_withdraw);
  const ages = STILL_RUNNING.map(() => 0);
  for (const table of staying.slice(0, tables)) {
    const game = runningGame(table);
    const played = game ? Math.floor(Math.max(0, now - game.at) / SECOND_US) : 0;
    ages[Math.min(LONGEST - 1, Math.floor((played * PARTS) / length))] += 1;
  }
  const calls = callsOfAges(ages);
  return (place) => {
    const wanted = hall.held.length + place - 0.5; // who is held is seated before the queue
    for (let part = 0; part < HORIZON; part += 1) {
      if (calls[part + 1] < wanted) continue;
      const begun = (wanted - calls[part]) / (calls[part + 1] - calls[part]);
      return Math.floor(((part + begun) * length) / PARTS);
    }
    const more = ((wanted - calls[HORIZON]) * PARTS) / tables;
    return Math.floor(((HORIZON + more) * length) / PARTS);
  };
}

// The queue with what to expect: [{entrant, place, about, late, paused}], `place` 0 for who pauses in
// it, `paused` while the whole hall does; first those `held` at withdrawn tables.
export function waits(hall, now) {
  const wait = forecast(hall, now);
  const paused = hall.paused_at > 0;
  let place = 0;
  const held = hall.held.map(({ entrant }) => ({ entrant, place: 0, about: 0, late: false, paused, held: true }));
  const queue = hall.queue.map((entrant) => {
    if (hall.members.get(entrant).status !== "waiting") {
      return { entrant, place: 0, about: 0, late: false, paused };
    }
    place += 1;
    const about = wait(place);
    const late = !paused && now + about * SECOND_US > lastStartOf(hall);
    return { entrant, place, about, late, paused };
  });
  return [...held, ...queue];
}
