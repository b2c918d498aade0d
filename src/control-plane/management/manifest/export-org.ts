import {
  apisWriting,
  manifestWriting,
  productsWriting,
  type WrittenLists,
} from '../../../domain/manifest/write-manifest.ts';
import type { Written } from '../../../domain/manifest/write-settings.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { atOneMoment } from '../../../infrastructure/database/change.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { apisNamed, definitionOf, productsNamed, READING_MS, refuseDeleted } from './current.ts';
import { type OrgRows, orgRows } from './org-rows.ts';

/**
 * Exports an org as it is now as a manifest. What was read is written while the database reads the rest: of a large org,
 * either takes seconds.
 */
export async function exportedOrg({ prisma }: Pick<Database, 'prisma'>, orgId: string): Promise<Written> {
  const { org, written } = await atOneMoment({ prisma, timeoutMs: READING_MS }, async (transaction) => {
    const begun: { apis?: ReturnType<typeof apisOf>; products?: ReturnType<typeof productsOf> } = {};
    const rows = await orgRows(transaction, orgId, {
      onRead: {
        apis: (read) => {
          begun.apis = waitedForLater(apisOf(read));
        },
        products: (read) => {
          begun.products = waitedForLater(productsOf(read));
        },
      },
    });
    const { Api, apis } = (await begun.apis) ?? {};
    const { Product, products } = (await begun.products) ?? {};
    const written: WrittenLists = { ...(apis && { apis }), ...(products && { products }) };
    const made = { ...(Api && { Api }), ...(Product && { Product }) };
    return { org: await definitionOf(rows ?? refuseDeleted(), made), written };
  });
  return inFreshTurns(manifestWriting(org, written));
}

async function apisOf(rows: OrgRows['apis']) {
  const Api = await inFreshTurns(apisNamed(rows));
  return { Api, apis: await inFreshTurns(apisWriting({ Api })) };
}

async function productsOf(rows: OrgRows['products']) {
  const Product = await inFreshTurns(productsNamed(rows));
  return { Product, products: await inFreshTurns(productsWriting({ Product })) };
}

/** Marks a promise as waited for later: it may fail before. */
function waitedForLater<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}
