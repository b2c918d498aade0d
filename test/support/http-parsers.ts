// Node's own parser and llhttp, strict, as readers of one message each: what a reader of ours takes, they read the same.
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Duplex } from 'node:stream';

/** Tells a parser before llhttp 9, which is less strict. Node 20.19 has one. */
export const hasOldParser = Number.parseInt(process.versions['llhttp'] ?? '', 10) < 9;

/** A message as it was read. */
export type ReadMessage = {
  /** `GET /a` of a request, `200` of an answer. */
  readonly line: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
};

/** A connection in memory. */
class Wire extends Duplex {
  override _read(): void {}
  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    done();
  }
}

const SENTINEL = '/behind-the-message';

/**
 * Reads a request with a server of node:http.
 *
 * @param isKept another request follows on its connection, and has to be read as such
 * @returns a description of the fault where it is not read, or not to its end
 */
export function readByServer(bytes: Buffer, isKept: boolean): Promise<ReadMessage | string> {
  return new Promise((resolve) => {
    const server = createServer();
    const wire = new Wire();
    let [isBegun, isFollowed] = [false, false];
    let read: ReadMessage | undefined;
    const end = (result: ReadMessage | string) => {
      wire.destroy();
      resolve(result);
    };
    const endIfRead = () => {
      if (read && (isFollowed || !isKept)) end(read);
    };
    server.on('request', (request, response) => {
      if (isBegun) {
        isFollowed = isKept && request.url === SENTINEL;
        return isFollowed ? endIfRead() : end('Something else was read behind it.');
      }
      isBegun = true;
      if (response.shouldKeepAlive !== isKept)
        return end(`Its connection is kept: ${response.shouldKeepAlive}`);
      gather(request, (body) => {
        read = { line: `${request.method} ${request.url}`, headers: request.rawHeaders, body };
        endIfRead();
      });
    });
    server.on('checkContinue', () => end('It is one with Expect.'));
    server.on('upgrade', () => end('It is an upgrade.'));
    server.on('clientError', (error) => end(error.message));
    server.emit('connection', wire);
    wire.push(isKept ? Buffer.concat([bytes, SENTINEL_REQUEST]) : bytes);
    endOfReading(() => end(read ? 'The next request is not read.' : 'It is not read to its end.'));
  });
}

/** Calls back when a connection in memory has been read. Nothing of it takes more turns of the event loop. */
function endOfReading(then: () => void, turns = 5): void {
  setImmediate(() => (turns > 0 ? endOfReading(then, turns - 1) : then()));
}

const SENTINEL_REQUEST = Buffer.from(`GET ${SENTINEL} HTTP/1.1\r\nHost: sentinel\r\n\r\n`);

/** Reads an answer with a client of node:http. @returns a description of the fault where it is not read to its end */
export function readByClient(bytes: Buffer, method: string): Promise<ReadMessage | string> {
  return new Promise((resolve) => {
    const wire = new Wire();
    const end = (result: ReadMessage | string) => {
      wire.destroy();
      resolve(result);
    };
    const request = ask({ createConnection: () => wire, method, headers: { host: 'a' } });
    request.on('response', (response) => {
      response.on('error', (error) => end(error.message));
      gather(response, (body) =>
        end(
          response.complete
            ? { line: `${response.statusCode}`, headers: response.rawHeaders, body }
            : 'It broke off.',
        ),
      );
    });
    request.on('upgrade', () => end('It is an upgrade.'));
    request.on('error', (error) => end(error.message));
    request.end();
    wire.push(bytes);
    wire.push(null);
    endOfReading(() => end('It is not read to its end.'));
  });
}

function gather(message: IncomingMessage, onEnd: (body: string) => void): void {
  let body = '';
  message.setEncoding('latin1').on('data', (text: string) => {
    body += text;
  });
  message.on('end', () => onEnd(body));
}

/** The functions of llhttp as undici builds it for WebAssembly. */
type Exports = {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_execute(parser: number, at: number, length: number): number;
};

const REQUEST = 1;
const BUFFER_BYTES = 65_536;

/** llhttp in its strict mode, the parser of undici. */
export class StrictLlhttp {
  readonly #llhttp: Exports;
  readonly #at: number;
  #bytes: Buffer = Buffer.alloc(0);
  #url = '';
  #headers: string[] = [];
  #body = '';
  #ends = 0;

  constructor() {
    const wasm = createRequire(import.meta.url)('undici/lib/llhttp/llhttp-wasm.js') as Buffer<ArrayBuffer>;
    const text = (at: number, length: number) =>
      this.#bytes.toString('latin1', at - this.#at, at - this.#at + length);
    const noted = (note: (at: number, length: number) => void) => (_: number, at: number, length: number) => {
      note(at, length);
      return 0;
    };
    const env = {
      wasm_on_url: noted((at, length) => {
        this.#url += text(at, length);
      }),
      wasm_on_status: () => 0,
      wasm_on_message_begin: () => 0,
      wasm_on_header_field: noted((at, length) => this.#headers.push(text(at, length))),
      wasm_on_header_value: noted((at, length) => this.#headers.push(text(at, length))),
      wasm_on_headers_complete: () => 0,
      wasm_on_body: noted((at, length) => {
        this.#body += text(at, length);
      }),
      wasm_on_message_complete: noted(() => {
        this.#ends += 1;
      }),
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env });
    this.#llhttp = exports as unknown as Exports;
    this.#at = this.#llhttp.malloc(BUFFER_BYTES);
  }

  /** Reads one request; its line is the target alone. @returns a description of the fault where it is not read to its end */
  read(bytes: Buffer): ReadMessage | string {
    this.#bytes = bytes;
    [this.#url, this.#headers, this.#body, this.#ends] = ['', [], '', 0];
    new Uint8Array(this.#llhttp.memory.buffer, this.#at, bytes.length).set(bytes);
    const parser = this.#llhttp.llhttp_alloc(REQUEST);
    const fault = this.#llhttp.llhttp_execute(parser, this.#at, bytes.length);
    this.#llhttp.llhttp_free(parser);
    if (fault !== 0 || this.#ends !== 1) return `fault ${fault}, ${this.#ends} messages`;
    return { line: this.#url, headers: this.#headers, body: this.#body };
  }
}
