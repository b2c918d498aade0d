import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../foundation/data-dir.ts';

const BYTES = 32;
const LENGTH = Buffer.alloc(BYTES).toString('base64url').length;

/**
 * Returns the platform's secret key from DATA_DIR. The first start makes it, readable by its owner only.
 *
 * @throws Error when the file is damaged: data sealed with another key would stay unreadable
 */
export function secretKeyOf(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  makeDataDir(dataDir);
  try {
    writeFileSync(file, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secretKey = readFileSync(file, 'utf8').trim();
  if (secretKey.length < LENGTH)
    throw new Error(
      `The secret key in ${file} is damaged: put the one back that this database was made with.`,
    );
  return secretKey;
}
