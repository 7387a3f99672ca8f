// What the rows of the view `hall` say of a hall, for pages that only show it: no page in here.
//
// `hallOf(rows)` gives tables by number, members, and the queue in its order.

import { queueOf } from "./masnou-queue.js";
import { filled } from "./language.js";

const OTHER = { white: "black", black: "white" };

export function hallOf(rows) {
  const of = (kind) => [...rows].filter(([, row]) => row.kind === kind);
  const head = rows.get("hall")?.facts;
  if (!head) return null;
  const members = new Map(of("member").map(([key, row]) => [key.slice("member/".length), row.facts]));
  const tables = of("table").map(([, row]) => row.facts).filter((table) => !table.withdrawn);
  tables.sort((one, other) => one.number - other.number);
  return { ...head, members, tables, queue: queueOf(members) };
}

export const willing = (hall) =>
  hall.queue.filter((entrant) => hall.members.get(entrant).status === "waiting");

export const runningGame = (table) => {
  const game = table.games.findLast((each) => !each.voided);
  return game && game.result === "*" ? game : null;
};

// The games of the play-off in short, to see whether anything of it has changed.
export const playoffOf = (rows) =>
  JSON.stringify([...rows].filter(([, row]) => row.kind === "playoff").map(([key, row]) => [key, row.facts]).sort());

// Who is at a table or called to it: [{entrant, colour, called}], White first where it is known.
export function sidesOf(hall, table) {
  const game = runningGame(table);
  if (game) {
    return [game.white, game.black].map((entrant, i) => ({
      entrant,
      colour: ["white", "black"][i],
      called: false,
    }));
  }
  const there = [
    ...table.sitters.map((sitter) => ({ ...sitter, called: false })),
    ...table.calls.map((call) => ({ entrant: call.entrant, order: call.number, stayed_at: 0, called: true })),
  ];
  if (there.length < 2) return there.map(({ entrant, called }) => ({ entrant, colour: "", called }));
  there.sort((one, other) => one.order - other.order || one.stayed_at - other.stayed_at);
  const whiteIs = stayersColour(hall, there) === "black" ? 1 : 0;
  const [white, black] = [there[whiteIs], there[1 - whiteIs]];
  return [
    { entrant: white.entrant, colour: "white", called: white.called },
    { entrant: black.entrant, colour: "black", called: black.called },
  ];
}

// The colour of the one who stayed; of two who came to the table the first has White.
function stayersColour(hall, [first, second]) {
  if (first.called || first.order !== 0 || (!second.called && second.order === 0)) return "white";
  const rule = hall.rules.stayer_colour;
  return rule === "alternate" ? OTHER[first.had] : rule;
}

// Who was called where, the newest first.
export function callsOf(hall) {
  const found = [];
  for (const table of hall.tables) {
    const sides = sidesOf(hall, table);
    const about = (entrant, at, pending) => {
      const mine = sides.find((side) => side.entrant === entrant);
      const other = sides.find((side) => side.entrant !== entrant);
      found.push({ entrant, table: table.number, colour: mine.colour, against: other?.entrant ?? null, at, pending });
    };
    const game = runningGame(table);
    if (game) about(game.newcomer, game.at, false);
    else for (const call of table.calls) about(call.entrant, call.at, true);
  }
  return found.sort((one, other) => other.at - one.at || one.table - other.table);
}

export function waitWords(words, seconds) {
  if (seconds < 60) return words["wait.soon"];
  return filled(words["wait.about"], { minutes: Math.ceil(seconds / 60) });
}
