import { createHash } from 'node:crypto';
import { apiPairs } from '../../domain/api/api-break.ts';
import { securityBreaks, wholeSecurityChange } from '../../domain/api/security-breaks.ts';
import { refusal } from '../../foundation/errors.ts';
import { freshTurn } from '../../foundation/event-loop-turns.ts';
import { FairCache } from '../../foundation/fair-cache.ts';
import { type ChangeCode, phrase, said } from '../../foundation/text/change-phrase.ts';
import { changesBetween } from '../../graphql/breaks/contract-changes.ts';
import { inChildIf } from '../../infrastructure/child-processes/concurrency-limit.ts';
import type { ApiDocuments } from '../../infrastructure/database/documents.ts';
import type { Api } from '../../infrastructure/database/generated/prisma/client.ts';
import { type SecurityRow, storedSecurity } from '../../infrastructure/database/stored-security.ts';
import { type ApiChange, apiChangeKinds } from '../../openapi/breaking/document-changes.ts';

/** A difference between two versions of an API, alone or in a product. */
export type VersionDifference = ApiChange & { readonly api: string };

/** An API that is compared, with its documents. */
export type ComparedApi = Pick<Api, 'name' | 'version' | 'basePath' | 'kind'> & SecurityRow & ApiDocuments;

/** Differences between two versions that are told. */
export const DIFFERENCES_MAX = 500;
/** Characters of two documents that are compared at once: a few hundredths of a second. */
const HERE_MAX = 131_072;
export const DIFFERENCES_KEPT = { bytesMax: 32_000_000, bytesMaxOfOrg: 4_000_000 };

export type KeptChanges<Change> = { readonly changes: readonly Change[] };
export const bytesOfChanges = ({ changes }: KeptChanges<unknown>) => 100 + JSON.stringify(changes).length;

/** Differences of two documents, by their hash. */
const ofDocuments = new FairCache<KeptChanges<ApiChange>>(DIFFERENCES_KEPT, bytesOfChanges);

/** The APIs of two versions of a product, or one API in two versions. */
type ComparedVersions = { readonly was: readonly ComparedApi[]; readonly is: readonly ComparedApi[] };

/**
 * Lists the differences between two versions, breaks first, at most 500.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are compared at this moment
 */
export async function versionDifferences(
  { was, is }: ComparedVersions,
  orgId: string,
): Promise<VersionDifference[]> {
  const pairs = apiPairs(was, is);
  const whole = (kind: ApiChange['kind'], api: string, code: ChangeCode): VersionDifference => ({
    kind,
    api,
    operation: null,
    ...said(phrase(code)),
  });
  const found = [
    ...pairs.flatMap((pair) => (pair.after ? [] : [whole('BROKEN', pair.before.name, 'API_GONE')])),
    ...is
      .filter((api) => !pairs.some((pair) => pair.after === api))
      .map(({ name }) => whole('ADDED', name, 'API_NEW')),
  ];
  for (const pair of pairs)
    if (pair.after) found.push(...(await apiDifferences(pair.before, pair.after, orgId)));
  return found
    .sort((a, b) => apiChangeKinds.indexOf(a.kind) - apiChangeKinds.indexOf(b.kind))
    .slice(0, DIFFERENCES_MAX);
}

async function apiDifferences(
  was: ComparedApi,
  is: ComparedApi,
  orgId: string,
): Promise<VersionDifference[]> {
  const moved =
    was.basePath === is.basePath
      ? []
      : [broken({ operation: null, ...said(phrase('BASE_PATH', is.basePath, was.basePath)) })];
  const found = [...moved, ...securityDifferences(was, is), ...(await documentDifferences(was, is, orgId))];
  return found.map((each) => ({ ...each, api: is.name }));
}

const broken = ({ operation, message, phrase: words }: Omit<ApiChange, 'kind'>): ApiChange => ({
  kind: 'BROKEN',
  operation,
  message,
  phrase: words,
});

/** Differences in what the API and its operations ask for. */
function securityDifferences(was: ComparedApi, is: ComparedApi): ApiChange[] {
  const before = { ...was, ...storedSecurity(was) };
  const after = { ...is, ...storedSecurity(is) };
  const whole = wholeSecurityChange(before, after);
  const ofApi: ApiChange[] = whole
    ? [
        {
          kind: whole.breaks ? 'BROKEN' : 'CHANGED',
          operation: null,
          message: whole.message,
          phrase: whole.phrase,
        },
      ]
    : [];
  return [...ofApi, ...securityBreaks(before, after).map(broken)];
}

/** Compares the documents of two versions. The hash of both is the key: the same two are compared once. */
async function documentDifferences(
  was: ComparedApi,
  is: ComparedApi,
  orgId: string,
): Promise<readonly ApiChange[]> {
  const [before, after] = [was, is].map(({ kind, openapi, sdl }) => ({ kind, openapi, sdl })) as [
    ComparedApi,
    ComparedApi,
  ];
  const [old, now] = [before, after].map((each) => JSON.stringify(each)) as [string, string];
  if (old === now) return [];
  const key = createHash('sha256').update(old).update('\0').update(now).digest('base64url');
  const { changes } = await ofDocuments.get(orgId, key, async () => {
    await freshTurn();
    const run = {
      module: 'graphql/breaks/contract-changes',
      work: changesBetween,
      input: { before, after },
      tooMuch: (amount: string) =>
        refusal('TEMPORARILY_UNAVAILABLE', {
          detail: `To compare the two versions takes ${amount}: try again.`,
        }),
    };
    const isLarge = old.length + now.length > HERE_MAX;
    return { changes: await inChildIf({ isLarge, queueKey: orgId }, run) };
  });
  return changes;
}
