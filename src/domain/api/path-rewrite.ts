import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';

const LENGTH_MAX = 500;
/** Characters of a path and a query (RFC 3986 §3.3, §3.4), and parameters. */
const CHARACTERS = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2}|\{[^{}]{1,100}\})*$/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;
/** The whole path below the base path, as it was called. (RFC 6570 §3.2.3) */
const WHOLE_PATH = '+path';
const PARAMETER = /\{([^{}]*)\}/g;

const namesIn = (text: string): string[] => [...text.matchAll(PARAMETER)].map(([, name = '']) => name);

/**
 * Checks the path that a step gives a call on its back-end.
 *
 * @param operations the operations of the step, as `GET /customers/{id}`
 * @throws BAD_USER_INPUT where it is no path, or names a parameter that an operation lacks
 */
export function checkPathRewrite(text: string, operations: readonly string[], path: InputPath): void {
  const refused = (detail: string) => refuse('BAD_USER_INPUT', { detail, path });
  if (text.length > LENGTH_MAX) refused(`A path has at most ${LENGTH_MAX} characters.`);
  const [before = '', ...queries] = text.split('?');
  const isPath =
    /^(?:\/(?!\/)|\{\+path\})/.test(before) && CHARACTERS.test(text) && !DOT_SEGMENT.test(before);
  if (!isPath || queries.length > 1 || namesIn(queries[0] ?? '').includes(WHOLE_PATH))
    refused(
      `${JSON.stringify(short(text))} is no path: write it like /v2/customers/{id}, or {+path} for the path as it was called.`,
    );
  const names = namesIn(text).filter((name) => name !== WHOLE_PATH);
  if (names.length === 0) return;
  if (operations.length === 0) refused(`Name the operations whose parameter {${names[0]}} is.`);
  for (const name of names) {
    const lacking = operations.find((operation) => !namesIn(operation).includes(name));
    if (lacking !== undefined) refused(`${lacking} has no parameter {${name}}.`);
  }
}

/** A path and the beginning of a query on a back-end. The query has its question mark, or is empty. */
export type RewrittenPath = { readonly path: string; readonly query: string };

/**
 * Fills in the path that a step gives a call.
 *
 * A value stays encoded as the caller sent it. In the query it is encoded anew: a path may have `&` and `=`.
 *
 * @param path the path below the base path, as it was called
 * @param values the parameters of the operation, as the path has them
 * @returns undefined where the values lead to another path than the text says
 */
export function rewrittenPath(
  text: string,
  { path, values }: { readonly path: string; readonly values: ReadonlyMap<string, string> },
): RewrittenPath | undefined {
  const at = text.indexOf('?');
  const [before, after] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  const filledIn = (name: string) => (name === WHOLE_PATH ? path : (values.get(name) ?? ''));
  const rewritten = before.replaceAll(PARAMETER, (_, name: string) => filledIn(name));
  // Two values can make a dot segment together, which would lead out of the target's path.
  if (DOT_SEGMENT.test(rewritten)) return undefined;
  return {
    path: rewritten,
    query: after === '?' ? '' : after.replaceAll(PARAMETER, (_, name: string) => inQuery(filledIn(name))),
  };
}

function inQuery(value: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(value));
  } catch {
    return encodeURIComponent(value);
  }
}
