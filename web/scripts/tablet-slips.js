// Slips of paper that open over the tables: a player, a table, who is away, one more player, the menu.
//
// `page` is {say, name, hall, act, direct, options, …}: see tablet.js. Every act is one or two taps;
// only a name is typed.

import { find, isRunning, pointsOf, running } from "./masnou-state.js";
import { lastGames, figures } from "./tablet-tables.js";
import { LOCALE } from "./language.js";
import { CLOCK } from "./page.js";
import { named, node } from "./tablet-nodes.js";

const MINUTE_US = 60_000_000;
const REASONS = {
  move: ["director", "help", "mistake"],
  expel: ["behaviour", "director"],
  correct: ["reported", "mistake"],
};
const READERS = { move: "staff", expel: "staff", correct: "all" };
const AWAY = ["paused", "absent", "gone", "resting"];
const slip = document.getElementById("sheet");

slip.addEventListener("click", ({ target }) => {
  if (target === slip) slip.close(); // beside the paper
});

let again = null; // draws the open slip anew, where what it tells has changed

export function openSlip(page, title, ...content) {
  again = null;
  const label = page.say("tablet.close");
  const close = node("button.close", { onclick: closeSlip, "aria-label": label }, "✕");
  const head = node("header", {}, node("h2", {}, title), close);
  slip.replaceChildren(head, ...content.flat().filter(Boolean));
  if (!slip.open) slip.showModal();
}

export const closeSlip = () => slip.close();

export function refreshSlip() {
  if (slip.open) again?.();
}

// A button that acts and closes the slip.
function does(text, work, kind = "button") {
  return node(kind, { onclick: () => (slip.close(), work()) }, text);
}

const leads = (text, work, kind = "button") => node(kind, { onclick: work }, text);
const listOr = (nothing, rows) =>
  rows.length ? node("ul.games", {}, ...rows) : node("p.quiet", {}, nothing);
const row = (...buttons) => node("div.choices-row", {}, ...buttons);

// --- a player -------------------------------------------------------------------------------------

export function playerSlip(page, entrant) {
  const { say, name, act } = page;
  const hall = page.hall();
  const member = hall.members.get(entrant);
  const down = (away) => () => act("stand-down", { entrant, away });
  const waits = hall.queue.includes(entrant);
  const back = AWAY.includes(member.status);
  const place = waits ? `${hall.queue.indexOf(entrant) + 1} · ` : "";
  openSlip(
    page,
    named(name(entrant)),
    node("p.quiet", {}, place, ...figures(say, pointsOf(hall.rules, member), member.streak)),
    waits && member.passed_by.length > 0 && node("h3", {}, say("screens.before.title")),
    waits && member.passed_by.map((each) => node("p", {}, beforeSaid(page, each))),
    member.status === "held" && node("p.quiet", {}, say("tablet.status.held")),
    back && row(does(say("tablet.back"), () => act("queue-player", { entrant }), "button.strong")),
    row(
      member.status !== "paused" && does(say("tablet.pause"), down("paused")),
      member.status !== "absent" && does(say("tablet.absent"), down("absent")),
      does(say("tablet.gone"), down("gone")),
    ),
    row(
      waits && leads(say("tablet.move"), () => moveSlip(page, entrant)),
      leads(say("tablet.apart"), () => apartSlip(page, entrant)),
      leads(say("tablet.expel"), () => expelSlip(page, entrant)),
    ),
  );
}

// Somebody who came before a player who waits, and the rule.
function beforeSaid({ say, name }, { entrant, table, cause, opponent }) {
  const key = !table ? "queue" : opponent ? "opponent" : "table";
  const fields = { name: name(entrant), table, cause: say(`screens.fairness.cause.${cause}`) };
  return say(`screens.before.${key}`, { ...fields, opponent: opponent && name(opponent) });
}

