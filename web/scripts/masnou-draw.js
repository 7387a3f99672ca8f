// Tables, queue and calls of a hall as elements, for the hall's page and the second screen.

import { runningGame, sidesOf, waitWords } from "./masnou-rows.js";
import { mayCall } from "./masnou-state.js";
import { forecast } from "./masnou-wait.js";
import { LOCALE, filled } from "./language.js";
import { CLOCK } from "./page.js";
import { figure } from "./figures.js";

const POINTS_UNIT = 2;
const MINUTE_US = 60_000_000;
const SHAPES = { white: "□", black: "■", "": "" };

export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// How a player is named: a link to the card, isolated for scripts that run the other way.
function named(view, entrant) {
  const name = element("bdi", "", view.name(entrant));
  if (!view.linked) {
    name.className = "name";
    return name;
  }
  const link = element("a", "name", name);
  link.href = `/t/${view.tournament}/entrants/${entrant}`;
  return link;
}

function side(view, hall, { entrant, colour, called }) {
  const member = hall.members.get(entrant);
  const shown = figure(member.points, POINTS_UNIT);
  const points = filled(view.words["points"], { points: shown, n: ["½", "1"].includes(shown) ? 1 : 2 });
  const running = `${filled(view.words["streak"], { n: member.streak })} · `;
  const streak = member.streak > 1 ? element("span", "streak", running) : null;
  const mine = entrant === view.me ? " mine" : "";
  return element(
    "p",
    `side${called ? " called" : ""}${mine}`,
    element("span", "shape", SHAPES[colour]),
    named(view, entrant),
    element("small", "", streak, points),
  );
}

export function tableElement(view, hall, table, now) {
  const game = runningGame(table);
  const does = game ? "playing" : table.calls.length ? "calling" : "free";
  const since = game ? game.at : Math.max(0, ...table.calls.map((call) => call.at));
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_US));
  let said = does === "free" ? view.words["free"] : filled(view.words["minutes"], { n: minutes });
  if (table.withdrawing) said += ` · ${view.words["withdrawing"]}`;
  const made = element(
    "li",
    `table ${does}`,
    element("h3", "", filled(view.words["table"], { table: table.number }), " ", element("span", "since", said)),
    ...sidesOf(hall, table).map((each) => side(view, hall, each)),
  );
  made.dataset.table = table.number;
  return made;
}

// Why nobody is called, before the time is over.
export function drawNotice({ words }, hall, now) {
  const paper = document.getElementById("masnou-notice");
  if (!paper) return;
  const isStopped = !hall.over && !mayCall(hall, now);
  const said = hall.paused_at ? words["paused"] : words["no-more-games"];
  paper.hidden = !isStopped;
  if (isStopped && paper.textContent !== said) paper.textContent = said;
}

// Until when games begin, as long as they do.
export function drawLastStart(hall, now) {
  const said = document.getElementById("last-start");
  if (!said) return;
  const at = (hall.ends_at - hall.rules.last_start * MINUTE_US) / 1000;
  said.hidden = !hall.rules.last_start || hall.over || now >= at * 1000;
  const time = said.querySelector("time");
  time.dateTime = new Date(at).toISOString();
  time.textContent = new Date(at).toLocaleTimeString(LOCALE, CLOCK);
}

export function waitOfNewcomer(view, hall, now) {
  if (hall.paused_at) return filled(view.words["queue.new"], { wait: view.words["wait.paused"] });
  const place = 1 + hall.queue.filter((each) => hall.members.get(each).status === "waiting").length;
  const wait = waitWords(view.words, forecast(hall, now)(place));
  return filled(view.words["queue.new"], { wait });
}

const waitSaid = (words, about, isShort) =>
  isShort ? filled(words["wait.short"], { minutes: Math.max(1, Math.ceil(about / 60)) }) : waitWords(words, about);

// Who came before somebody who waits, and why.
export function beforeSaid({ words, name }, { passed_by }) {
  return passed_by.map(({ entrant, table, cause, opponent }) => {
    const key = !table ? "before.queue" : opponent ? "before.opponent" : "before.table";
    const fields = { name: name(entrant), table, cause: words[`fairness.cause.${cause}`] };
    return filled(words[key], { ...fields, opponent: opponent ? name(opponent) : "" });
  });
}

export function queueElement(view, { entrant, place, about, late, paused, held }, isShort = false, before = []) {
  const said = held
    ? view.words["queue.held"]
    : !place ? view.words["masnou-status.paused"]
    : paused ? view.words["wait.paused"] : late ? view.words["queue.late"] : waitSaid(view.words, about, isShort);
  const classes = [place || held ? "" : "pausing", entrant === view.me ? "mine" : ""].filter(Boolean);
  const made = element(
    "li",
    classes.join(" "),
    element("span", "place", place ? `${place}` : held ? "↷" : "–"),
    named(view, entrant),
    element("span", "wait", said),
    ...before.map((each) => element("small", "before", each)),
  );
  made.dataset.entrant = entrant;
  return made;
}

export function callElement(view, call, isNewest) {
  return element(
    "li",
    `call${isNewest ? " newest" : ""}${call.pending ? " pending" : ""}`,
    element("bdi", "name", view.name(call.entrant)),
    element("span", "arrow", "→"),
    element("b", "where", filled(view.words["table"], { table: call.table })),
    element("span", "shape", SHAPES[call.colour]),
  );
}

// Put `fresh` in the place of the children of `list`; what has not changed stays.
export function replaceChildren(list, fresh) {
  if (!list) return;
  fresh.forEach((child, i) => {
    const old = list.children[i];
    if (!old) list.append(child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  while (list.children.length > fresh.length) list.lastElementChild.remove();
}
