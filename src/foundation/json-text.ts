import { randomUUID } from 'node:crypto';

/** Stands in JSON where text of a `JsonText` comes; nobody can know it. */
const MARK = randomUUID();
const QUOTED_MARK = JSON.stringify(MARK);
/** Those that the writing of a value has come to, in their order. */
let met: JsonText[] = [];

/**
 * A value that is JSON text already, in pieces. It can be a part of other values: what is large is written part by part, each
 * in its own turn of the event loop, and never as a whole.
 */
export class JsonText {
  readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  toJSON(): string {
    met.push(this);
    return MARK;
  }
}

/** Writes a value, which may hold others that are written already. */
export function jsonText(value: unknown): JsonText {
  met = [];
  const [first = '', ...rest] = JSON.stringify(value).split(QUOTED_MARK);
  const written = met;
  met = [];
  return new JsonText([first, ...rest.flatMap((after, at) => [...(written[at] as JsonText).pieces, after])]);
}
