// Repeats dumped marathons with the tablet's rules and tells where the two part.

const plain = (value) => {
  if (value instanceof Map) return [...value].map(([key, each]) => [key, plain(each)]);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return Object.fromEntries(names.map((name) => [name, plain(value[name])]));
};
const written = (value) => JSON.stringify(plain(value));

// `hall` is the tablet's module. Answers null, or the first difference.
export function firstDifference(hall, { steps, rows }) {
  let state = hall.unopened();
  for (const [place, { command, body, at, code, facts }] of steps.entries()) {
    const answer = hall.decide(state, command, body, at);
    const wanted = code ? { code } : { facts: facts.map(([, fact]) => fact) };
    const found = answer.code ? { code: answer.code } : { facts: answer.facts };
    const isLot = command === "draw-playoff" || facts?.some(([, fact]) => "lot" in fact);
    const differs = isLot ? answer.code !== "needs-the-server" : written(found) !== written(wanted);
    if (differs) return { place, command, body, found, wanted };
    for (const [version, fact] of facts ?? []) state = hall.follow(state, fact, version);
  }
  return differenceOfRows(hall, state, rows);
}

// A hall read from the rows of the view is the hall that the facts lead to.
function differenceOfRows(hall, state, rows) {
  const read = hall.hallOfRows(new Map(Object.entries(rows)), state.entrants.keys());
  const found = { ...trimmed(read), entrants: null };
  const wanted = { ...trimmed(state), entrants: null };
  if (written(found) === written(wanted)) return null;
  const name = Object.keys(wanted).find((each) => written(found[each]) !== written(wanted[each]));
  return { name, found: plain(found[name]), wanted: plain(wanted[name]) };
}

// What both have: of a table the games that the rows tell; of a member what the rules read.
function trimmed(state) {
  const kept = (table) => table.games.filter((game) => !game.voided).slice(-4);
  const tables = [...state.tables.values()].map(({ order, before, games, ...table }) => ({
    ...table,
    played: before + games.length,
    games: kept({ games }),
  }));
  const members = [...state.members].map(([id, { order, ahead, points, ...member }]) => [id, member]);
  return { ...state, tables, members };
}
