import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { DataDirUnusable, makeDataDir } from '../../data-dir.ts';
import { type Check, sentenceOf } from './check.ts';

const LITTLE_BYTES = 500_000_000;

/** Can DATA_DIR be written, and is there room? */
export const disk: Check = async ({ config: { dataDir } }) => {
  const check = 'disk';
  try {
    makeDataDir(dataDir);
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const said = `${dataDir} can be written; ${Math.round(free / 1_000_000)} MB are free`;
    if (free >= LITTLE_BYTES) return [{ check, state: 'ok', said }];
    return [{ check, state: 'warn', said, remedy: 'Make room, or give a DATA_DIR on another disk.' }];
  } catch (error) {
    return [
      {
        check,
        state: 'fail',
        said:
          error instanceof DataDirUnusable
            ? error.message
            : `${dataDir} cannot be written: ${sentenceOf(error)}`,
        remedy: 'Let the user of the platform write there, or set DATA_DIR to a folder where it may.',
      },
    ];
  }
};
