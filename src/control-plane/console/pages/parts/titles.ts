import { parseVersionedName } from '../../../../foundation/text/version.ts';

/** Writes a title with the version of its name: `Customer 1.0.0`. What was deleted has its name alone. */
export const titled = (name: string, title: string | null): string =>
  title === null ? name : `${title} ${parseVersionedName(name)?.version ?? ''}`;
