// The queue of a hall in its order, from its members as the view `hall` tells them, each [id, facts].
//
// Each of who waits names who is directly ahead; the first names "".

export function queueOf(members) {
  const behind = new Map();
  for (const [entrant, { ahead }] of members) if (ahead !== null) behind.set(ahead, entrant);
  const queue = [];
  for (let at = behind.get(""); at !== undefined; at = behind.get(at)) queue.push(at);
  return queue;
}
