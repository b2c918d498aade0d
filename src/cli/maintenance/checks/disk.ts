import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { DataDirUnusable, makeDataDir, openToOthers } from '../../../foundation/data-dir.ts';
import { type Check, type Finding, sentenceOf } from './check.ts';

const LITTLE_BYTES = 500_000_000;

/** Checks that DATA_DIR is writable, has room and is closed to others. */
export const disk: Check = async ({ config: { dataDir } }) => {
  const check = 'disk';
  try {
    makeDataDir(dataDir);
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const message = `${dataDir} can be written; ${Math.round(free / 1_000_000)} MB are free`;
    const room: Finding =
      free >= LITTLE_BYTES
        ? { check, state: 'ok', message }
        : { check, state: 'warn', message, remedy: 'Make room, or give a DATA_DIR on another disk.' };
    return [room, ...openFinding(dataDir)];
  } catch (error) {
    return [
      {
        check,
        state: 'fail',
        message:
          error instanceof DataDirUnusable
            ? error.message
            : `${dataDir} cannot be written: ${sentenceOf(error)}`,
        remedy: 'Let the user of the platform write there, or set DATA_DIR to a folder where it may.',
      },
    ];
  }
};

/** Other users of the machine could read secrets, or write the database. */
function openFinding(dataDir: string): Finding[] {
  const open = openToOthers(dataDir);
  if (open.length === 0) return [];
  return [
    {
      check: 'disk',
      state: 'warn',
      message: `other users of this machine may read or write ${open.length} of the platform's files, ${open[0]} among them`,
      remedy: `Take that from them: chmod -R go-rwx ${dataDir}. A start does, where the files are its user's.`,
    },
  ];
}
