import { type RefusalCode, refuse } from '../../foundation/errors.ts';

/**
 * Bounds of one request to a GraphQL API, whatever its cost. Aliases, directives and fields of a fragment count once
 * per spread.
 */
export type DocumentBounds = {
  /** Tokens of the document's text, as the parser counts them. */
  readonly maxTokens: number;
  /** Operations in one document. Unused ones count, because each is validated. */
  readonly maxOperations: number;
  /** Definitions and spreads of fragments, inline ones too. */
  readonly maxFragments: number;
  readonly maxAliases: number;
  readonly maxDirectives: number;
  /** Fields of the root type. A server resolves each by itself. */
  readonly maxRootFields: number;
  /** Documents in one request, as a JSON array. 0 takes no arrays. */
  readonly maxBatch: number;
};

export const documentBoundNames = [
  'maxTokens',
  'maxOperations',
  'maxFragments',
  'maxAliases',
  'maxDirectives',
  'maxRootFields',
  'maxBatch',
] as const satisfies readonly (keyof DocumentBounds)[];

/**
 * Ranges and defaults of the bounds. Parsing takes time in proportion to the tokens. Some rules of GraphQL.js take time
 * in proportion to operations times fragments.
 */
const bounds: Record<
  keyof DocumentBounds,
  { readonly byDefault: number; readonly least: number; readonly most: number }
> = {
  maxTokens: { byDefault: 2_000, least: 1, most: 10_000 },
  maxOperations: { byDefault: 50, least: 1, most: 200 },
  maxFragments: { byDefault: 200, least: 0, most: 1_000 },
  maxAliases: { byDefault: 30, least: 0, most: 10_000 },
  maxDirectives: { byDefault: 50, least: 0, most: 10_000 },
  maxRootFields: { byDefault: 30, least: 1, most: 10_000 },
  maxBatch: { byDefault: 0, least: 0, most: 10 },
};

/** Bounds as the management API and a manifest take them. Null resets one to the default. */
export type DocumentBoundsDraft = { readonly [Each in keyof DocumentBounds]?: number | null | undefined };

/** Returns the bounds of an API, completed by the platform's. */
export function documentBoundsOf(own: Partial<DocumentBounds> = {}): DocumentBounds {
  const { maxTokens, maxOperations, maxFragments, maxAliases, maxDirectives, maxRootFields, maxBatch } =
    bounds;
  return {
    maxTokens: own.maxTokens ?? maxTokens.byDefault,
    maxOperations: own.maxOperations ?? maxOperations.byDefault,
    maxFragments: own.maxFragments ?? maxFragments.byDefault,
    maxAliases: own.maxAliases ?? maxAliases.byDefault,
    maxDirectives: own.maxDirectives ?? maxDirectives.byDefault,
    maxRootFields: own.maxRootFields ?? maxRootFields.byDefault,
    maxBatch: own.maxBatch ?? maxBatch.byDefault,
  };
}

/**
 * Checks bounds and keeps those that are set.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function documentBoundsFrom(draft: DocumentBoundsDraft): Partial<DocumentBounds> | undefined {
  const result: { -readonly [Each in keyof DocumentBounds]?: number } = {};
  for (const name of documentBoundNames) {
    const value = draft[name];
    if (value == null) continue;
    const { least, most } = bounds[name];
    if (!Number.isInteger(value) || value < least || value > most)
      refuse('BAD_USER_INPUT', {
        detail: `${name} is ${value}: give a whole number from ${least} to ${most}.`,
        path: ['input', 'documentBounds', name],
      });
    result[name] = value;
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

/** Counts of what a document defines, used or not. */
export type DefinedParts = { readonly operations: number; readonly fragments: number };

type TooMany = { readonly code: RefusalCode; readonly message: string };

/** Tells whether a document defines more than may be validated against a schema. */
export function tooManyParts(
  { operations, fragments }: DefinedParts,
  { maxOperations, maxFragments }: Pick<DocumentBounds, 'maxOperations' | 'maxFragments'>,
): TooMany | undefined {
  if (operations > maxOperations)
    return {
      code: 'GRAPHQL_OPERATIONS_EXCEEDED',
      message: `The document has ${operations} operations; at most ${maxOperations} are allowed. Send them in several documents.`,
    };
  if (fragments > maxFragments)
    return {
      code: 'GRAPHQL_FRAGMENTS_EXCEEDED',
      message: `The document has ${fragments} fragments and spreads; at most ${maxFragments} are allowed. Ask in several requests.`,
    };
  return undefined;
}
