/**
 * Does an object in JSON text have two members of one name? Parsers disagree about which of them counts, so that what
 * was checked may not be what is used. (RFC 8259 §4) Only the outermost object is looked at.
 *
 * @param text valid JSON
 */
export function hasDoubledMember(text: string): boolean {
  const seen = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && isName(text, end)) {
        const name: string = JSON.parse(text.slice(at, end + 1));
        if (seen.has(name)) return true;
        seen.add(name);
      }
      at = end;
    }
  }
  return false;
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}
