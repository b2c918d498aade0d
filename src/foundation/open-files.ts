import { readdirSync, readFileSync } from 'node:fs';

/** The files, sockets among them, that a process has open, and may have. */
type OpenFiles = { readonly open: number; readonly max: number };

/** Returns how many files this process may have open. Undefined where the system does not say. */
export function openFilesMax(): number | undefined {
  try {
    const [, max] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return max === undefined ? undefined : Number(max);
  } catch {
    return undefined;
  }
}

/** Counts the open files of this process. Undefined where the system does not say. */
export function openFiles(): OpenFiles | undefined {
  const max = openFilesMax();
  return max === undefined ? undefined : { open: readdirSync('/proc/self/fd').length, max };
}

/** Codes of the system for want of files, ports or memory. */
const NO_ROOM = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** Tells whether a connection failed for want of room on this machine. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_ROOM.has(String(error.code));
