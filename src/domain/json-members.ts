/** A member of an object in JSON text: from the quote before its name to the end of its value. */
type JsonMember = {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
};

/**
 * The members of an object in JSON text, as they stand there: what is changed by text keeps its numbers to the digit.
 *
 * @param text valid JSON
 * @param from where the object begins; the first brace unless given
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
 * Does an object in JSON text have two members of one name? Parsers disagree about which of them counts, so that what
 * was checked may not be what is used. (RFC 8259 §4) Only the outermost object is looked at.
 *
 * @param text valid JSON
 * @param from where the object begins; the first brace unless given
 */
export function hasDoubledMember(text: string, from = text.indexOf('{')): boolean {
  const names = membersOf(text, from).map(({ name }) => name);
  return new Set(names).size < names.length;
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
