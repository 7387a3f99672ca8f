// Calls by sound and by speech; both can be switched off, and both may be missing in a browser.

import { LANGUAGE } from "./language.js";

let sounds = null;

// Two short tones, the second higher: heard in a hall, and not alarming.
export function beep() {
  const Context = globalThis.AudioContext;
  if (!Context) return;
  sounds ??= new Context();
  if (sounds.state === "suspended") sounds.resume().catch(() => {});
  const begin = sounds.currentTime;
  for (const [frequency, at] of [[660, 0], [880, 0.18]]) {
    const tone = sounds.createOscillator();
    const volume = sounds.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, begin + at);
    volume.gain.linearRampToValueAtTime(0.4, begin + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + 0.17);
    tone.connect(volume).connect(sounds.destination);
    tone.start(begin + at);
    tone.stop(begin + at + 0.18);
  }
}

export function speak(text) {
  const voice = globalThis.speechSynthesis;
  if (!voice) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = LANGUAGE;
  said.rate = 0.95;
  voice.speak(said);
}

// Who was sent to a table between two halls: pairs of entrant and table, in order of the tables.
export function sent(before, after) {
  const there = ["called", "sitting", "playing"];
  const isAt = (member, table) => there.includes(member?.status) && member.table === table;
  const isNew = ([entrant, member]) =>
    isAt(member, member.table) && !isAt(before.members.get(entrant), member.table);
  return [...after.members]
    .filter(isNew)
    .map(([entrant, { table }]) => [entrant, table])
    .sort(([, one], [, other]) => one - other);
}
