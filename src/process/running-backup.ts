import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BackupDeps, streamBackup } from '../infrastructure/backup/backup.ts';
import { type BackupPassDeps, isBackupPass } from '../infrastructure/backup/backup-pass.ts';
import { answerJson } from '../infrastructure/observability/operations-listener.ts';

/** The longest time without progress of who takes a backup. The embedded database does nothing else meanwhile. */
const IDLE_MS = 30_000;

const STRANGER = 'This asks for the secret key and the DATA_DIR of the platform that runs.';
const BUSY = 'Another backup is being written: try again when it is done.';

type RunningBackupDeps = BackupDeps & BackupPassDeps & { readonly onFault: (error: unknown) => void };

/**
 * Answers requests for a backup of the embedded database while it runs. Nobody else can open it.
 *
 * A backup is one transaction, and the embedded database has one session. So changes wait until it is written, and one
 * is written at a time.
 */
export class RunningBackup {
  readonly #deps: RunningBackupDeps;
  #isBusy = false;

  constructor(deps: RunningBackupDeps) {
    this.#deps = deps;
  }

  handle({ headers }: IncomingMessage, response: ServerResponse): void {
    if (!isBackupPass(headers.authorization, this.#deps)) {
      answerJson(response, 401, { error: STRANGER });
      return;
    }
    if (this.#isBusy) {
      answerJson(response, 503, { error: BUSY });
      return;
    }
    this.#isBusy = true;
    response.writeHead(200, { 'content-type': 'application/gzip', 'cache-control': 'no-store' });
    void this.#write(response);
  }

  async #write(response: ServerResponse): Promise<void> {
    const watched = idleLimit(IDLE_MS);
    try {
      await Promise.all([streamBackup(this.#deps, () => watched), pipeline(watched, response)]);
    } catch (error) {
      // Who asked for it sees an answer that breaks off.
      response.destroy(error as Error);
      this.#deps.onFault(error);
    } finally {
      this.#isBusy = false;
    }
  }
}

function idleLimit(milliseconds: number): Transform {
  const late = () => void stream.destroy(new Error('A backup is given up: nobody takes it.'));
  let timer = setTimeout(late, milliseconds);
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      clearTimeout(timer);
      timer = setTimeout(late, milliseconds);
      done(null, chunk);
    },
  });
  stream.once('close', () => clearTimeout(timer));
  return stream;
}
