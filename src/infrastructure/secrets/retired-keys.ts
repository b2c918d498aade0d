import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../foundation/data-dir.ts';
import { RETIRED } from './first-secret-key.ts';
import type { RetiredKey, Secrets } from './secrets.ts';

/**
 * A file on the disk of a gateway with the sealed retired keys. Hashes can then be compared when the database is down.
 */
const NAME = 'retired-keys';

/** Admits the retired keys that an earlier process kept. A missing file, or one of another platform, is ignored. */
export function admitRetiredKeys(dataDir: string, secrets: Secrets): void {
  try {
    const sealed = readFileSync(join(dataDir, NAME));
    secrets.admit(JSON.parse(secrets.unseal(sealed, RETIRED)));
  } catch {
    // The database provides them, as soon as it answers.
  }
}

/** Writes the retired keys, completely or not at all. */
export function keepRetired(dataDir: string, secrets: Secrets): void {
  const known: readonly RetiredKey[] = secrets.retired();
  if (known.length === 0) return;
  makeDataDir(dataDir);
  const draft = join(dataDir, `${NAME}.${process.pid}`);
  writeFileSync(draft, secrets.seal(JSON.stringify(known), RETIRED), { mode: 0o600 });
  renameSync(draft, join(dataDir, NAME));
}