function apartSlip(page, entrant) {
  const { say, name, act } = page;
  const hall = page.hall();
  const others = ({ entrants }) => entrants.filter((each) => each !== entrant);
  const mine = hall.apart.filter(({ entrants }) => entrants.includes(entrant));
  const kept = mine.map((each) =>
    node(
      "li",
      {},
      node("span", {}, ...others(each).map((other) => named(name(other))).flatMap((each) => [each, " "])),
      each.version > 0 &&
        does(say("tablet.apart-end"), () => act("allow-pairs", { forbidden: each.version })),
    ),
  );
  const known = mine.flatMap(others);
  const rest = [...hall.members.keys()]
    .filter((other) => other !== entrant && !known.includes(other))
    .sort((one, other) => page.compare(name(one), name(other)));
  const chosen = (other) => () => act("forbid-pairs", { entrants: [entrant, other] });
  openSlip(
    page,
    say("tablet.apart-of", { name: name(entrant) }),
    node("p.quiet", {}, say("tablet.apart-note")),
    kept.length > 0 && node("ul.games", {}, ...kept),
    node("div.choices-row", {}, ...rest.map((other) => does(named(name(other)), chosen(other)))),
  );
}

function reasons(page, kind, chosen) {
  const label = `${page.say("tablet.reason")} (${page.say(`tablet.reason-for-${READERS[kind]}`)})`;
  const field = node("input", { maxlength: 200, placeholder: "…", "aria-label": label });
  const buttons = REASONS[kind].map((each) => {
    const text = page.say(`tablet.reason-${each}`);
    return node("button", { onclick: () => chosen(field.value.trim() || text) }, text);
  });
  return [node("h3", {}, label), row(...buttons), field];
}

function moveSlip(page, entrant, to = page.hall().queue.indexOf(entrant) + 1) {
  const { say, name } = page;
  const last = page.hall().queue.length;
  const step = (text, place) => {
    const disabled = place < 1 || place > last;
    return node("button", { disabled, onclick: () => moveSlip(page, entrant, place) }, text);
  };
  openSlip(
    page,
    say("tablet.move-to", { name: name(entrant), place: to }),
    row(
      step(say("tablet.first"), to === 1 ? 0 : 1),
      step(`◂ ${say("tablet.earlier")}`, to - 1),
      step(`${say("tablet.later")} ▸`, to + 1),
    ),
    reasons(page, "move", (reason) => {
      slip.close();
      page.act("move-in-queue", { entrant, place: to, reason });
    }),
  );
}

function expelSlip(page, entrant) {
  const said = page.say("tablet.expel-sure", { name: page.name(entrant) });
  openSlip(
    page,
    said,
    reasons(page, "expel", (reason) => {
      slip.close();
      page.act("stand-down", { entrant, away: "expelled", reason });
    }),
  );
}

// --- a table --------------------------------------------------------------------------------------

export function tableSlip(page, number) {
  const { say, act } = page;
  const table = page.hall().tables.get(number);
  const other = table.withdrawing
    ? does(say("tablet.keep-table"), () => act("keep-table", { table: number }))
    : does(say("tablet.withdraw-table"), () => act("withdraw-table", { table: number }));
  const breaks = does(
    noted(say, "tablet.broken", running(table) && "tablet.broken-note"),
    () => act("withdraw-table", { table: number, broken: true }),
  );
  const games = lastGames(table).slice(0, 3);
  openSlip(
    page,
    say("tablet.table", { table: number }),
    playing(page, table),
    node("h3", {}, say("tablet.last-games")),
    listOr(say("tablet.no-games"), games.map((each) => gameRow(page, each))),
    !page.hall().over && row(other, breaks),
    !page.hall().over && running(table) && node("p.quiet", {}, say("tablet.spare-note")),
  );
  const says = JSON.stringify(table);
  again = () => {
    if (JSON.stringify(page.hall().tables.get(number)) !== says) tableSlip(page, number);
  };
}

const noted = (say, key, note) => node("span", {}, say(key), note && node("small", {}, say(note)));

// Who plays there may be missing, go home or be expelled.
function playing(page, table) {
  const { say, name, act } = page;
  const game = running(table) && find(page.hall(), running(table));
  const here = game ? [game.white, game.black] : table.sitters.map(({ entrant }) => entrant);
  const down = (entrant, away) => () => act("stand-down", { entrant, away });
  return here.map((entrant) =>
    node(
      "div.player",
      {},
      node("b", {}, named(name(entrant))),
      row(
        does(noted(say, "tablet.absent", game && "tablet.not-begun"), down(entrant, "absent")),
        does(noted(say, "tablet.gone", game && "tablet.loses-game"), down(entrant, "gone")),
        leads(say("tablet.expel"), () => expelSlip(page, entrant)),
      ),
    ),
  );
}

