import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deserialize, serialize } from 'node:v8';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { makeDataDir } from '../../foundation/data-dir.ts';
import { packageFile } from '../../foundation/package-files.ts';
import { SEAL_HEAD_BYTES } from '../../infrastructure/secrets/sealer.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import type { SnapshotRecord } from './records.ts';

/** The last snapshot on a gateway's disk. It is sealed, as it holds private parts of signing keys. */
export type SnapshotDisk = {
  /**
   * Replaces what is kept, at once or not at all; calls go on in between.
   *
   * @param since when changes may have been missed: now, unless the database is out of reach
   * @param signal stops the writing; what was kept before stays
   * @throws what the file system throws
   */
  write(records: Iterable<SnapshotRecord>, since: Date, signal?: AbortSignal): Promise<void>;
  /** Notes that what is kept was still so then. */
  confirm(since: Date): Promise<void>;
  /**
   * Reads the snapshot, and the instant since which changes may be missing; undefined without one.
   *
   * @throws UnsealError when it was changed, cut off or sealed with another secret key, or is of another platform, or
   *   of other code, which holds snapshots of another shape
   */
  read(): Promise<{ readonly records: AsyncIterable<SnapshotRecord>; readonly since: Date } | undefined>;
};

type SnapshotDiskOptions = {
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** Identity of the platform. A snapshot of another database, or with other addresses, is not read. */
  readonly platform: readonly string[];
};

const NAME = 'snapshot';
const LENGTH_BYTES = 4;

export function openSnapshotDisk({ dataDir, secrets, platform }: SnapshotDiskOptions): SnapshotDisk {
  makeDataDir(dataDir);
  removeDrafts(dataDir);
  const file = join(dataDir, NAME);
  const boundTo = `the snapshot in ${NAME} ${JSON.stringify([bundledCode(), ...platform])}`;
  return {
    async write(records, since, signal) {
      const draft = `${file}.${process.pid}`;
      const { cipher, head } = secrets.sealing(boundTo);
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.write(Buffer.alloc(SEAL_HEAD_BYTES));
        await pipeline(
          Readable.from(framed(records), { objectMode: false }),
          createGzip({ level: constants.Z_BEST_SPEED }),
          cipher,
          async (sealed: AsyncIterable<Buffer>) => {
            for await (const chunk of sealed) await handle.writeFile(chunk);
          },
          { signal },
        );
        await handle.write(head(), 0, SEAL_HEAD_BYTES, 0);
        await handle.sync();
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      await utimes(draft, since, since);
      await rename(draft, file);
    },
    confirm: (since) => utimes(file, since, since),
    async read() {
      const sealed = await readFile(file).catch(nothing);
      if (!sealed) return undefined;
      const { mtime } = await stat(file);
      // All of it is checked before any of it is understood.
      const plain = secrets.unsealBytes(sealed, boundTo);
      return { records: unframed(Readable.from([plain]).pipe(createGunzip())), since: mtime };
    },
  };
}

/** Removes the files of killed processes. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^snapshot\.(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dataDir, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function nothing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The code that makes and reads snapshots. One of other code may lack a field, without which an API could be open. */
const bundledCode = () => readFileSync(packageFile('dist/.made-from'), 'utf8');

/** Each record behind its length. */
function* framed(records: Iterable<SnapshotRecord>): Generator<Buffer> {
  for (const record of records) {
    const bytes = serialize(record);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(bytes.length);
    yield Buffer.concat([length, bytes]);
  }
}

async function* unframed(chunks: AsyncIterable<Buffer>): AsyncGenerator<SnapshotRecord> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < bytesNeeded(held)) continue;
    let bytes = Buffer.concat(held);
    for (let end = bytesNeeded([bytes]); bytes.length >= end; end = bytesNeeded([bytes])) {
      yield deserialize(bytes.subarray(LENGTH_BYTES, end)) as SnapshotRecord;
      bytes = bytes.subarray(end);
    }
    held = [bytes];
    size = bytes.length;
  }
}

/** Length of the frame that these bytes begin, or of its prefix while unknown. */
function bytesNeeded([first]: readonly Buffer[]): number {
  return first && first.length >= LENGTH_BYTES ? LENGTH_BYTES + first.readUInt32BE(0) : LENGTH_BYTES;
}
