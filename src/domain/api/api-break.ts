import type { ChangePhrase } from '../../foundation/text/change-phrase.ts';
import { quantity, short } from '../../foundation/text/listed.ts';
import { compareVersions, type VersionedName } from '../../foundation/text/version.ts';
import { BREAKS_MAX } from '../../openapi/breaking/breaking-changes.ts';

/**
 * A change that breaks callers of an API. `operation` is null for a GraphQL schema, which is not divided into
 * operations.
 */
export type ApiBreak = {
  readonly operation: string | null;
  readonly message: string;
  /** Tells that calls of the operation break by the values that they send. Others go on. */
  readonly isPartial?: boolean;
  /**
   * The fields whose callers it breaks. They are those of a GraphQL schema, or query parameters of the operation. A break
   * without them breaks all calls.
   */
  readonly fields?: BrokenParts;
};

/** A break that has words in all languages. */
export type PhrasedBreak = ApiBreak & { readonly phrase: ChangePhrase };

/** Describes the phrase of a break, in the management API. */
export const PHRASE_DESCRIPTION =
  'What the message is made of, for who words it in another language: a `code` and its `values`. A value is a text, a list of alternatives, or a phrase of its own.';

/** Operations or fields that break. Their callers break for sure, or only by the values that they send. */
export type BrokenParts = { readonly certain: readonly string[]; readonly possible: readonly string[] };

/** An API of a product and its counterpart in another product. Null when it has none. */
export type ApiPair<Api extends VersionedName> = { readonly before: Api; readonly after: Api | null };

/**
 * Pairs APIs of the same name in the old and the new product. The counterpart is the same version, else the lowest
 * higher one, else the highest.
 */
export function apiPairs<Api extends VersionedName>(
  before: readonly Api[],
  after: readonly Api[],
): ApiPair<Api>[] {
  return before.map((api) => {
    const candidates = after
      .filter(({ name }) => name === api.name)
      .sort((a, b) => compareVersions(a.version, b.version));
    const notLower = candidates.find(({ version }) => compareVersions(version, api.version) >= 0);
    return { before: api, after: notLower ?? candidates.at(-1) ?? null };
  });
}

const OPERATIONS_SHOWN = 10;
const SHOWN_OF_EACH = 3;
const TEXT_MAX = 200;

/**
 * Describes breaks:
 * `2 breaks: GET /customers ([].email in the response 200 is removed), POST /customers (the method is removed)`. It
 * names the first few operations, and how many more there are.
 */
export function breaksInWords(breaks: readonly ApiBreak[]): string {
  const byOperation = new Map<string, ApiBreak[]>();
  for (const each of breaks) {
    const name = each.operation ?? each.message;
    const known = byOperation.get(name);
    if (known) known.push(each);
    else byOperation.set(name, [each]);
  }
  const listed = [...byOperation.values()].slice(0, OPERATIONS_SHOWN);
  const hidden = byOperation.size - listed.length;
  const count =
    breaks.length < BREAKS_MAX ? quantity(breaks.length, 'break') : `At least ${BREAKS_MAX} breaks`;
  return `${count}: ${[...listed.map(ofOperation), ...(hidden > 0 ? [`and ${hidden} more`] : [])].join(', ')}`;
}

function ofOperation(breaks: readonly ApiBreak[]): string {
  const messages = breaks.slice(0, SHOWN_OF_EACH).map(({ message }) => short(message, TEXT_MAX));
  const hidden = breaks.length - messages.length;
  const all = [...messages, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('; ');
  const operation = breaks[0]?.operation;
  return operation == null ? all : `${short(operation, TEXT_MAX)} (${all})`;
}