function gameRow(page, { game, identity }) {
  const { say, name } = page;
  const can = game.version > 0;
  const result = node("b", {}, game.result.replace("-", "–"));
  return node(
    "li",
    {},
    node("span", {}, named(name(game.white)), " ", result, " ", named(name(game.black))),
    node(
      "div.choices-row",
      {},
      page.mayUndo(identity) && does(say("tablet.undo"), () => page.undo(identity)),
      can && leads(say("tablet.correct"), () => correctSlip(page, identity, game)),
    ),
  );
}

function correctSlip(page, identity, game, result = null) {
  const { say, name } = page;
  const choice = (to, text) => {
    const onclick = () => correctSlip(page, identity, game, to);
    const state = { disabled: to === game.result, "aria-pressed": to === result };
    return node("button", { ...state, onclick }, text);
  };
  const address = { href: page.whatIf(identity, result), target: "_blank" };
  const would = result === null ? null : page.wouldBe(identity, result);
  openSlip(
    page,
    say("tablet.correct-to"),
    row(
      choice("1-0", node("span", {}, "□\u00a0", named(name(game.white)))),
      choice("½-½", say("tablet.draw")),
      choice("0-1", node("span", {}, "■\u00a0", named(name(game.black)))),
    ),
    node("p.quiet", {}, say("tablet.correct-note")),
    would && node("p.notice", {}, would),
    result !== null && node("p.links", {}, node("a", address, say("tablet.what-if"))),
    result !== null &&
      reasons(page, "correct", (reason) => {
        slip.close();
        page.act("correct-result", { game: identity, result, corrects: game.version, reason });
      }),
  );
}

// --- one more player, and who is away -------------------------------------------------------------

// Stays open for the next one. Of two of one name the second is asked what tells them apart.
export function enterSlip(page, draft = { entered: [], categories: [] }) {
  const { say } = page;
  const field = (name, label) => {
    const input = node("input", { name, maxlength: 60, autocomplete: "off", enterkeyhint: "done" });
    return [input, node("label", {}, label, input)];
  };
  const [typed, name] = field("name", say("tablet.name"));
  const [mark, apart] = field("mark", say("tablet.tells-apart"));
  const asks = node("p", { role: "alert" });
  const enter = (text, isGuest = false) => {
    page.enter(text, draft.categories);
    enterSlip(page, { entered: [text, ...draft.entered], categories: [], isGuest });
  };
  const form = node("form", {}, name, node("button.strong", {}, say("tablet.enter")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [text, told] = [tidy(typed.value), tidy(mark.value)];
    const full = told && apart.isConnected ? `${text} (${told})` : text;
    const there = text && page.namesake(full);
    if (text && !there) enter(full);
    if (!there) return;
    name.after(asks, apart);
    asks.textContent = say("tablet.namesake", { name: there });
    mark.focus();
  });
  const guest = say("tablet.guest", { n: page.nextGuest() });
  const ofGuest = leads(guest, () => enter(guest, true));
  openSlip(
    page,
    `+ ${say("tablet.add-player")}`,
    categoriesOf(page, draft),
    row(ofGuest),
    form,
    draft.entered.length > 0 && node("p.notice", {}, say("tablet.entered", { names: draft.entered })),
  );
  (draft.isGuest ? ofGuest : typed).focus(); // no keyboard comes up while guests are entered
}

const tidy = (text) => text.trim().replace(/\s+/gu, " ");

function categoriesOf({ known, say }, draft) {
  if (!known.categories.length) return null;
  const toggle = (category) => {
    const button = node("button", { type: "button", "aria-pressed": false }, category);
    button.addEventListener("click", () => {
      const has = draft.categories.includes(category);
      const others = draft.categories.filter((each) => each !== category);
      draft.categories = has ? others : [...others, category];
      button.setAttribute("aria-pressed", `${!has}`);
    });
    return button;
  };
  return [node("h3", {}, say("tablet.category")), row(...known.categories.map(toggle))];
}

