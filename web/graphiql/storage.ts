/** A part of this browser's storage. Each island keeps its own tabs, though all share one origin. */
export function storageOf(part: string): Storage {
  const prefix = `${part} `;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return {
    get length() {
      return keys().length;
    },
    key: (index) => keys()[index]?.slice(prefix.length) ?? null,
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear() {
      for (const key of keys()) localStorage.removeItem(key);
    },
  };
}
