/**
 * A member of settings after a change of them.
 *
 * @param given undefined leaves it as it was, null takes it away
 */
export function changed<Given, Value>(
  given: Given | null | undefined,
  before: Value | undefined,
  read: (given: Given) => Value | undefined,
): Value | undefined {
  if (given === undefined) return before;
  return given === null ? undefined : read(given);
}

/** Settings without what is not said: a database keeps no undefined. */
export function withoutUndefined<Settings extends object>(
  settings: {
    readonly [Member in keyof Settings]: Settings[Member] | undefined;
  },
): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings;
}
