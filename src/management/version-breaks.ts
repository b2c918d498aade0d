import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../database/change.ts';
import { type ApiBreak, breaksInWords } from '../domain/breaking/api-break.ts';
import { breakingChanges } from '../domain/breaking/breaking-changes.ts';
import { isObject } from '../domain/openapi-tree.ts';
import {
  nextBreakingVersion,
  predecessorToKeep,
  type VersionedName,
  versionedName,
} from '../domain/version.ts';
import { refuse } from '../errors.ts';
import { schemaBreaks } from '../graphql/schema-breaks.ts';

/** What callers of an API rely on. */
export type ApiContract = {
  readonly kind: 'REST' | 'GRAPHQL';
  /** An OpenAPI document, as it is stored; what is none has no operations. */
  readonly openapi: unknown;
  readonly sdl: string | null;
};

/** The columns that an {@link ApiContract} is read from. */
export const contractColumns = { kind: true, openapi: true, sdl: true } as const;

/** Do they say the same? What is stored has its members in another order than what was given. */
export function isSameContract(before: ApiContract, after: ApiContract): boolean {
  return before.sdl === after.sdl && isDeepStrictEqual(before.openapi, after.openapi);
}

/** What breaks the callers of an API when it is replaced by another version of it. */
export function contractBreaks(before: ApiContract, after: ApiContract): ApiBreak[] {
  if (before.kind !== after.kind)
    return [
      { operation: null, message: `it is a ${kindInWords(after)} API now, was a ${kindInWords(before)} API` },
    ];
  if (before.kind === 'GRAPHQL')
    return before.sdl === null || after.sdl === null
      ? []
      : schemaBreaks({ before: before.sdl, after: after.sdl });
  return isObject(before.openapi) && isObject(after.openapi)
    ? breakingChanges(before.openapi, after.openapi)
    : [];
}

const kindInWords = ({ kind }: ApiContract) => (kind === 'REST' ? 'REST' : 'GraphQL');

type Draft = VersionedName & ApiContract & { readonly orgId: string };

type Asked = {
  /** Does the caller know, and want it all the same? */
  readonly acceptBreaking: boolean | null | undefined;
  /** Where the input has the document. */
  readonly path: readonly (string | number)[];
};

/**
 * Lets a version of an API break its predecessor only where its number announces that, or the caller says so.
 *
 * Decision: the predecessor is the draft of the highest lower version in the org. What is published of the same version
 * does not count here: publishing again warns of that.
 *
 * @throws VERSION_BREAKS, listing what breaks
 */
export async function refuseBreaks(
  transaction: Transaction,
  draft: Draft,
  { acceptBreaking, path }: Asked,
): Promise<void> {
  if (acceptBreaking) return;
  const { orgId, name, version } = draft;
  const versions = await transaction.api.findMany({ where: { orgId, name }, select: { version: true } });
  const predecessor = predecessorToKeep(
    version,
    versions.map((each) => each.version),
  );
  if (predecessor === undefined) return;
  const before = await transaction.api.findUniqueOrThrow({
    where: { orgId_name_version: { orgId, name, version: predecessor } },
    select: contractColumns,
  });
  const breaks = contractBreaks(before, draft);
  if (breaks.length === 0) return;
  const [old, made] = [predecessor, version].map((each) => versionedName({ name, version: each }));
  refuse('VERSION_BREAKS', {
    detail: `${made} breaks callers of ${old}. ${breaksInWords(breaks)}. Give it the version ${nextBreakingVersion(version)} or higher, or say acceptBreaking: true.`,
    path,
  });
}
