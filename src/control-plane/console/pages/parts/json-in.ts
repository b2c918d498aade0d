/** Reads JSON that somebody typed. Text that is none is sent as it is, so that the API says what is wrong. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return text;
  }
}
