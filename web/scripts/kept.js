// Things kept by name on this device, for all tabs; what it does not keep, for as long as the page is
// open. A name is written as a whole: what two tabs may write at the same time has two names.

export function store(prefix) {
  const memory = new Map();
  const key = (name) => `${prefix} ${name}`;
  const stored = (work, otherwise) => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    read(name) {
      if (memory.has(name)) return memory.get(name);
      return stored(() => JSON.parse(localStorage.getItem(key(name))), null);
    },
    write(name, value) {
      memory.set(name, value);
      stored(() => {
        localStorage.setItem(key(name), JSON.stringify(value));
        memory.delete(name);
      });
    },
    remove(name) {
      memory.delete(name);
      stored(() => localStorage.removeItem(key(name)));
    },
    names() {
      const kept = stored(() => Object.keys(localStorage), []);
      const ours = kept.filter((each) => each.startsWith(key(""))).map((each) => each.slice(key("").length));
      return [...new Set([...ours, ...memory.keys()])];
    },
    // `onChange()` whenever another tab has written something.
    watch(onChange) {
      addEventListener("storage", ({ key: name }) => {
        if (name === null || name.startsWith(key(""))) onChange();
      });
    },
  };
}
