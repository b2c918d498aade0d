// Characters, as charCodeAt gives them.
const [LINE_FEED, CARRIAGE_RETURN, QUOTE, HASH, COMMA] = [10, 13, 34, 35, 44];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE] = [91, 92, 93, 123, 125];

/**
 * Is a GraphQL document nested deeper than so many selections, lists and objects? Read in one pass and without recursion:
 * the parser calls itself for each of them, and a stack that overflows is no answer.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === HASH) at = endOfLine(text, at);
    else if (character === OPEN_BRACE || character === OPEN_LIST) depth += 1;
    else if (character === CLOSE_BRACE || character === CLOSE_LIST) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/** Where a string ends; at the end of its line or of the text when it does not, which the parser will refuse. */
function endOfString(text: string, start: number): number {
  if (text.startsWith('"""', start)) return endOfBlock(text, start + 3);
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE || character === LINE_FEED || character === CARRIAGE_RETURN) return at;
  }
  return text.length;
}

function endOfBlock(text: string, start: number): number {
  let end = text.indexOf('"""', start);
  while (end > start && text.charCodeAt(end - 1) === BACKSLASH) end = text.indexOf('"""', end + 3);
  return end < 0 ? text.length : end + 2;
}

function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === LINE_FEED || character === CARRIAGE_RETURN) return at;
  }
  return text.length;
}

/** How much a JSON text may hold, whatever its length: memory and time go by the number of its values. */
export type JsonBounds = { readonly depthMax: number; readonly valuesMax: number };

/** Which bound a JSON text exceeds; read in one pass, before anything is made of it. */
export function exceededBound(
  json: string,
  { depthMax, valuesMax }: JsonBounds,
): keyof JsonBounds | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) at = endOfJsonString(json, at);
    else if (character === CLOSE_BRACE || character === CLOSE_LIST) depth -= 1;
    else if (character === OPEN_BRACE || character === OPEN_LIST) {
      depth += 1;
      values += 1;
    } else if (character === COMMA) values += 1;
    if (depth > depthMax) return 'depthMax';
    if (values > valuesMax) return 'valuesMax';
  }
  return undefined;
}

function endOfJsonString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

/** Behind an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
