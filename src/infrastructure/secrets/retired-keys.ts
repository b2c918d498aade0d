import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../foundation/data-dir.ts';
import { RETIRED } from './first-secret-key.ts';
import type { RetiredKey, Secrets } from './secrets.ts';

/** On the disk of a gateway: what is left of keys before, sealed, so that it knows hashes when the database is down. */
const NAME = 'retired-keys';

/** Takes what a process before has kept; nothing where there is none, or it is of another platform. */
export function admitRetiredKeys(dataDir: string, secrets: Secrets): void {
  try {
    const sealed = readFileSync(join(dataDir, NAME));
    secrets.admit(JSON.parse(secrets.unseal(sealed, RETIRED)));
  } catch {
    // The database tells them, as soon as it answers.
  }
}

/** Keeps what is known, at once or not at all. */
export function keepRetired(dataDir: string, secrets: Secrets): void {
  const known: readonly RetiredKey[] = secrets.retired();
  if (known.length === 0) return;
  makeDataDir(dataDir);
  const draft = join(dataDir, `${NAME}.${process.pid}`);
  writeFileSync(draft, secrets.seal(JSON.stringify(known), RETIRED), { mode: 0o600 });
  renameSync(draft, join(dataDir, NAME));
}
