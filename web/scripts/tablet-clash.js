// Two versions side by side: what this tablet decided without a network, and what the server says.

import { find, partsOf, running } from "./masnou-state.js";
import { LOCALE } from "./language.js";
import { CLOCK } from "./page.js";
import { closeSlip, openSlip } from "./tablet-slips.js";
import { node } from "./tablet-nodes.js";

const QUEUE_SHOWN = 8;

export function clashSlip(page, outbox, mine) {
  const { say } = page;
  const { clashes, theirs } = outbox;
  if (clashes.length === 0 || !theirs) return;
  const n = clashes.length;
  const after = (work) => () => {
    closeSlip();
    work();
  };
  const choose = (text, work, kind = "button") => node(kind, { onclick: after(work) }, text);
  const again = () => clashSlip(page, outbox, mine); // what is left
  openSlip(
    page,
    say("tablet.clash"),
    node("p", { role: "alert" }, say("tablet.clash-note")),
    node(
      "div.choices-row",
      {},
      choose(say("tablet.try-again", { n }), () => outbox.tryAgain(), "button.strong"),
      choose(say("tablet.take-server", { n }), () => outbox.leaveOut()),
    ),
    node("h3", {}, say("tablet.clash-acts", { n })),
    node("ol.acts", {}, ...clashes.map((act) => clashRow(page, outbox, act, { choose, again }))),
    versions(page, mine, theirs),
  );
}

// One act that was refused: what this tablet says, why not, and what may be done about it alone.
function clashRow(page, outbox, act, { choose, again }) {
  const { say } = page;
  const reason = say("tablet.reason-mistake");
  return node(
    "li",
    {},
    clock(act.at),
    " ",
    actOf(act, page),
    node("p.problem", {}, refusalOf(act.problem, page)),
    node(
      "div.choices-row",
      {},
      choose(say("tablet.try-one-again"), () => outbox.tryAgain([act])),
      choose(say("tablet.leave-out"), () => {
        outbox.leaveOut([act]);
        again();
      }),
      outbox.canCorrect(act) &&
        choose(say("tablet.send-correction"), () => outbox.sendCorrection(act, reason)),
    ),
  );
}

// Where the hall of this tablet and the one of the server differ.
function versions(page, mine, theirs) {
  const { say } = page;
  const tables = [...new Set([...mine.tables.keys(), ...theirs.tables.keys()])].map((table) => [
    say("tablet.clash-table", { table }),
    at(page, mine, table),
    at(page, theirs, table),
  ]);
  const queues = [say("tablet.clash-queue"), queue(page, mine), queue(page, theirs)];
  const rows = [...tables, queues]
    .filter(([, here, there]) => here !== there)
    .map(([title, here, there]) =>
      node("tr", {}, node("th", { scope: "row" }, title), node("td", {}, here), node("td", {}, there)),
    );
  if (rows.length === 0) return null;
  const titles = ["", say("tablet.clash-tablet"), say("tablet.clash-server")];
  const head = node("tr", {}, ...titles.map((text) => node("th", { scope: "col" }, text)));
  return node(
    "div.scroll",
    {},
    node("table.versions", {}, node("thead", {}, head), node("tbody", {}, ...rows)),
  );
}

const clock = (at) =>
  node("span.when", {}, new Date(at / 1000).toLocaleTimeString(LOCALE, CLOCK));

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

// An act in words, by what its maker saw.
export function actOf({ command, body }, { say, name }) {
  const [, table] = partsOf(body.game ?? "");
  const [white, black] = body.players ?? [];
  return say(`tablet.act.${command}`, {
    ...body,
    table: body.table ?? table,
    result: body.result?.replace("-", "–"),
    white: white && name(white),
    black: black && name(black),
    name: name(body.entrant ?? body.entrants?.[0]?.id ?? ""),
  });
}

// Why not, in the reader's language; the server's own sentence where the page has none.
export function refusalOf({ code, fields = {}, title }, page) {
  const { say, name, gameName, has } = page;
  if (code === "other-players") {
    const both = (players) => players.map(name).join(" – ");
    const found = both(fields.found);
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
