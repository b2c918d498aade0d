import { resolve } from 'node:path';
import type { Clock } from '../../foundation/clock.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The time for which a pass is good. Command and platform run on one machine. */
const GOOD_MS = 60_000;
const PASS = /^Bearer (\d{1,15})\.(.+)$/;

/** The platform that a pass is for. */
export type BackupPassDeps = {
  readonly secrets: Pick<Secrets, 'hash' | 'matches'>;
  readonly dataDir: string;
  readonly clock: Clock;
};

/**
 * Returns the header by which a running platform is asked for a backup.
 *
 * Only who holds its secret key can make one. It names the folder of the data, so that another platform on the same machine
 * is not backed up in its place.
 */
export function backupPass(deps: BackupPassDeps): string {
  const at = deps.clock().getTime();
  return `Bearer ${at}.${deps.secrets.hash(textOf(deps.dataDir, at))}`;
}

export function isBackupPass(
  header: string | undefined,
  { secrets, dataDir, clock }: BackupPassDeps,
): boolean {
  const [, at = '', hash = ''] = PASS.exec(header ?? '') ?? [];
  const isGood = Math.abs(clock().getTime() - Number(at)) <= GOOD_MS;
  return at !== '' && isGood && secrets.matches(textOf(dataDir, Number(at)), hash);
}

const textOf = (dataDir: string, at: number) => `a backup of ${resolve(dataDir)} at ${at}`;
