/** Writes a value of an enum for people: `SET_MIGRATION_TARGET` is `Set migration target`. */
export const enumLabel = (value: string) =>
  value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ');