export function awaySlip(page) {
  const { say, name, act } = page;
  const hall = page.hall();
  const away = awayIn(hall).sort((one, other) => page.compare(name(one), name(other)));
  const rows = away.map((entrant) => {
    const status = say(`tablet.status.${hall.members.get(entrant).status}`);
    return node(
      "li",
      {},
      node("span", {}, named(name(entrant)), " ", node("small", {}, status)),
      does(say("tablet.back"), () => act("queue-player", { entrant })),
    );
  });
  openSlip(page, say("tablet.away"), listOr(say("tablet.away-none"), rows));
}

// Who is not in the queue, at a table or called to one, and may come back.
export function awayIn(hall) {
  const isAway = ([entrant, { status }]) => AWAY.includes(status) && !hall.queue.includes(entrant);
  return [...hall.members].filter(isAway).map(([entrant]) => entrant);
}

// --- the menu -------------------------------------------------------------------------------------

export function menuSlip(page) {
  const { say, act, options } = page;
  const hall = page.hall();
  const toggle = (option) => {
    const text = `${say(`tablet.${option}`)}: ${say(options[option] ? "tablet.on" : "tablet.off")}`;
    const onclick = () => {
      page.choose(option, !options[option]);
      menuSlip(page);
    };
    return node("button", { "aria-pressed": options[option], onclick }, text);
  };
  const end = (minutes) => () =>
    act("move-hall-end", { ends_at: Math.max(hall.ends_at, page.now()) + minutes * MINUTE_US });
  const action = `/t/${page.known.tournament}/links`;
  const leadsTo = ([text, href]) => node("a", { href, target: "_blank" }, text);
  const unused = [...hall.tables.values()].find(({ withdrawn }) => withdrawn)?.number;
  const next = unused ?? Math.max(...hall.tables.keys()) + 1;
  openSlip(
    page,
    say("tablet.menu"),
    row(toggle("sound"), toggle("speech"), toggle("order")),
    row(
      !hall.over &&
        does(`+ ${say("tablet.table", { table: next })}`, () => act("add-table", { table: next })),
      does(say("tablet.longer"), end(10)),
      !hall.over && hall.ends_at - page.now() > 10 * MINUTE_US && does(say("tablet.shorter"), end(-10)),
      !hall.over && leads(say("tablet.end-now"), () => endSlip(page)),
    ),
    row(
      hall.paused_at
        ? leads(say("tablet.resume"), () => resumeSlip(page))
        : !hall.over && does(say("tablet.pause-hall"), () => act("pause-hall", {})),
    ),
    node("p.links", {}, ...page.known.links.map(leadsTo)),
    node("form", { method: "post", action }, node("button", {}, say("links.new"))),
    document.querySelector(".masnou-head .choices").cloneNode(true),
    !page.staysAwake && node("p.notice", {}, say("tablet.goes-dark")),
    node("p.quiet", {}, say(page.mayReload() ? "tablet.reload-safe" : "tablet.reload-unsafe")),
  );
}

export function resumeSlip(page) {
  const { say, act } = page;
  const hall = page.hall();
  const later = hall.ends_at + page.now() - hall.paused_at;
  const at = (moment) => clock(moment);
  openSlip(
    page,
    say("tablet.resume"),
    row(
      does(say("tablet.resume-same", { time: at(hall.ends_at) }), () => act("resume-hall", {})),
      does(say("tablet.resume-later", { time: at(later) }), () => act("resume-hall", { extend: true })),
    ),
  );
}

export const clock = (moment) =>
  new Date(moment / 1000).toLocaleTimeString(LOCALE, CLOCK);

function endSlip(page) {
  const { say } = page;
  openSlip(
    page,
    say("tablet.end-sure"),
    row(
      does(say("tablet.end-now"), () => page.act("end-hall", {}), "button.strong"),
      leads(say("tablet.cancel"), () => menuSlip(page)),
    ),
  );
}

export const runningGames = (hall) =>
  [...hall.tables.values()].filter((table) => running(table) !== null).length +
  hall.playoff.flatMap(({ games }) => games).filter(isRunning).length;
