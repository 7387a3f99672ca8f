// The sound of a call: two short tones, made by the browser, so that nothing is fetched.

let context = null;

// Browsers let a page sound only after somebody has touched it.
export function unlockSound() {
  context ??= new AudioContext();
  context.resume();
}

export function ring() {
  unlockSound();
  [0, 0.28].forEach((after, i) => {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + after;
    tone.frequency.value = [660, 880][i];
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.25);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.26);
  });
}

export function speak(text) {
  if (!globalThis.speechSynthesis) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.dataset.locale;
  speechSynthesis.speak(said);
}
