// What stands around the tables: figures, the line, the time left, notices, the queue, the toast.

import { mayCall, pointsOf } from "./masnou-state.js";
import { keyed, named, node } from "./tablet-nodes.js";
import { awayIn, clock, runningGames } from "./tablet-slips.js";

const UNDO_S = 10;
const MINUTE_US = 60_000_000;
const NOT_HERE = ["gone", "expelled"];
const [figures, line, left, notice, footer] = ["figures", "line", "left", "notice", "queue"].map((id) =>
  document.getElementById(id),
);

export function drawAround(page, hall, outbox) {
  drawLine(page, outbox);
  document.getElementById("menu").dataset.opens = "menu";
  if (!hall) return;
  const members = [...hall.members.values()];
  const here = members.filter(({ status }) => !NOT_HERE.includes(status)).length;
  const games = members.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0) / 2;
  const used = [...hall.tables.values()].filter(({ withdrawn }) => !withdrawn).length;
  const said = [page.say("tablet.figures", { tables: used, players: here, games })];
  const last = hall.ends_at - hall.rules.last_start * MINUTE_US;
  if (hall.rules.last_start && !hall.over && page.now() < last) said.push(page.say("tablet.last-start", { time: clock(last) }));
  figures.textContent = said.join(" · ");
  drawNotice(page, hall);
  drawQueue(page, hall);
}

function drawLine({ say, status }, outbox) {
  const isLive = status === "live" && !outbox.offline;
  const state = outbox.offline ? "offline" : isLive ? "live" : "connecting";
  const { unsent } = outbox;
  const waits = unsent && (outbox.offline || outbox.clashes.length || outbox.locked);
  const isClash = outbox.clashes.length > 0;
  line.dataset.unsent = unsent;
  const says = JSON.stringify([state, unsent, waits, outbox.locked, isClash]);
  if (line.dataset.says === says) return;
  line.dataset.says = says;
  line.className = `line ${state}`;
  line.replaceChildren(
    node("span.state", {}, say(`tablet.${state}`)),
    ...(waits ? [unsentSign(say(isClash && isLive ? "tablet.clash-acts" : "tablet.unsent", { n: unsent }), isClash)] : []),
    ...(outbox.locked ? [node("b.problem", { role: "alert" }, say("tablet.not-permitted"))] : []),
  );
}

// It opens the two versions again, where there are two.
function unsentSign(text, isClash) {
  return isClash ? node("button.unsent", { "data-opens": "clash" }, text) : node("b.unsent", {}, text);
}

// --- notices at the end -----------------------------------------------------------------------------

function drawNotice(page, hall) {
  const { say, known } = page;
  const running = runningGames(hall);
  const champion = championOf(hall);
  const tied = !hall.playoff.length && hall.rules.playoff && isTied(hall);
  const stops = hall.over || mayCall(hall, page.now()) ? "" : "tablet.no-more-games";
  const dark = !page.staysAwake && !page.options.dark;
  const says = JSON.stringify([hall.over, running, champion, tied, known.finished, hall.paused_at, stops, dark]);
  if (notice.dataset.says === says) return;
  notice.dataset.says = says;
  notice.replaceChildren();
  if (dark) {
    const understood = () => page.choose("dark", true);
    notice.append(node("p", {}, say("tablet.goes-dark")), node("button", { onclick: understood }, say("tablet.done")));
  }
  if (hall.paused_at && !known.finished) {
    const text = say("tablet.paused-since", { time: clock(hall.paused_at) });
    notice.append(node("p", {}, text), node("button", { "data-opens": "resume" }, say("tablet.resume")));
  } else if (stops) {
    notice.append(node("p", {}, say(stops)));
  }
  if (known.finished) notice.append(node("p", {}, say("tablet.finished")));
  if (!hall.over || known.finished) return;
  const over = running ? say("tablet.over-running", { n: running }) : say("tablet.over-done");
  const won = champion && say("tablet.playoff-champion", { name: page.name(champion) });
  notice.append(node("p", {}, won ?? over));
  if (running) return;
  const does = (text, command) => node("button", { onclick: () => page.direct(command, {}) }, text);
  if (tied) notice.append(does(say("tablet.playoff"), "draw-playoff"));
  notice.append(does(say("tablet.finish"), "finish-tournament"));
}

