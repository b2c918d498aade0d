import { createHash } from 'node:crypto';
import { apiPairs } from '../../../../domain/api/api-break.ts';
import { securityBreaks } from '../../../../domain/api/security-breaks.ts';
import { refusal } from '../../../../foundation/errors.ts';
import { freshTurn } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { comparedApis } from '../../../../graphql/breaks/contract-breaks.ts';
import { changesBetween } from '../../../../graphql/breaks/contract-changes.ts';
import { type ApiDocuments, withDocuments } from '../../../../infrastructure/database/documents.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { storedSecurity } from '../../../../infrastructure/database/stored-security.ts';
import { inThreadIf } from '../../../../infrastructure/threads/concurrency-limit.ts';
import { type ApiChange, apiChangeKinds } from '../../../../openapi/breaking/document-changes.ts';
import type { PortalContext } from '../context.ts';
import { shownSdl } from './shown-schema.ts';

/** A difference between two versions of a product, in one of its APIs. */
export type ProductDifference = ApiChange & { readonly api: string };

/** Two versions of a product by their ids. Parts of their schemas are hidden from the viewer. */
export type VersionPair = {
  readonly before: string;
  readonly after: string;
  readonly hidden: readonly string[];
};

/** Differences of one version that are told. */
export const DIFFERENCES_MAX = 500;
/** Characters of two documents that are compared at once: a few hundredths of a second. */
const HERE_MAX = 131_072;
const BOUNDS = { bytesMax: 32_000_000, bytesMaxOfOrg: 4_000_000 };

type Kept<Change> = { readonly changes: readonly Change[] };
const bytesOf = ({ changes }: Kept<unknown>) => 100 + JSON.stringify(changes).length;

/** Differences of products at a revision, and of two documents, which outlive it. */
const ofProducts = new FairCache<Kept<ProductDifference>>(BOUNDS, bytesOf);
const ofDocuments = new FairCache<Kept<ApiChange>>(BOUNDS, bytesOf);

/**
 * Lists the differences between two versions of a product for the viewer, at most 500. Hidden parts are
 * left out.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are compared at this moment
 */
export async function productDifferences(
  context: PortalContext,
  { before, after, hidden }: VersionPair,
): Promise<readonly ProductDifference[]> {
  const key = [before, after, await context.revision(), ...hidden].join(' ');
  const { changes } = await ofProducts.get(context.catalog.orgId, key, async () => ({
    changes: await compare(context, { before, after, hidden }),
  }));
  return changes;
}

const apiTree = { apis: comparedApis } as const satisfies Prisma.CatalogProductSelect;
type ApiRow = Prisma.CatalogProductGetPayload<{ select: typeof apiTree }>['apis'][number] & ApiDocuments;

async function compare(
  context: PortalContext,
  { before, after, hidden }: VersionPair,
): Promise<ProductDifference[]> {
  const shownApis = async (id: string): Promise<ApiRow[]> => {
    const { prisma } = context.database;
    const { apis } = await prisma.catalogProduct.findUniqueOrThrow({ where: { id }, select: apiTree });
    const rows = await withDocuments(prisma, apis);
    return Promise.all(
      rows.map(async (api) => ({ ...api, sdl: api.sdl && (await shownSdl(api.sdl, hidden, context)) })),
    );
  };
  const [was, is] = [await shownApis(before), await shownApis(after)];
  const pairs = apiPairs(was, is);
  const whole = (kind: ApiChange['kind'], api: string, message: string): ProductDifference => ({
    kind,
    api,
    operation: null,
    message,
  });
  const found = [
    ...pairs.flatMap((pair) => (pair.after ? [] : [whole('BROKEN', pair.before.name, 'the API is gone')])),
    ...is
      .filter((api) => !pairs.some((pair) => pair.after === api))
      .map(({ name }) => whole('ADDED', name, 'the API is new')),
  ];
  for (const pair of pairs)
    if (pair.after) found.push(...(await apiDifferences(pair.before, pair.after, context.catalog.orgId)));
  return found
    .sort((a, b) => apiChangeKinds.indexOf(a.kind) - apiChangeKinds.indexOf(b.kind))
    .slice(0, DIFFERENCES_MAX);
}

async function apiDifferences(was: ApiRow, is: ApiRow, orgId: string): Promise<ProductDifference[]> {
  const asked = securityBreaks({ ...was, ...storedSecurity(was) }, { ...is, ...storedSecurity(is) });
  const moved =
    was.basePath === is.basePath
      ? []
      : [{ operation: null, message: `its base path is ${is.basePath} now, was ${was.basePath}` }];
  const broken = [...moved, ...asked].map(({ operation, message }) => ({
    kind: 'BROKEN' as const,
    operation,
    message,
  }));
  return [...broken, ...(await documentDifferences(was, is, orgId))].map((each) => ({
    ...each,
    api: is.name,
  }));
}

/** Compares the documents of two versions. The hash of both is the key: the same two are compared once. */
async function documentDifferences(was: ApiRow, is: ApiRow, orgId: string): Promise<readonly ApiChange[]> {
  const [before, after] = [was, is].map(({ kind, openapi, sdl }) => ({ kind, openapi, sdl })) as [
    ApiRow,
    ApiRow,
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
    return { changes: await inThreadIf({ isLarge, queueKey: orgId }, run) };
  });
  return changes;
}
