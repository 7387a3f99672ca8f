// Plays histories of frames through web/scripts/live-state.js: node live-state.test.mjs < JSON.
// In: [{steps: [{frame}, {subscribe}, {snapshot}], …}]. Out: [{version, needs, rows}, …].

import { readFileSync } from "node:fs";

const law = await import(new URL("../../web/scripts/live-state.js", import.meta.url));

function play(history) {
  const state = law.newState();
  for (const step of history) {
    if (step.subscribe) law.subscription(state, "t/club/view");
    else if (step.snapshot) law.receiveSnapshot(state, step.snapshot);
    else law.receive(state, step.frame);
  }
  const rows = Object.fromEntries(state.rows);
  return { epoch: state.epoch, version: state.version, needs: state.needs, rows };
}

const histories = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(histories.map(play)));
