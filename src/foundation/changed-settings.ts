/**
 * Returns a member of settings after a change.
 *
 * @param value undefined keeps it, null removes it
 */
export function changed<Given, Value>(
  value: Given | null | undefined,
  before: Value | undefined,
  read: (value: Given) => Value | undefined,
): Value | undefined {
  if (value === undefined) return before;
  return value === null ? undefined : read(value);
}

/** Removes undefined members from settings. A database keeps none. */
export function withoutUndefined<Settings extends object>(
  settings: {
    readonly [Member in keyof Settings]: Settings[Member] | undefined;
  },
): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Settings;
}
