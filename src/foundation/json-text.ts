import { randomUUID } from 'node:crypto';

/** A random mark in JSON for the text of a `JsonText`. Nobody can guess it. */
const MARK = randomUUID();
const QUOTED_MARK = JSON.stringify(MARK);
/** The texts met while a value is written, in their order. */
let met: JsonText[] = [];

/**
 * A value that is JSON text already, in pieces. It can be a part of other values. A large value is written part by
 * part, each in a turn of its own, and never as a whole.
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

/** Writes a value, which may contain written ones. */
export function jsonText(value: unknown): JsonText {
  met = [];
  const [first = '', ...rest] = JSON.stringify(value).split(QUOTED_MARK);
  const written = met;
  met = [];
  return new JsonText([first, ...rest.flatMap((after, at) => [...(written[at] as JsonText).pieces, after])]);
}