function isTied({ members, rules }) {
  const points = [...members.values()].map((member) => pointsOf(rules, member));
  return points.filter((each) => each === Math.max(...points)).length > 1;
}

function championOf({ playoff }) {
  const last = playoff.at(-1);
  if (!last || last.byes.length || last.games.length !== 1 || last.games[0].result === "*") return null;
  const [{ white, black, result }] = last.games;
  return result === "1-0" ? white : black;
}

// --- the queue --------------------------------------------------------------------------------------

function drawQueue(page, hall) {
  const { say, name } = page;
  if (!footer.querySelector("#chips.live")) {
    footer.replaceChildren(
      node("h2", {}, say("tablet.queue"), " ", node("span.count", {})),
      node("div.chips.live", { id: "chips" }),
      node(
        "div.tools",
        {},
        node("button.away", { "data-opens": "away" }),
        node("button.enter", { "data-opens": "enter" }, `+ ${say("tablet.add-player")}`),
      ),
    );
  }
  const items = [
    ...hall.held.map(({ entrant }) => chip(page, entrant, "↷", ".held")),
    ...hall.queue.map((entrant, at) => {
      const { status, passed_by } = hall.members.get(entrant);
      const pausing = status === "paused";
      const kind = `${pausing ? ".pausing" : ""}${at === 0 ? ".next" : ""}`;
      return chip(page, entrant, pausing ? "‖" : `${at + 1}`, kind, passed_by.length > 0);
    }),
  ];
  const empty = { key: "", says: "", make: () => node("p.quiet", {}, say("tablet.queue-empty")) };
  keyed(footer.querySelector("#chips"), items.length ? items : [empty]);
  footer.querySelector(".count").textContent = hall.queue.length || "";
  const away = awayIn(hall).length || "";
  footer.querySelector("button.away").textContent = `${say("tablet.away")} ${away}`;
}

// Who stayed at a withdrawn table comes before the queue, and has no place in it.
function chip({ name, say }, entrant, place, kind, isPassed = false) {
  const says = JSON.stringify([place, kind, name(entrant), isPassed]);
  const sign = { role: "img", "aria-label": say("screens.before.title"), title: say("screens.before.title") };
  const passed = isPassed && node("span.passed", sign, "⇣");
  const make = () =>
    node(`button.chip${kind}`, {}, node("span.place", {}, place, passed), " ", named(name(entrant)));
  return { key: entrant, says, make };
}

// --- time -------------------------------------------------------------------------------------------

export function drawTime({ say, now }, hall) {
  if (!hall) return;
  const at = now();
  const text = hall.over ? "0:00" : span(hall.ends_at - at);
  if (left.textContent !== text) left.textContent = text;
  left.classList.toggle("short", hall.ends_at - at < 5 * MINUTE_US);
  for (const time of document.querySelectorAll("[data-since]")) {
    const minutes = Math.floor(Math.max(0, at - Number(time.dataset.since)) / MINUTE_US);
    const said = minutes ? say("tablet.minutes", { n: minutes }) : say("tablet.just-now");
    if (time.textContent !== said) time.textContent = said;
  }
  for (const call of document.querySelectorAll("[data-until]")) {
    const rest = Number(call.dataset.until) - at;
    const said = rest > 0 ? span(rest) : say("tablet.late");
    if (call.textContent !== said) call.textContent = said;
  }
}

const two = (n) => `${n}`.padStart(2, "0");

function span(microseconds) {
  const seconds = Math.max(0, Math.ceil(microseconds / 1_000_000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// --- the toast --------------------------------------------------------------------------------------

let ticking = null;

export function toast(page, text, undo = null) {
  const paper = document.getElementById("toast");
  clearInterval(ticking);
  let seconds = UNDO_S;
  const close = () => {
    clearInterval(ticking);
    paper.replaceChildren();
  };
  const button = undo && node("button", { onclick: () => (close(), undo()) });
  const count = () => {
    if (seconds < 0) close();
    else if (button) button.textContent = `${page.say("tablet.undo")} · ${seconds} s`;
    seconds -= 1;
  };
  paper.replaceChildren(node("span", {}, text), ...(button ? [button] : []));
  count();
  ticking = setInterval(count, 1000);
}
