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
export function membersOf(text: string, from = text.indexOf('{')): JsonMember[] {
  const members: JsonMember[] = [];
  let open: Omit<JsonMember, 'end'> | undefined;
  let depth = 0;
  const close = (end: number) => {
    if (open) members.push({ ...open, end });
    open = undefined;
  };
  for (let at = from < 0 ? text.length : from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === ',' && depth === 1) close(at);
    else if (character === '}' || character === ']') {
      if (depth === 1) {
        close(at);
        return members;
      }
      depth -= 1;
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && !open) {
        const valueStart = text.indexOf(':', end) + 1;
        open = { name: JSON.parse(text.slice(at, end + 1)), start: at, valueStart };
      }
      at = end;
    }
  }
  return members;
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
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
