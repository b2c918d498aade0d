/**
 * Returns a member of settings after a change.
 *
 * @param given undefined keeps it, null removes it
 */
export function changed<Given, Value>(
  given: Given | null | undefined,
  before: Value | undefined,
  read: (given: Given) => Value | undefined,
): Value | undefined {
  if (given === undefined) return before;
  return given === null ? undefined : read(given);
}

/** Removes undefined members from settings. A database keeps none. */
export function withoutUndefined<Settings extends object>(
  settings: {
    readonly [Member in keyof Settings]: Settings[Member] | undefined;
  },
): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings;
}
