import { breaksInWords } from '../../../domain/api/api-break.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import {
  nextBreakingVersion,
  predecessorToKeep,
  type VersionedName,
  versionedName,
} from '../../../foundation/text/version.ts';
import { type ApiContract, contractColumns } from '../../../graphql/breaks/contract-breaks.ts';
import { securedBreaks } from '../../../graphql/breaks/contract-comparison.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { readOpenApi } from '../../../infrastructure/database/documents.ts';
import { type SecurityRow, securityColumns } from '../../../infrastructure/database/stored-security.ts';

type Draft = VersionedName &
  SecurityRow &
  Omit<ApiContract, 'openapi'> & { readonly id: string; readonly orgId: string };

type AcceptBreakingInput = {
  /** True when the caller accepts the breaks. */
  readonly acceptBreaking: boolean | null | undefined;
  /** The path of the document in the input. */
  readonly path: InputPath;
};

/**
 * Refuses a version of an API that breaks its predecessor, unless its number announces that. An operation that asks for
 * more breaks callers too. The caller may accept the breaks.
 *
 * Decision: the predecessor is the draft of the highest lower version in the org. The published copy of the same
 * version does not count here: publishing again warns of that.
 *
 * @throws VERSION_BREAKS, listing what breaks
 */
export async function refuseBreaks(
  transaction: Transaction,
  draft: Draft,
  { acceptBreaking, path }: AcceptBreakingInput,
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
    select: { ...contractColumns, ...securityColumns, name: true, version: true, sdl: true },
  });
  const [was, is] = [await contractOf(transaction, before), await contractOf(transaction, draft)];
  const breaks = await securedBreaks(was, is, orgId);
  if (breaks.length === 0) return;
  const [old, made] = [predecessor, version].map((each) => versionedName({ name, version: each }));
  refuse('VERSION_BREAKS', {
    detail: `${made} breaks callers of ${old}. ${breaksInWords(breaks)}. Give it the version ${nextBreakingVersion(version)} or higher, or say acceptBreaking: true.`,
    path,
  });
}

/** The contract of a draft, with its document as it is stored. */
const contractOf = async (transaction: Transaction, draft: Omit<Draft, 'orgId'>) => ({
  ...draft,
  openapi: await readOpenApi(transaction, 'Api', draft.id),
});
