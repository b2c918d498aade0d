import { type ApiBreak, breaksInWords } from '../../../domain/api/api-break.ts';
import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { firstDayOf } from '../../../domain/call/usage-days.ts';
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
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { type SecurityRow, securityColumns } from '../../../infrastructure/database/stored-security.ts';
import { calledOperations } from '../../../infrastructure/usage/api-callers.ts';
import { type UsedFieldsRequest, usedFields } from '../../../infrastructure/usage/field-callers.ts';
import { isVerified, verificationOf } from './compat-verification.ts';

type Draft = VersionedName &
  SecurityRow &
  Omit<ApiContract, 'openapi'> & { readonly id: string; readonly orgId: string };

/** The breaks that a caller accepts: all, or those of what nobody called of late. */
export type AcceptedBreaks = { readonly all: boolean; readonly unusedSince: Date | undefined };

type AcceptBreakingFields = {
  readonly acceptBreaking?: boolean | null | undefined;
  readonly acceptBreakingUnusedDays?: number | null | undefined;
};

/** Description of the field. */
export const ACCEPT_UNUSED =
  'Take breaks of operations that nobody called in so many days, 1 to 400; of a GraphQL API those of fields that no document used, and of a REST API whose requests are checked those of query parameters that no call sent.';

/** Returns the breaks that an input accepts. @throws BAD_USER_INPUT */
export function acceptedBreaks(input: AcceptBreakingFields, now: Date): AcceptedBreaks {
  const { acceptBreaking, acceptBreakingUnusedDays: days } = input;
  const path = ['input', 'acceptBreakingUnusedDays'];
  return {
    all: acceptBreaking ?? false,
    unusedSince: days == null ? undefined : firstDayOf({ days, path }, now),
  };
}

type AcceptBreakingInput = {
  readonly accepted: AcceptedBreaks;
  /** The path of the document in the input. */
  readonly path: InputPath;
};

/**
 * Refuses a version of an API that breaks its predecessor, unless its number announces that. An operation that asks for
 * more breaks callers too. The caller may accept the breaks.
 *
 * Decision: a predecessor that the new version serves is broken only where steps do not lead there and back.
 *
 * Decision: the predecessor is the draft of the highest lower version in the org. The published copy of the same
 * version does not count here: publishing again warns of that.
 *
 * @throws VERSION_BREAKS, listing what breaks
 */
export async function refuseBreaks(
  transaction: Transaction,
  draft: Draft,
  { accepted, path }: AcceptBreakingInput,
): Promise<void> {
  if (accepted.all) return;
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
  const found = await securedBreaks(was, is, orgId);
  const breaks = await usedBreaks(transaction, found, {
    orgId,
    api: versionedName(before),
    kind: before.kind,
    from: accepted.unusedSince,
  });
  if (breaks.length === 0) return;
  const { compat } = stored<ApiSettings>(before.settings);
  const isServed = compat?.of === versionedName({ name, version });
  const verifying = { orgId, api: before, openapi: was.openapi };
  if (isServed && isVerified(await verificationOf(transaction, { ...verifying, compat }))) return;
  const [old, made] = [predecessor, version].map((each) => versionedName({ name, version: each }));
  refuse('VERSION_BREAKS', {
    detail: `${made} breaks callers of ${old}. ${breaksInWords(breaks)}. Give it the version ${nextBreakingVersion(version)} or higher, or say acceptBreaking: true.${accepted.unusedSince ? ' Only operations and fields that were called since then count.' : ''}`,
    path,
  });
}

type UsedBreaksInput = Omit<UsedFieldsRequest, 'from'> & { readonly from: Date | undefined };

/** Leaves out breaks of operations and fields that nobody has called since an instant. */
async function usedBreaks(
  transaction: Transaction,
  breaks: readonly ApiBreak[],
  { orgId, api, kind, from }: UsedBreaksInput,
): Promise<readonly ApiBreak[]> {
  if (breaks.length === 0 || from === undefined) return breaks;
  const called = await calledOperations(transaction, { orgId, api, from });
  const isUsed = await usedFields(transaction, { orgId, api, kind, from });
  return breaks.filter(({ operation, fields }) => {
    if (fields && isUsed) return [...fields.certain, ...fields.possible].some(isUsed);
    return operation === null ? called.size > 0 : called.has(operation);
  });
}

/** The contract of a draft, with its document as it is stored. */
const contractOf = async (transaction: Transaction, draft: Omit<Draft, 'orgId'>) => ({
  ...draft,
  openapi: await readOpenApi(transaction, 'Api', draft.id),
});
