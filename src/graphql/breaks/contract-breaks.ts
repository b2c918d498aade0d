import type { PhrasedBreak } from '../../domain/api/api-break.ts';
import { isObject } from '../../foundation/json.ts';
import { phrase, said } from '../../foundation/text/change-phrase.ts';
import { breakingChanges } from '../../openapi/breaking/breaking-changes.ts';
import { schemaBreaks } from './schema-breaks.ts';

/** The contract of an API: the parts that callers rely on. */
export type ApiContract = {
  readonly kind: 'REST' | 'GRAPHQL';
  /** An OpenAPI document as JSON text, as it is stored. Any other text has no operations. */
  readonly openapi: string | null;
  readonly sdl: string | null;
};

/** The columns that an {@link ApiContract} is read from, besides its documents. */
export const contractColumns = { id: true, kind: true } as const;

/** The APIs of a catalog product, by the columns that two products are compared by. */
export const comparedApis = {
  orderBy: { position: 'asc' },
  select: {
    name: true,
    version: true,
    basePath: true,
    securityDefinitions: true,
    security: true,
    settings: true,
    ...contractColumns,
  },
} as const;

/** Two contracts that follow one another. */
export type Contracts = { readonly before: ApiContract; readonly after: ApiContract };

/** Lists the changes that break callers when one version replaces another. */
export function breaksBetween({ before, after }: Contracts): PhrasedBreak[] {
  if (before.kind !== after.kind)
    return [{ operation: null, ...said(phrase('KIND', kindInWords(after), kindInWords(before))) }];
  if (before.kind === 'GRAPHQL')
    return before.sdl === null || after.sdl === null
      ? []
      : schemaBreaks({ before: before.sdl, after: after.sdl });
  const [was, is] = [before, after].map(({ openapi }): unknown => openapi && JSON.parse(openapi));
  return isObject(was) && isObject(is) ? breakingChanges(was, is) : [];
}

const kindInWords = ({ kind }: ApiContract) => (kind === 'REST' ? 'REST' : 'GraphQL');
