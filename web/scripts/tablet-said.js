// What an act led to, in one line: "Ana stays (4 in a row), Bea to place 12, next: Carl at table 3".

import { find, partsOf, playersOf } from "./masnou-state.js";

const ABOUT = { "enter-entrants": ["EntrantEntered"], "miss-call": ["PlayerQueued", "PlayerStoodDown"] };
const SENT = ["PlayerCalled", "StayerMoved"];
const tableOf = ({ table, to_table }) => table ?? to_table;

// `hall` is the one after the act; `page` is {say, name}.
export function saidOf(act, facts, hall, page) {
  const { command, body } = act;
  const ended = facts.find(({ type }) => type === "ResultRecorded");
  if (command === "record-result" && ended) return saidOfResult(ended, facts, hall, page);
  if (command === "withdraw-result") return page.say("tablet.undone");
  const entrant = body.entrant ?? facts.find(({ type }) => ABOUT[command]?.includes(type))?.entrant;
  const stopped = facts.find(({ type }) => type === "GameVoided" && body.broken);
  const about = stopped ? playersOf(find(hall, stopped.game)) : [entrant].filter(Boolean);
  const places = about.map((each) => placeOf(each, facts, hall, page, "tablet.said-entered"));
  const parts = [...places, ...nexts(facts, page, ...about)].filter(Boolean);
  return sentence(parts) || page.say("tablet.said-done");
}

function saidOfResult({ game: identity, result }, facts, hall, page) {
  const { say, name } = page;
  const game = find(hall, identity);
  const [kind, table] = partsOf(identity);
  if (kind === "P" || hall.over) {
    const [white, black] = [name(game.white), name(game.black)];
    return say("tablet.said-over", { white, result: result.replace("-", "–"), black });
  }
  const left = facts.filter(({ type }) => type === "TableLeft").map(({ entrant }) => entrant);
  const stays = [game.white, game.black].filter((each) => !left.includes(each));
  const parts = [
    ...stays.map((entrant) => stayed(entrant, hall, page)),
    ...left.map((entrant) => placeOf(entrant, facts, hall, page, "tablet.said-place")),
    ...nexts(facts, page, ...left),
  ].filter(Boolean);
  const isLeft = hall.free.includes(table) && !hall.tables.get(table).calls.length;
  if (isLeft) parts.push(say("tablet.said-nobody"));
  return sentence(parts);
}

function stayed(entrant, hall, { say, name }) {
  const { streak } = hall.members.get(entrant);
  const key = streak > 1 ? "tablet.said-stays-running" : "tablet.said-stays";
  return say(key, { name: name(entrant), n: streak });
}

// Where somebody is now: a place of the queue, or a table at once.
function placeOf(entrant, facts, hall, { say, name }, key) {
  const status = hall.members.get(entrant)?.status;
  const place = status === "paused" ? -1 : hall.queue.indexOf(entrant);
  if (place >= 0) return say(key, { name: name(entrant), place: place + 1 });
  const sent = facts.find((fact) => SENT.includes(fact.type) && fact.entrant === entrant);
  if (sent) return say("tablet.said-seated", { name: name(entrant), table: tableOf(sent) });
  const isAway = ["held", "paused", "absent", "gone", "expelled", "resting"].includes(status);
  return isAway ? `${name(entrant)}: ${say(`tablet.status.${status}`)}` : null;
}

function nexts(facts, { say, name }, ...known) {
  return facts
    .filter(({ type, entrant }) => SENT.includes(type) && !known.includes(entrant))
    .map((fact) => say("tablet.said-next", { name: name(fact.entrant), table: tableOf(fact) }));
}

const sentence = (parts) => parts.join(", ");
