import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Clock } from '../../foundation/clock.ts';
import {
  type BackedUp,
  type BackupHead,
  draftStream,
  toNewFile,
} from '../../infrastructure/backup/backup.ts';
import { backupPass } from '../../infrastructure/backup/backup-pass.ts';
import { MaintenanceFault } from '../../infrastructure/backup/maintenance-fault.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { Config } from '../../process/settings/config.ts';
import { backupLines } from './restore.ts';

type RunningPlatformDeps = {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Thrown where no platform of these settings answers. */
  readonly absent: Error;
};

/**
 * Has a running platform write a backup of its embedded database.
 *
 * @throws BACKUP_EXISTS, before the platform is asked, BACKUP_INCOMPLETE, and `absent`
 */
export function backUpRunning(config: Config, file: string, deps: RunningPlatformDeps): Promise<BackedUp> {
  return toNewFile(file, async (draft) => {
    const body = await askForBackup(config, deps);
    try {
      await pipeline(body, draftStream(draft));
      return await summaryOf(draft);
    } catch (cause) {
      if (isFaultOfFile(cause)) throw cause;
      throw incomplete('The platform broke the backup off: its log says why. There is no file.', cause);
    }
  });
}

async function askForBackup(
  { urls, dataDir }: Config,
  { secrets, clock, absent }: RunningPlatformDeps,
): Promise<Readable> {
  const authorization = backupPass({ secrets, dataDir, clock });
  const response = await fetch(`${urls.operations}/backup`, {
    method: 'POST',
    headers: { authorization },
  }).catch(() => undefined);
  if (response?.status === 503)
    throw incomplete('Another backup of the platform is being written: try again when it is done.');
  if (!response?.ok || !response.body) throw absent;
  return Readable.fromWeb(response.body as ReadableStream);
}

const isFaultOfFile = (cause: unknown) => (cause as NodeJS.ErrnoException).syscall !== undefined;

const incomplete = (sentence: string, cause?: unknown) =>
  new MaintenanceFault('BACKUP_INCOMPLETE', sentence, cause);

/** Reads a backup to its end, which says how many rows there are. @throws where it has none */
async function summaryOf(draft: string): Promise<BackedUp> {
  let [first, last, tables] = ['', '', 0];
  for await (const line of backupLines(draft)) {
    first ||= line;
    last = line;
    if (line.startsWith('{')) tables += 1;
  }
  const { migration } = JSON.parse(first) as BackupHead;
  const { rows } = JSON.parse(last) as { readonly rows?: number };
  if (rows === undefined) throw new Error('It has no end.');
  // The head and the end are no tables.
  return { tables: tables - 2, rows, migration };
}
