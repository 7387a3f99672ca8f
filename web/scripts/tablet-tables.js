// The cards of the tables: a game with two huge buttons, a call that waits, somebody who waits, and
// after the time the last game, which stays where it was.

import { calm } from "./tablet-calm.js";
import { fitted, keyed, named, node } from "./tablet-nodes.js";
import { find, gameId, isRunning, mayCall, pointsOf, running, wants } from "./masnou-state.js";
import { colourOfStayer, waitingIn } from "./masnou-acts.js";

const SHAPES = { white: "□", black: "■" };

// Redraws the cards. `page` is {say, name, isUnsent, freeFirst}.
export function drawTables(parent, hall, page) {
  const tables = [...hall.tables.values()].filter(({ withdrawn }) => !withdrawn);
  tables.sort((one, other) => one.number - other.number);
  if (page.freeFirst && !hall.over) {
    const busy = (table) => Number(running(table) !== null);
    tables.sort((one, other) => busy(one) - busy(other));
  }
  const cards = [...playoffGames(hall), ...tables.map((table) => card(hall, table, page))];
  const items = cards.map((each) => ({
    key: each.key,
    says: JSON.stringify(each),
    make: () => drawCard(each, page),
  }));
  for (const key of keyed(parent, items)) {
    const changed = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
    calm(changed);
    changed.classList.add("fresh");
  }
}

// --- what a card says -----------------------------------------------------------------------------

function card(hall, table, page) {
  const game = running(table);
  const shown = { key: `table/${table.number}`, table: table.number, going: table.withdrawing };
  if (game !== null) return { ...shown, kind: "game", ...gameOf(hall, game, page) };
  if (hall.over) return { ...shown, kind: "over", last: lastOf(table) };
  if (table.calls.length) return { ...shown, kind: "call", ...callsOf(hall, table) };
  return { ...shown, kind: "free", sitting: sittersOf(hall, table), why: whyFree(hall, page) };
}

function whyFree(hall, page) {
  if (hall.paused_at) return "tablet.free-paused";
  if (!mayCall(hall, page.now())) return "tablet.no-more-games";
  return waitingIn(hall).length > 1 ? "tablet.free-apart" : "tablet.free";
}

function gameOf(hall, identity, page) {
  const game = find(hall, identity);
  const side = (entrant) => sideOf(hall, entrant);
  return {
    game: identity,
    since: game.at,
    white: side(game.white),
    black: side(game.black),
    offline: game.offline,
    unsent: page.isUnsent(identity),
  };
}

function lastOf(table) {
  const last = lastGames(table)[0];
  if (!last) return null;
  const { white, black, result } = last.game;
  return { white, black, result };
}

function sideOf(hall, entrant) {
  const member = hall.members.get(entrant);
  return { entrant, points: pointsOf(hall.rules, member), streak: member.streak };
}

const sittersOf = (hall, table) => table.sitters.map(({ entrant }) => sideOf(hall, entrant));

function callsOf(hall, table) {
  const [next] = waitingIn(hall);
  const calls = table.calls.map((call) => ({ ...call, colour: colourOf(hall, table, call) }));
  return { calls, sitting: sittersOf(hall, table), next: next ?? null, wants: wants(table) };
}

// The colour of who comes, where it is known: next to who stayed, or to who came before.
function colourOf({ rules }, table, call) {
  const stayed = table.sitters.find(({ order }) => order === 0);
  if (stayed) return colourOfStayer(rules, stayed.had) === "white" ? "black" : "white";
  const orders = table.sitters.map(({ order }) => order);
  const first = Math.min(...orders, ...table.calls.map(({ number }) => number));
  return call.number === first ? "white" : "black";
}

function playoffGames(hall) {
  return hall.playoff.flatMap(({ games }, round) =>
    games
      .map((game, at) => ({ game, identity: gameId(round + 1, at + 1, "P") }))
      .filter(({ game }) => isRunning(game))
      .map(({ game, identity }) => ({
        key: identity,
        kind: "game",
        round: round + 1,
        game: identity,
        white: sideOf(hall, game.white),
        black: sideOf(hall, game.black),
      })),
  );
}

// --- how it looks ---------------------------------------------------------------------------------

function drawCard(shown, page) {
  const body = { game: drawGame, call: drawCalls, free: drawFree, over: drawOver }[shown.kind];
  const kind = { game: "", call: ".calling", free: ".free", over: ".over" }[shown.kind];
  return node(`article.card${kind}${shown.unsent ? ".unsent" : ""}`, {}, body(shown, page));
}

