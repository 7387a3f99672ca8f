// Two versions side by side: what this tablet decided without a network, and what the server says.

import { find, partsOf, running } from "./hall-state.js";
import { CLOCK } from "./page.js";
import { closeSlip, openSlip } from "./tablet-slips.js";
import { node } from "./tablet-nodes.js";

const QUEUE_SHOWN = 8;

export function clashSlip(page, outbox, mine) {
  const { say } = page;
  const { act, problem, hall: theirs } = outbox.clash;
  const choose = (text, work, kind = "button") =>
    node(kind, { onclick: () => (closeSlip(), work()) }, text);
  const n = outbox.acts.length;
  const reason = say("tablet.reason-mistake");
  const canCorrect = problem.code === "results-conflict" && find(theirs, act.body.game)?.version > 0;
  openSlip(
    page,
    say("tablet.clash"),
    node("p.problem", { role: "alert" }, refusalOf(problem, page)),
    node("p.quiet", {}, say("tablet.clash-note")),
    versions(page, outbox.acts, mine, theirs),
    node(
      "div.choices-row",
      {},
      choose(say("tablet.take-server", { n }), () => outbox.takeServer(), "button.strong"),
      choose(say("tablet.leave-out"), () => outbox.leaveOut()),
      canCorrect && choose(say("tablet.send-correction"), () => outbox.sendCorrection(reason)),
    ),
  );
}

function versions(page, acts, mine, theirs) {
  const { say } = page;
  const unsent = acts.map((act) => node("li", {}, clock(act.at), " ", actOf(act, page)));
  const tables = [...new Set([...mine.tables.keys(), ...theirs.tables.keys()])]
    .map((table) => [say("tablet.clash-table", { table }), at(page, mine, table), at(page, theirs, table)])
    .filter(([, here, there]) => here !== there);
  const queues = [say("tablet.clash-queue"), queue(page, mine), queue(page, theirs)];
  const rows = [...tables, queues].map(([title, here, there]) =>
    node("tr", {}, node("th", { scope: "row" }, title), node("td", {}, here), node("td", {}, there)),
  );
  const titles = ["", say("tablet.clash-tablet"), say("tablet.clash-server")];
  const head = node("tr", {}, ...titles.map((text) => node("th", { scope: "col" }, text)));
  return [
    node("h3", {}, say("tablet.clash-acts", { n: acts.length })),
    node("ol.acts", {}, ...unsent),
    node(
      "div.scroll",
      {},
      node("table.versions", {}, node("thead", {}, head), node("tbody", {}, ...rows)),
    ),
  ];
}

const clock = (at) =>
  node("span.when", {}, new Date(at / 1000).toLocaleTimeString(document.documentElement.lang, CLOCK));

function at({ name, say }, hall, number) {
  const table = hall.tables.get(number);
  if (!table || table.withdrawn) return "–";
  const game = running(table) && find(hall, running(table));
  if (game) return `□ ${name(game.white)} – ■ ${name(game.black)}`;
  const there = [...table.sitters, ...table.calls].map(({ entrant }) => name(entrant));
  return there.join(", ") || say("tablet.clash-nobody");
}

function queue({ name, say }, { queue: waiting }) {
  const shown = waiting.slice(0, QUEUE_SHOWN).map((entrant, place) => `${place + 1} ${name(entrant)}`);
  if (waiting.length > QUEUE_SHOWN) shown.push("…");
  return shown.join(", ") || say("tablet.clash-nobody");
}

// An act in words, by what the tablet meant.
export function actOf({ command, body, meant }, { say, name }) {
  const [, table] = partsOf(body.game ?? "");
  return say(`tablet.act.${command}`, {
    ...body,
    table: body.table ?? meant.table ?? table,
    result: body.result?.replace("-", "–"),
    white: meant.white && name(meant.white),
    black: meant.black && name(meant.black),
    name: name(body.entrant ?? meant.called ?? body.entrants?.[0]?.id ?? ""),
  });
}

// Why not, in the reader's language; the server's own sentence where the page has none.
export function refusalOf({ code, fields = {}, title }, page) {
  const { say, name, gameName, has } = page;
  if (code === "other-players") {
    const both = (players) => players.map(name).join(" – ");
    const found = fields.found ? both(fields.found) : say("tablet.clash-no-game");
    const meant = both(fields.meant);
    return say("tablet.clash-players", { game: gameName(fields.game), found, meant });
  }
  if (code === "needs-the-server") return say("tablet.needs-server");
  if (code === "not-permitted") return say("tablet.not-permitted");
  if (!has(`refusal.${code}`)) return title ?? code;
  const told = { ...fields };
  if (told.game) told.game = gameName(told.game);
  return say(`refusal.${code}`, told);
}
