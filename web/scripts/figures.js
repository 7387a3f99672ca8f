// Numbers as people read them, written as `planilla.presentation.figures` writes them.

import { DECIMAL_MARK } from "./language.js";

const QUARTERS = { 0.25: "¼", 0.5: "½", 0.75: "¾" };
const HUNDRED = 100;
export const NOTHING = "–";

// A value in units of one `unit`-th, with two decimals where it is no quarter: `4½`, `27,33`. A
// negative unit: the value is shown rounded.
export function figure(value, unit) {
  if (value === null) return NOTHING;
  if (unit < 0) return figure(Math.round(value / -unit), 1);
  const minus = value < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(value) / unit);
  const rest = Math.abs(value) / unit - whole;
  if (!rest) return `${minus}${whole}`;
  if (QUARTERS[rest]) return `${minus}${whole || ""}${QUARTERS[rest]}`;
  const hundredths = Math.floor((200 * Math.abs(value) + unit) / (2 * unit));
  return `${minus}${(hundredths / HUNDRED).toFixed(2).replace(".", DECIMAL_MARK)}`;
}

// Hundredths: 452 is `4,52`, -1080 `−10,8`.
export function decimal(hundredths) {
  if (hundredths === null) return NOTHING;
  const [whole, rest] = [Math.floor(Math.abs(hundredths) / HUNDRED), Math.abs(hundredths) % HUNDRED];
  const decimals = rest ? DECIMAL_MARK + `${rest}`.padStart(2, "0").replace(/0$/, "") : "";
  return `${hundredths < 0 ? "−" : ""}${whole}${decimals}`;
}

export const signed = (hundredths) => (hundredths > 0 ? "+" : "") + decimal(hundredths);