function head(shown, page, ...more) {
  const { say } = page;
  if (shown.round) {
    const note = node("small", {}, say("tablet.playoff-draw"));
    const title = say("tablet.playoff-game", { round: shown.round });
    return node("header", {}, node("span.table", {}, title, note), ...more);
  }
  const marks = [
    shown.going && say("tablet.going"),
    shown.offline && say("tablet.offline-game"),
  ].filter(Boolean);
  const since = shown.since ? node("time", { "data-since": shown.since }) : null;
  const label = node("span.number", {}, say("tablet.table", { table: shown.table }));
  const small = node("small", {}, since, marks.length && since ? " · " : "", marks.join(" · "));
  const open = node("button.table", { "data-table": shown.table }, label, " ", small);
  return node("header", {}, open, ...more);
}

function drawGame(shown, page) {
  const draw = node(
    "button.drawn",
    { "data-game": shown.game, "data-result": "½-½" },
    node("span.shape", { "aria-hidden": true }, "½"),
    " ",
    page.say("tablet.draw"),
  );
  const sides = [side(shown, "white", "1-0", page), side(shown, "black", "0-1", page)];
  return [head(shown, page, draw), node("div.pair", {}, ...sides)];
}

function side(shown, colour, result, page) {
  const { say, name } = page;
  const { entrant, points, streak } = shown[colour];
  const label = say("tablet.wins", { name: name(entrant) });
  return node(
    "button.side",
    { "data-game": shown.game, "data-result": result, "aria-label": label },
    fitted(name(entrant), shape(colour, say), "\u00a0"),
    node("small", {}, ...figures(say, points, streak)),
  );
}

const shape = (colour, say) =>
  node("span.shape", { role: "img", "aria-label": say(`tablet.${colour}`) }, SHAPES[colour]);

// Wins in a row from two on, and points; a line may break between the two alone.
export function figures(say, points, streak) {
  const half = say("tablet.points", { half: points, one: [1, 2].includes(points) ? 1 : 2 });
  const parts = streak > 1 ? [`${say("tablet.running", { n: streak })} · `, half] : [half];
  return parts.map((part) => node("span.part", {}, part));
}

function drawCalls(shown, page) {
  const { say } = page;
  const until = Math.max(...shown.calls.map((call) => call.until));
  const left = until ? node("b", { "data-until": until }) : "";
  const calling = node("span.state", {}, `${say("tablet.calling")} `, left);
  return [head(shown, page, calling), ...shown.calls.map((call) => drawCall(call, shown, page))];
}

function drawCall(call, shown, page) {
  const { say, name } = page;
  const [other] = [
    ...shown.sitting.map(({ entrant }) => entrant),
    ...shown.calls.filter((each) => each !== call).map(({ entrant }) => entrant),
  ];
  const against = other && node("small", {}, say("tablet.against", { name: name(other) }));
  const next = shown.next === null ? "tablet.not-here" : "tablet.not-here-next";
  const missing = say(next, shown.next === null ? {} : { name: name(shown.next) });
  const about = { "data-call": call.number };
  const to = [shape(call.colour, say), " ", node("b", {}, named(name(call.entrant))), " "];
  return node(
    "div.called",
    {},
    node("p", {}, ...to, say("tablet.called-to", { table: call.table }), " ", against),
    node(
      "div.pair",
      {},
      node("button.strong", { ...about, "data-act": "take-seat" }, say("tablet.arrived")),
      node("button", { ...about, "data-act": "miss-call" }, missing),
    ),
  );
}

function drawFree(shown, page) {
  const { say, name } = page;
  const sitting = shown.sitting.map(({ entrant, points, streak }) =>
    node(
      "p",
      {},
      node("b", {}, named(name(entrant))),
      " ",
      say("tablet.waits-for-opponent"),
      node("small", {}, ...figures(say, points, streak)),
    ),
  );
  const why = node("p.quiet", {}, say(shown.why));
  const isSaid = !sitting.length || shown.why !== "tablet.free";
  return [head(shown, page), node("div.waiting", {}, ...sitting, isSaid && why)];
}

function drawOver({ last, ...shown }, page) {
  const { say, name } = page;
  const line = (entrant) => node("p", {}, node("b", {}, named(name(entrant))));
  const result = last && node("p.result", {}, last.result.replace("-", "–"));
  const told = last && [line(last.white), result, line(last.black)];
  return [head(shown, page), node("div.waiting", {}, told ?? node("p.quiet", {}, say("tablet.no-games")))];
}

// The last games at a table that are over, the last one first: {game, identity}.
export function lastGames(table) {
  return table.games
    .map((game, at) => ({ game, identity: gameId(table.number, table.before + at + 1) }))
    .filter(({ game }) => game.result !== "*" && !game.voided)
    .reverse();
}
