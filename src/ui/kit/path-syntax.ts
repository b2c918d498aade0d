const ORIGIN = 'http://page.invalid';

/**
 * Tells whether a path is as browsers write it.
 *
 * Any other path is read as something else: `..` leads out of its folder, and a path with another host leads there.
 */
export function isWrittenPath(path: string): boolean {
  return URL.canParse(path, ORIGIN) && new URL(path, ORIGIN).href === ORIGIN + path;
}
