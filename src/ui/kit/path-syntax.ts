const ORIGIN = 'http://page.invalid';

/**
 * Is it a path as browsers write one? Any other is read as something else than it seems to begin with: `..` leads out of
 * where it is, and what has another host leads there.
 */
export function isWrittenPath(path: string): boolean {
  return URL.canParse(path, ORIGIN) && new URL(path, ORIGIN).href === ORIGIN + path;
}
