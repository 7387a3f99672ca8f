// The texts of the tablet in the reader's language: lists, names, points and moments in them.

import { LANGUAGE, filled } from "./language.js";
import { CLOCK } from "./page.js";

// `say(key, fields)` with `texts` by key; `nameOf` says how an entrant is called.
export function speaker(texts, nameOf) {
  const list = new Intl.ListFormat(LANGUAGE);
  const each = (value, say) => (Array.isArray(value) ? list.format(value.map(say)) : say(value));
  const forms = {
    "": (value) => each(value, String),
    name: (value) => each(value, nameOf),
    points: halves,
    moment: (value) => new Date(value / 1000).toLocaleTimeString(LANGUAGE, { timeZone: CLOCK.timeZone }),
  };

  function worded(value, form) {
    if (form.startsWith("@")) return texts[`${form.slice(1)}.${value}`] ?? value;
    return (forms[form] ?? forms[""])(value);
  }

  return (key, fields = {}) => filled(texts[key], fields, worded);
}

export function halves(half) {
  const whole = Math.floor(half / 2);
  return half % 2 ? `${whole || ""}½` : `${whole}`;
}

// Names in alphabetical order as readers of the language expect it.
export const byName = new Intl.Collator(LANGUAGE).compare;
