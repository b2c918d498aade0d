import { type FileHandle, open } from 'node:fs/promises';
import type { Clock } from '../../foundation/clock.ts';

/** The result of a call, without anything from its query, headers or body. */
export type CallRecord = {
  readonly requestId: string;
  /** Id of its trace: the caller's, or one that began here. */
  readonly traceId: string | undefined;
  readonly method: string;
  /** Path without the query, which may hold secrets. */
  readonly path: string;
  /** `/<org>/<catalog>` */
  readonly catalog: string;
  /** `name:version`, once a version was chosen. */
  readonly api: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly status: number;
  /**
   * Code of a refusal, ANSWERED, ABANDONED when the caller left first, or PREFLIGHT.
   *
   * The gateway answers a PREFLIGHT itself.
   */
  readonly outcome: string;
  readonly durationMs: number;
};

/** The result of a request that could not become a call. Of its contents only the size is logged. */
type LoggedBrokenRequest = {
  readonly requestId: string;
  readonly status: number;
  /** The code of the refusal. */
  readonly code: string;
  readonly bytesReceived: number;
};

type AccessLogDeps = {
  readonly clock: Clock;
  /** Called once, until writing works again, when lines are lost. */
  readonly onFault: (error: unknown) => void;
};

/** An access log that cannot be opened. The operator has to act. */
export class AccessLogUnwritable extends Error {
  override readonly name = 'AccessLogUnwritable';
}

/** Lines that were not written. */
class LinesLost extends Error {
  readonly lines: number;

  constructor(lines: number, cause: Error) {
    super(cause.message, { cause });
    this.lines = lines;
  }
}

type Sink = { append(block: string): Promise<void>; reopen(): Promise<void>; close(): Promise<void> };

const EVERY_MS = 250;
const BLOCK_CHARACTERS = 65_536;
/** A disk or a reader that is too slow costs lines, never memory. */
const WAITING_MAX_CHARACTERS = 8 * 2 ** 20;
const PATH_MAX = 1024;
const LINE_END = 10;

/**
 * @param destination `stdout` or the path of a file, which is appended to
 * @throws AccessLogUnwritable with a sentence that names the file and the setting
 */
export async function openAccessLog(destination: string, deps: AccessLogDeps): Promise<AccessLog> {
  return new AccessLog(destination === 'stdout' ? standardOutput() : await FileSink.open(destination), deps);
}

