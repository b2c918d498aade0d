import { WITHHELD, withoutDetails } from './error-details.ts';

/** More errors than this, in bytes of JSON, are told as one that says nothing. */
const ERRORS_BYTES_MAX = 1_000_000;

/** The kinds of JSON that can hold errors: an answer, or a list of answers. */
type JsonPosition = 'ANSWER' | 'ANSWERS';

/** Members of an answer that hold answers, of incremental delivery and of subscription events. */
const WITHIN: Readonly<Record<string, JsonPosition>> = {
  incremental: 'ANSWERS',
  completed: 'ANSWERS',
  payload: 'ANSWER',
};

/** The answers within one another that are read. No protocol has more than four. */
const POSITIONS_MAX = 16;

/** Beginnings of a line before an answer: none, or an event's field. (HTML, "Parsing an event stream") */
const LINE_STARTS: ReadonlySet<string> = new Set(['', 'data:']);
const LINE_START_MAX = 8;
/** Longest name that is read. With each character escaped, `errors` has 36. */
const NAME_MAX = 40;

const [TAB, NEWLINE, RETURN, SPACE, QUOTE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x5c];
const [COMMA, COLON] = [0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The end of the name `errors`. The search for a quote first, which is all over an answer, takes three times as long. */
const ERRORS_END = Buffer.from('rors"');
const ESCAPE = Buffer.from('\\u');

/** Tells whether a whole answer in JSON can have errors. Nearly all have none, and need not be read. */
export function mayHaveErrors(body: Buffer): boolean {
  return body.includes(ERRORS_END) || body.includes(ESCAPE);
}

/**
 * Removes details of the server from errors in passing bytes of GraphQL answers.
 *
 * They are JSON, batches of it, or the events or parts of a stream. All else, also `errors` within `data`, passes byte
 * for byte as soon as it comes.
 */
export class ResponseErrorCleaner {
  /** The places that are open. */
  #positions: JsonPosition[] = [];
  /** Nesting depth within a value that can hold no errors. */
  #below = 0;
  #isText = false;
  #isEscaped = false;
  /** Member of an answer that is read, and whether its value is. */
  #name = '';
  #isValue = false;
  /** Beginning of the line between answers. */
  #line = '';
  /** The errors so far, while they are read. */
  #held: Buffer[] | undefined;
  #heldBytes = 0;

  /** Returns the bytes that can pass once this chunk has come. */
  pass(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; ) {
      const isHeld = this.#held !== undefined;
      const next = this.#below > 0 ? this.#skip(chunk, at) : this.#step(chunk, at);
      if (!isHeld && this.#held) {
        passed.push(chunk.subarray(from, at));
        from = at;
      }
      at = next;
      if (!this.#held || this.#below > 0 || this.#isText) continue;
      this.#hold(chunk.subarray(from, at));
      passed.push(this.#told());
      from = at;
    }
    if (this.#held) this.#hold(chunk.subarray(from));
    else passed.push(chunk.subarray(from));
    return passed.length === 1 ? (passed[0] ?? chunk) : Buffer.concat(passed);
  }

  /** Goes to the end of a value that is no place. @returns where it goes on */
  #skip(chunk: Buffer, start: number): number {
    let [at, below, isText] = [start, this.#below, this.#isText];
    if (this.#isEscaped) at += 1;
    this.#isEscaped = false;
    for (; at < chunk.length && below > 0; at += 1) {
      const byte = chunk[at];
      if (isText) {
        if (byte === QUOTE) isText = false;
        else if (byte === BACKSLASH) at += 1;
        else if (byte === NEWLINE) return this.#giveUp(at + 1);
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) below += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) below -= 1;
    }
    this.#isEscaped = at > chunk.length;
    [this.#below, this.#isText] = [below, isText];
    return Math.min(at, chunk.length);
  }

  /** No text of JSON has a line break: what this began is no answer. */
  #giveUp(at: number): number {
    this.#positions = [];
    this.#below = 0;
    this.#isText = false;
    this.#line = '';
    return at;
  }

  /** Reads a byte in a place, or between answers. @returns where it goes on */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? SPACE;
    if (this.#isText) return this.#readText(byte, at + 1);
    const position = this.#positions.at(-1);
    if (!position) this.#readLine(byte);
    else if (byte === COMMA) this.#isValue = false;
    else if (byte === COLON) this.#isValue = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte, position);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#positions.pop();
    else if (byte === QUOTE) {
      this.#isText = true;
      if (!this.#isValue) this.#name = '';
      else if (this.#isErrors(position)) this.#held = [];
    }
    return at + 1;
  }

  #readText(byte: number, next: number): number {
    if (byte === NEWLINE) return this.#giveUp(next);
    if (byte === QUOTE && !this.#isEscaped) {
      this.#isText = false;
      return next;
    }
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped;
    if (!this.#isValue && this.#name.length < NAME_MAX) this.#name += String.fromCharCode(byte);
    return next;
  }

  #readLine(byte: number): void {
    const isOpening = byte === OPEN_OBJECT || byte === OPEN_LIST;
    if (isOpening && LINE_STARTS.has(this.#line)) this.#enter(byte === OPEN_OBJECT ? 'ANSWER' : 'ANSWERS');
    else if (byte === NEWLINE || byte === RETURN) this.#line = '';
    else if (byte !== SPACE && byte !== TAB && this.#line.length < LINE_START_MAX)
      this.#line += String.fromCharCode(byte);
  }

  #open(byte: number, position: JsonPosition): void {
    const isObject = byte === OPEN_OBJECT;
    const within = position === 'ANSWERS' ? 'ANSWER' : WITHIN[nameIn(this.#name)];
    if (this.#isErrors(position)) this.#held = [];
    const isPlace = within === (isObject ? 'ANSWER' : 'ANSWERS') && this.#positions.length < POSITIONS_MAX;
    if (isPlace) this.#enter(within);
    else this.#below = 1;
  }

  #enter(position: JsonPosition): void {
    this.#positions.push(position);
    this.#isValue = false;
    this.#name = '';
    this.#line = '';
  }

  #isErrors(position: JsonPosition): boolean {
    return position === 'ANSWER' && nameIn(this.#name) === 'errors';
  }

  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes <= ERRORS_BYTES_MAX) this.#held?.push(bytes);
  }

  /** The errors that were held, as they go on. */
  #told(): Buffer {
    const bytes = Buffer.concat(this.#held ?? []);
    const isWhole = bytes.length === this.#heldBytes;
    this.#held = undefined;
    this.#heldBytes = 0;
    return isWhole ? cleaned(bytes) : Buffer.from(NO_DETAILS);
  }
}

/** Errors that say nothing, as JSON. */
export const NO_DETAILS = JSON.stringify([{ message: WITHHELD }]);

/** A value of JSON may go over several lines of an event. */
const LINES_OF_AN_EVENT = /(?:\r\n|\n|\r)data:/g;

function cleaned(bytes: Buffer): Buffer {
  try {
    const errors: unknown = JSON.parse(bytes.toString().replace(LINES_OF_AN_EVENT, '\n'));
    const text = JSON.stringify(withoutDetails(errors));
    // What tells nothing passes with its numbers to the digit.
    return text === JSON.stringify(errors) ? bytes : Buffer.from(text);
  } catch {
    return Buffer.from(NO_DETAILS);
  }
}

function nameIn(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}
