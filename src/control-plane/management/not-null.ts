import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';

/**
 * Returns the new value of a field that is never null; undefined leaves it.
 *
 * @throws BAD_USER_INPUT when it says null
 */
export function notNull<T>(value: T | null | undefined, path: InputPath): T | undefined {
  if (value !== null) return value;
  return refuse('BAD_USER_INPUT', {
    detail: `${path.at(-1)} cannot be null: leave it out to keep it as it is.`,
    path,
  });
}

/** Checks the title of an update. @throws BAD_USER_INPUT when it is null or no title */
export function checkedTitle(title: string | null | undefined, path: InputPath): string | undefined {
  const value = notNull(title, path);
  if (value !== undefined) checkTitle(value, path);
  return value;
}
