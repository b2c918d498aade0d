import { type RefusalCode, refuse } from '../../foundation/errors.ts';

/**
 * How much one request to a GraphQL API may ask for, whatever it costs. Aliases, directives and fields of a fragment count
 * wherever it is spread.
 */
export type DocumentBounds = {
  /** Of the document's text, as the parser reads it. */
  readonly maxTokens: number;
  /** In one document, whichever of them is asked for: each is checked by itself. */
  readonly maxOperations: number;
  /** Definitions and spreads, inline ones too. */
  readonly maxFragments: number;
  readonly maxAliases: number;
  readonly maxDirectives: number;
  /** Fields of the root type, which a server works out each by itself. */
  readonly maxRootFields: number;
  /** Documents in one request, as a JSON array; 0 takes none. */
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

/** Reading a document takes time with its tokens; some rules of GraphQL.js take it with the operations times the fragments. */
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

/** As the management API and a manifest take them: null is as for every API. */
export type DocumentBoundsDraft = { readonly [Each in keyof DocumentBounds]?: number | null | undefined };

/** The bounds of an API: its own, else the platform's. */
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
 * Bounds as they are stored: those that are said.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function documentBoundsFrom(given: DocumentBoundsDraft): Partial<DocumentBounds> | undefined {
  const said: { -readonly [Each in keyof DocumentBounds]?: number } = {};
  for (const name of documentBoundNames) {
    const value = given[name];
    if (value == null) continue;
    const { least, most } = bounds[name];
    if (!Number.isInteger(value) || value < least || value > most)
      refuse('BAD_USER_INPUT', {
        detail: `${name} is ${value}: give a whole number from ${least} to ${most}.`,
        path: ['input', 'documentBounds', name],
      });
    said[name] = value;
  }
  return Object.keys(said).length > 0 ? said : undefined;
}

/** What a document defines, whatever is asked of it. */
export type DefinedParts = { readonly operations: number; readonly fragments: number };

type TooMany = { readonly code: RefusalCode; readonly message: string };

/** Does a document define more than may be checked against a schema? */
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
