import { atOnce } from './event-loop-turns.ts';

// Character codes, as charCodeAt returns them.
const [SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [32, 34, 44, 58, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];

/** Characters of a value that are read in one step, in less than a millisecond. */
const CHARACTERS_AT_ONCE = 65_536;
/** Members of an object that are read in one step. */
const MEMBERS_AT_ONCE = 1_024;

/** A member of an object in JSON text. It spans from the quote before its name to the end of its value. */
type JsonMember = {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
};

/**
 * Lists the members of an object in JSON text. An edit of the text keeps every digit of its numbers.
 *
 * @param text valid JSON
 * @param from the start of the object; by default the first brace
 */
export function membersOf(text: string, from?: number): JsonMember[] {
  return atOnce(membersInSteps(text, from));
}

/** Lists the members of an object, as `membersOf` does, in short steps. */
export function* membersInSteps(text: string, from?: number): Generator<undefined, JsonMember[]> {
  const members: JsonMember[] = [];
  const walk = new MemberWalk(text, from);
  for (let { member } = walk; member; { member } = walk) {
    const { quotedName, start, valueStart } = member;
    const end = valueStart + (yield* walk.value()).length;
    members.push({ name: JSON.parse(quotedName), start, valueStart, end });
    if (members.length % MEMBERS_AT_ONCE === 0) yield;
  }
  return members;
}

/** A member up to its value. Its name is as the text has it. */
type MemberHead = { readonly quotedName: string; readonly start: number; readonly valueStart: number };

/** A walk through the objects of a valid JSON text, member by member. It parses nothing. */
export class MemberWalk {
  readonly #text: string;
  #member: MemberHead | undefined;
  /** The end of what was walked. */
  #at: number;

  /** @param from the start of the object; by default the first brace */
  constructor(text: string, from = text.indexOf('{')) {
    this.#text = text;
    this.#at = from;
    this.#goOn(from < 0 ? text.length : from + 1);
  }

  /** The present member. At the end of an object there is none. */
  get member(): MemberHead | undefined {
    return this.#member;
  }

  isAtObject(): boolean {
    return this.#member !== undefined && this.#text.charCodeAt(this.#member.valueStart) === OPEN_BRACE;
  }

  /** Goes into the object that is the present member's value. */
  enter(): void {
    if (this.#member) this.#goOn(this.#member.valueStart + 1);
  }

  /** Goes from the end of an object to the member behind it. */
  leave(): void {
    this.#goOn(this.#at + 1);
  }

  /**
   * Returns the text of the present value, and goes to the next member. A value can have megabytes, so it yields after
   * each part of one.
   */
  *value(): Generator<undefined, string> {
    const text = this.#text;
    const start = this.#member?.valueStart ?? this.#at;
    const end = yield* endOfValue(text, start);
    this.#goOn(end);
    return text.slice(start, end);
  }

  #goOn(from: number): void {
    const text = this.#text;
    const start = endOfGap(text, from);
    this.#at = start;
    this.#member = undefined;
    if (text.charCodeAt(start) !== QUOTE) return;
    const nameEnd = endOfString(text, start) + 1;
    const valueStart = endOfGap(text, nameEnd);
    this.#member = { quotedName: text.slice(start, nameEnd), start, valueStart };
  }
}

/** Returns the end of what stands between names and values. */
function endOfGap(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const character = text.charCodeAt(at);
    if (!(character <= SPACE || character === COMMA || character === COLON)) return at;
  }
}

function* endOfValue(text: string, start: number): Generator<undefined, number> {
  const walk = new ValueWalk(text, start);
  while (!walk.goOn()) yield;
  return walk.at;
}

/** A walk to the end of a value. Its loop is no generator's, which would take twice as long. */
class ValueWalk {
  readonly #text: string;
  #depth = 0;
  /** The end of what was walked. */
  at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  /** Walks on for a part. @returns whether the value has ended there */
  goOn(): boolean {
    const text = this.#text;
    const partEnd = Math.min(this.at + CHARACTERS_AT_ONCE, text.length);
    let [at, depth] = [this.at, this.#depth];
    let isEnd = false;
    for (; at < partEnd && !isEnd; at += 1) {
      const character = text.charCodeAt(at);
      if (character === QUOTE) at = endOfString(text, at);
      else if (character === OPEN_BRACE || character === OPEN_LIST) depth += 1;
      else if (character === CLOSE_BRACE || character === CLOSE_LIST) depth -= 1;
      else if (depth === 0) at = endOfScalar(text, at) - 1;
      else continue;
      isEnd = depth === 0;
    }
    this.at = at;
    this.#depth = depth;
    return isEnd || at >= text.length;
  }
}

/** Returns the end of a number, of true, false or null. */
function endOfScalar(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character <= SPACE || character === COMMA) return at;
    if (character === CLOSE_BRACE || character === CLOSE_LIST) return at;
  }
  return text.length;
}

/**
 * Is true when an object in JSON text has two members of one name. Parsers disagree about which of them counts, so that
 * a checked value may not be the one that is used. (RFC 8259 §4)
 *
 * @param text valid JSON
 */
export function hasDoubledMember(text: string): boolean {
  /** The names so far of each open object. Arrays have none. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(character === '{' ? new Set() : undefined);
    if (character === '}' || character === ']') open.pop();
    if (character === '{' || character === ',') isName = open.at(-1) !== undefined;
    if (character === ':' || character === '[') isName = false;
    if (character !== '"') continue;
    const end = endOfString(text, at);
    const names = isName ? open.at(-1) : undefined;
    const name = names && JSON.parse(text.slice(at, end + 1));
    if (names?.has(name)) return true;
    names?.add(name);
    at = end;
  }
  return false;
}

/** Returns the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (text.charCodeAt(end - 1) !== BACKSLASH) return end < 0 ? text.length : end;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE) return at;
  }
  return text.length;
}
