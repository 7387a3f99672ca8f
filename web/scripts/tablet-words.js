// The texts of the page in the reader's language, filled as `planilla.words.phrasing` fills them.

import { CLOCK } from "./page.js";

const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/g;

// `say(key, fields)` with `texts` by key; `nameOf` says how an entrant is called.
export function speaker(texts, language, nameOf) {
  const list = new Intl.ListFormat(language);
  const each = (value, say) => (Array.isArray(value) ? list.format(value.map(say)) : say(value));
  const forms = {
    "": (value) => each(value, (one) => (typeof one === "number" ? one.toLocaleString(language) : one)),
    name: (value) => each(value, nameOf),
    points: halves,
    moment: (value) => new Date(value / 1000).toLocaleTimeString(language, { timeZone: CLOCK.timeZone }),
  };

  function worded(value, form) {
    if (form.includes("|")) return form.split("|")[value === 1 ? 0 : 1];
    if (form.startsWith("@")) return texts[`${form.slice(1)}.${value}`] ?? value;
    return (forms[form] ?? forms[""])(value);
  }

  return (key, fields = {}) =>
    texts[key].replace(PLACEHOLDER, (_, field, form = "") => worded(fields[field], form));
}

export function halves(half) {
  const whole = Math.floor(half / 2);
  return half % 2 ? `${whole || ""}½` : `${whole}`;
}

// Names in alphabetical order as readers of the language expect it.
export const byName = (language) => new Intl.Collator(language).compare;
