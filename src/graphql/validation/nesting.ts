// Character codes, as charCodeAt returns them.
const [LINE_FEED, CARRIAGE_RETURN, QUOTE, HASH, COMMA] = [10, 13, 34, 35, 44];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE] = [91, 92, 93, 123, 125];

/**
 * Is true when a GraphQL document's selections, lists and objects are nested too deep. It reads the text in one pass
 * without recursion. The parser recurses for each level, and its stack must not overflow.
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

/** Returns the end of a string. An unterminated one ends with its line or the text, and the parser refuses it. */
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

/** Bounds of a JSON text, whatever its length. Memory and time grow with the number of its values. */
export type JsonBounds = { readonly depthMax: number; readonly valuesMax: number };

/** Returns the bound that a JSON text exceeds. It reads the text in one pass, before it is parsed. */
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

/** Is true behind an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
