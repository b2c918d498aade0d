import { storedWithoutSecrets, withoutSecrets } from './secrets.ts';

/** The stored values that hold whole tabs, or the history. */
const STRUCTURED = /^graphiql:(?:tabState|queries|favorites)$/;

/**
 * A part of this browser's storage. Each island keeps its own tabs, though all share one origin. No secret is kept.
 *
 * @param defaults values where nothing is stored yet
 */
export function storageOf(part: string, defaults: Readonly<Record<string, string>> = {}): Storage {
  const prefix = `${part} `;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return {
    get length() {
      return keys().length;
    },
    key: (index) => keys()[index]?.slice(prefix.length) ?? null,
    getItem: (key) => localStorage.getItem(prefix + key) ?? defaults[key] ?? null,
    setItem: (key, value) =>
      localStorage.setItem(
        prefix + key,
        STRUCTURED.test(key) ? storedWithoutSecrets(value) : withoutSecrets(value),
      ),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear() {
      for (const key of keys()) localStorage.removeItem(key);
    },
  };
}
