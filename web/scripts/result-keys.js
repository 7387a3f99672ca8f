// The keys that stand for results, at the desk and in the second look.

export const RESULT_KEYS = { 1: "1-0", 2: "½-½", 3: "0-1", "+": "+/-", "-": "-/+", 0: "-/-" };
