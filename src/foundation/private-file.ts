import type { Stats } from 'node:fs';

/** Permissions of a file for its owner alone. */
export const PRIVATE_MODE = 0o600;
const MODE_OF_OTHERS = 0o077;

/** Tells whether the owner alone can read a file. Windows keeps rights elsewhere: files there are as private as their folder. */
export const isPrivate = ({ mode }: Stats, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' || (mode & MODE_OF_OTHERS) === 0;
