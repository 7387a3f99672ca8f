// Adds up the votes of a ballot while they are typed, or names the ranks that are missing.

const fill = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

function said(form, output) {
  const inputs = [...form.querySelectorAll('input[name^="value-"]')];
  const values = inputs.map((input) => Number(input.value || Number.NaN));
  if (values.every(Number.isNaN)) return "";
  const { sum, missing, right } = output.dataset;
  if ("ranks" in form.dataset) {
    const ranks = inputs.map((_, at) => at + 1).filter((rank) => !values.includes(rank));
    return ranks.length ? fill(missing, { missing: ranks.join(", ") }) : `✓ ${right}`;
  }
  const expected = Number(form.dataset.expected);
  const given = values.reduce((total, value) => total + (value || 0), 0);
  const text = fill(sum, { given, expected, left: expected - given });
  return given === expected ? `✓ ${text}` : text;
}

for (const form of document.querySelectorAll("form.ballot")) {
  const output = form.querySelector("output");
  const show = () => {
    output.textContent = said(form, output);
  };
  form.addEventListener("input", show);
  show();
}
