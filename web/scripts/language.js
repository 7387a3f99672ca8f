// The language of the page, as the server announces it on <html>: its name, CLDR locale and marks;
// and texts with numbers and names in them, filled as `planilla.presentation.catalogue` fills them.

const { lang, dataset } = document.documentElement;

export const DECIMAL_MARK = dataset.decimal;
// The language as browsers name it: `en-GB`.
export const LANGUAGE = dataset.locale;
// The reader's own way of writing dates where they read in this language: British, American …
export const LOCALE = navigator.languages.find((each) => each.startsWith(`${lang}-`)) ?? LANGUAGE;

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

// Forms of a word, parted by bars, in the order of CLDR's categories; last ones that are alike are
// written once.
function chooser(type) {
  const rules = new Intl.PluralRules(LANGUAGE, { type });
  const { pluralCategories } = rules.resolvedOptions();
  const ours = CATEGORIES.filter((each) => pluralCategories.includes(each));
  return (number, forms) => {
    const words = forms.split("|");
    return words[Math.min(ours.indexOf(rules.select(number)), words.length - 1)];
  };
}

const plural = chooser("cardinal");
const ordinal = chooser("ordinal");

// `{n:game|games}` by number, `{n:#st|nd|rd|th}` by place; null for any other form.
export function counted(number, form) {
  if (!form.includes("|")) return null;
  return form.startsWith("#") ? ordinal(number, form.slice(1)) : plural(number, form);
}

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;

// A text with its placeholders; `worded(value, form)` writes what is no counted word.
export function filled(text, fields, worded = String) {
  return text.replace(PLACEHOLDER, (_, name, form = "") =>
    counted(fields[name], form) ?? worded(fields[name], form));
}
