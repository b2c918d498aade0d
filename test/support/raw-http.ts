import { connect } from 'node:net';
import { setImmediate as immediately } from 'node:timers/promises';

/** An answer as it came. Names of headers are in lower case; of several with one name the last counts. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Exchanged = {
  readonly answers: readonly RawAnswer[];
  readonly closed: boolean;
  /** All that came, of which the answers are what could be read. */
  readonly received: string;
};

type Options = {
  /** Waits for so many, else until the other side closes the connection. */
  readonly answers?: number;
  /** Ends the sending side with the last byte, or once the answer so far matches. */
  readonly ends?: boolean | ((received: string) => boolean);
  /** Offsets at which a new packet begins, ascending. */
  readonly cuts?: readonly number[];
};

const PATIENCE_MS = 5_000;

/**
 * Sends bytes on a connection of their own, and reads the answers.
 *
 * No HTTP library would send them so.
 *
 * @param bytes in Latin-1: one character is one byte
 * @throws when what is waited for does not come in five seconds
 */
export function exchange(port: number, bytes: string, options: Options = {}): Promise<Exchanged> {
  const { answers = Number.POSITIVE_INFINITY, ends = false, cuts = [] } = options;
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, async () => {
      for (const [at, cut] of [0, ...cuts].entries()) {
        if (at > 0) await immediately();
        socket.write(bytes.slice(cut, cuts[at]), 'latin1');
      }
      endIfDone();
    });
    const endIfDone = () => {
      if (typeof ends === 'function' ? ends(received) : ends) socket.end();
    };
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: readAnswers(received), closed, received });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The connection was left open. It had said ${JSON.stringify(received)}`));
    }, PATIENCE_MS);
    socket.on('data', (part) => {
      received += part.toString('latin1');
      if (typeof ends === 'function') endIfDone();
      if (readAnswers(received).length >= answers) finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', () => {});
    socket.on('close', () => finish(true));
  });
}

/** The complete answers that a text begins with. */
function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (let read = readAnswer(rest); read; read = readAnswer(rest)) {
    answers.push(read.answer);
    rest = read.rest;
  }
  return answers;
}

function readAnswer(text: string): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  if (end < 0) return undefined;
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const framed = bodyOf(text.slice(end + 4), status, headers);
  return framed && { answer: { status, headers, body: framed.body }, rest: framed.rest };
}

function bodyOf(text: string, status: number, headers: Readonly<Record<string, string>>) {
  if (headers['transfer-encoding'] === 'chunked') return chunksOf(text);
  const length = status < 200 || status === 204 || status === 304 ? 0 : Number(headers['content-length']);
  return text.length < length ? undefined : { body: text.slice(0, length), rest: text.slice(length) };
}

function chunksOf(text: string): { body: string; rest: string } | undefined {
  let [body, rest] = ['', text];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const length = Number.parseInt(rest, 16);
    if (end < 0 || rest.length < end + 4 + length) return undefined;
    body += rest.slice(end + 2, end + 2 + length);
    rest = rest.slice(end + 4 + length);
    if (length === 0) return { body, rest };
  }
}
