// The law of a live view, without socket, clock or page: which message does what to the rows.
//
// A state is {epoch, version, columns, rows, awaiting, needs}. `rows` maps keys to arrays of cells;
// `needs` is what the owner has to do next: null, "subscribe" or "fetch". `receive` answers with
// the keys that changed. The protocol is told in docs/reference/live.md.

export const WHOLE_ROW = -1;

export function newState() {
  return {
    epoch: null,
    version: 0,
    columns: [],
    rows: new Map(),
    awaiting: false,
    needs: "subscribe",
  };
}

// What to ask for: from where we are, or anew.
export function subscription(state, channel) {
  state.awaiting = true;
  state.needs = null;
  const at = state.epoch === null ? null : [state.epoch, state.version];
  return { sub: { channel, at } };
}

export function receive(state, frame) {
  if (frame.reset) return frame.reset.why === "publication" ? goOn(state) : startAnew(state);
  const replaced = frame.ok ? receiveOk(state, frame.ok) : [];
  return frame.o ? receiveUpdate(state, frame) : replaced;
}

// A snapshot replaces everything, unless we are further in the same numbering already.
export function receiveSnapshot(state, snapshot) {
  const [epoch, version] = snapshot.at;
  if (epoch === state.epoch && version < state.version) return [];
  const gone = [...state.rows.keys()].filter((key) => !(key in snapshot.rows));
  state.epoch = epoch;
  state.version = version;
  state.columns = snapshot.columns;
  state.rows = new Map(Object.entries(snapshot.rows));
  return [...state.rows.keys(), ...gone];
}

const objects = new WeakMap();

// The same rows by key with their cells by name, in the order of the columns that the snapshot told.
export function named({ columns, rows }) {
  return new Map([...rows].map(([key, cells]) => [key, objectOf(columns, cells)]));
}

// A row that did not change is the same object as before.
function objectOf(columns, cells) {
  const known = objects.get(cells);
  if (known) return known;
  const made = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
  objects.set(cells, made);
  return made;
}

function receiveOk(state, ok) {
  state.awaiting = false;
  if (ok.mode === "snapshot") return receiveSnapshot(state, ok.snapshot);
  if (ok.mode === "refetch") state.needs = "fetch";
  return [];
}

// The same numbering goes on in another channel of the view.
function goOn(state) {
  state.needs = "subscribe";
  return [];
}

function startAnew(state) {
  state.epoch = null;
  state.version = 0;
  state.needs = "subscribe";
  return [];
}

// Absolute cells may be applied iff from <= own < to; what ends before is known, what begins
// later tells that something was lost.
function receiveUpdate(state, frame) {
  const [from, to] = frame.o;
  if (state.awaiting || state.epoch === null || from > state.version) {
    if (state.needs === null) state.needs = "subscribe";
    return [];
  }
  if (to <= state.version) return [];
  state.version = to;
  for (const key of frame.del ?? []) state.rows.delete(key);
  for (const [key, column, value] of frame.rows ?? []) put(state.rows, key, column, value);
  return [...new Set([...(frame.rows ?? []).map(([key]) => key), ...(frame.del ?? [])])];
}

function put(rows, key, column, value) {
  if (column === WHOLE_ROW) {
    rows.set(key, value);
    return;
  }
  const row = [...rows.get(key)];
  row[column] = value;
  rows.set(key, row);
}
