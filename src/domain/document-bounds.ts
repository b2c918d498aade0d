import { refuse } from '../errors.ts';

/** How much one request to a GraphQL API may ask for, whatever it costs. Fragments count wherever they are spread. */
export type DocumentBounds = {
  /** Of the document's text, as the parser reads it. */
  readonly maxTokens: number;
  readonly maxAliases: number;
  readonly maxDirectives: number;
  /** Fields of the root type, which a server works out each by itself. */
  readonly maxRootFields: number;
  /** Documents in one request, as a JSON array; 0 takes none. */
  readonly maxBatch: number;
};

export const documentBoundNames = [
  'maxTokens',
  'maxAliases',
  'maxDirectives',
  'maxRootFields',
  'maxBatch',
] as const satisfies readonly (keyof DocumentBounds)[];

/** Some rules of validation take time with the square of the tokens. */
const bounds: Record<
  keyof DocumentBounds,
  { readonly byDefault: number; readonly least: number; readonly most: number }
> = {
  maxTokens: { byDefault: 2_000, least: 1, most: 20_000 },
  maxAliases: { byDefault: 30, least: 0, most: 10_000 },
  maxDirectives: { byDefault: 50, least: 0, most: 10_000 },
  maxRootFields: { byDefault: 30, least: 1, most: 10_000 },
  maxBatch: { byDefault: 0, least: 0, most: 10 },
};

/** As the management API and a manifest take them: null is as for every API. */
export type DocumentBoundsDraft = { readonly [Each in keyof DocumentBounds]?: number | null | undefined };

/** The bounds of an API: its own, else the platform's. */
export function documentBoundsOf(own: Partial<DocumentBounds> = {}): DocumentBounds {
  const { maxTokens, maxAliases, maxDirectives, maxRootFields, maxBatch } = bounds;
  return {
    maxTokens: own.maxTokens ?? maxTokens.byDefault,
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