/** Writes one line of JSON per call. Lines are written in blocks, so that no call waits for the disk. */
class AccessLog {
  readonly #sink: Sink;
  readonly #deps: AccessLogDeps;
  /** Lines that are not written yet. */
  #lines = '';
  /** The number of lines that were lost since the last block. */
  #lost = 0;
  #lostInAll = 0;
  #isBroken = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(sink: Sink, deps: AccessLogDeps) {
    this.#sink = sink;
    this.#deps = deps;
  }

  write(call: CallRecord): void {
    if (this.#hasRoom()) this.#add(lineOfCall(call, this.#deps.clock()));
  }

  writeBroken(request: LoggedBrokenRequest): void {
    if (this.#hasRoom()) this.#add(lineOfBroken(request, this.#deps.clock()));
  }

  /** Lines that were not written, because the disk was full or too slow. */
  get lostLines(): number {
    return this.#lostInAll;
  }

  /** Opens its file anew, which was renamed. Lines go on in the old one where that fails. */
  async reopen(): Promise<void> {
    await this.#flush();
    await this.#sink.reopen().catch(this.#deps.onFault);
  }

  /** Writes the last lines. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#sink.close();
  }

  #hasRoom(): boolean {
    if (this.#lines.length <= WAITING_MAX_CHARACTERS) return true;
    this.#lost += 1;
    this.#lostInAll += 1;
    return false;
  }

  #add(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= BLOCK_CHARACTERS) void this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS);
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#writing && this.#lines !== '') this.#writing = this.#writeAll();
    return this.#writing ?? Promise.resolve();
  }

  async #writeAll(): Promise<void> {
    const { onFault } = this.#deps;
    while (this.#lines !== '') {
      const block = this.#lines;
      this.#lines = '';
      try {
        await this.#sink.append(block);
        if (this.#lost > 0) onFault(new Error(`The access log is too slow: ${this.#lost} lines were lost.`));
        this.#lost = 0;
        this.#isBroken = false;
      } catch (error) {
        if (!this.#isBroken) onFault(error instanceof LinesLost ? error.cause : error);
        this.#isBroken = true;
        this.#lostInAll += error instanceof LinesLost ? error.lines : linesIn(block);
      }
    }
    this.#writing = undefined;
  }
}

const linesIn = (block: string) => block.split('\n').length - 1;

/** Writes a line without JSON.stringify, which costs several times as much. Only a path and a method need escaping. */
function lineOfCall(call: CallRecord, now: Date): string {
  const { api, subscriptionId, traceId } = call;
  return (
    `{"time":"${timeText(now)}","requestId":"${call.requestId}"` +
    (traceId === undefined ? '' : `,"traceId":"${traceId}"`) +
    `,"method":${quoted(call.method)}` +
    `,"path":${quoted(call.path.slice(0, PATH_MAX))},"catalog":"${call.catalog}"` +
    (api === undefined ? '' : `,"api":"${api}"`) +
    (subscriptionId === undefined ? '' : `,"subscription":"${subscriptionId}"`) +
    `,"status":${call.status},"outcome":"${call.outcome}","ms":${call.durationMs.toFixed(3)}}\n`
  );
}

/** Milliseconds within a second, as a time tells them. */
const MILLISECONDS = Array.from({ length: 1_000 }, (_, milliseconds) => `${milliseconds}`.padStart(3, '0'));
const lastSecond = { at: Number.NaN, text: '' };

/** Writes a time as Date does, which takes ten times as long. Times of one second share their beginning. */
function timeText(now: Date): string {
  const milliseconds = now.getTime();
  const second = Math.floor(milliseconds / 1_000);
  if (second !== lastSecond.at) {
    lastSecond.at = second;
    lastSecond.text = now.toISOString().slice(0, -'000Z'.length);
  }
  return `${lastSecond.text}${MILLISECONDS[milliseconds - second * 1_000]}Z`;
}

function lineOfBroken({ status, code, requestId, bytesReceived }: LoggedBrokenRequest, now: Date): string {
  return `${JSON.stringify({ time: now.toISOString(), requestId, status, outcome: code, bytesReceived })}\n`;
}

const ORDINARY = /^[ !#-[\]-~]*$/;

const quoted = (text: string) => (ORDINARY.test(text) ? `"${text}"` : JSON.stringify(text));

class FileSink implements Sink {
  readonly #path: string;
  #handle: FileHandle;
  #isTorn = false;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async open(path: string): Promise<FileSink> {
    return new FileSink(path, await openFile(path));
  }

  /** @throws LinesLost, with what the disk did not take */
  async append(block: string): Promise<void> {
    // What a full disk took of the last block may end within a line.
    const bytes = Buffer.from(this.#isTorn ? `\n${block}` : block);
    let written = 0;
    try {
      while (written < bytes.length) written += (await this.#handle.write(bytes, written)).bytesWritten;
    } catch (cause) {
      throw new LinesLost(linesIn(bytes.subarray(written).toString()), cause as Error);
    } finally {
      if (written > 0) this.#isTorn = bytes[written - 1] !== LINE_END;
    }
  }

  async reopen(): Promise<void> {
    const before = this.#handle;
    this.#handle = await openFile(this.#path);
    await before.close();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function openFile(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o640).catch((error: Error) => {
    throw new AccessLogUnwritable(`ACCESS_LOG: ${path} cannot be written (${error.message}).`);
  });
}

function standardOutput(): Sink {
  // The failed write reports a reader that has gone.
  const ignore = () => {};
  process.stdout.on('error', ignore);
  return {
    append: (block) =>
      new Promise((resolve, reject) => {
        process.stdout.write(block, (error) => (error ? reject(error) : resolve()));
      }),
    async reopen() {},
    async close() {
      process.stdout.removeListener('error', ignore);
    },
  };
}
