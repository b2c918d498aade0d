import { type InputPath, refusal, refuse } from '../../../foundation/errors.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { type HidingApi, type HidingFaultInput, hidingFault } from './hiding-fault.ts';

/**
 * Checks that each plan can hide what it hides of the GraphQL APIs.
 *
 * @param queueKey the org whose turn a child process takes
 * @throws BAD_USER_INPUT
 */
export async function checkHiding(
  hiding: HidingFaultInput,
  { path, queueKey }: { readonly path: InputPath; readonly queueKey: string },
): Promise<void> {
  const detail = await faultOf(hiding, queueKey);
  if (detail !== undefined) refuse('BAD_USER_INPUT', { detail, path });
}

/** Characters of schemas that are read at once. */
const HERE_MAX = 65_536;

async function faultOf({ plans, apis }: HidingFaultInput, queueKey: string): Promise<string | undefined> {
  const terms = plans.filter(({ hiddenGraphQL }) => hiddenGraphQL.length > 0);
  if (terms.length === 0) return undefined;
  const input = {
    plans: terms.map(({ name, hiddenGraphQL }) => ({ name, hiddenGraphQL })),
    apis: apis.map(({ name, version, sdl }) => ({ name, version, sdl })),
  };
  const characters = apis.reduce((sum, { sdl }) => sum + (sdl?.length ?? 0), 0);
  return inChildIf(
    { isLarge: characters > HERE_MAX, queueKey },
    {
      module: 'control-plane/management/product/hiding-fault',
      work: hidingFault,
      input,
      tooMuch: (amount) =>
        refusal('BAD_USER_INPUT', { detail: `To read the schemas of the product takes ${amount}.` }),
    },
  );
}

/**
 * Lists what plans could not hide of an API with this schema. The plans are those of drafts and of copies in
 * catalogs.
 *
 * @returns each in words
 */
export async function hidingFaults(
  transaction: Transaction,
  { orgId, name, version }: Pick<HidingApi, 'name' | 'version'> & { readonly orgId: string },
  sdl: string,
): Promise<string[]> {
  const named = { name, version };
  const terms = { name: true, hiddenGraphQL: true } as const;
  const schemas = { name: true, version: true, sdl: true } as const;
  const drafts = await transaction.product.findMany({
    where: { orgId, apis: { some: { api: named } }, plans: { some: { hiddenGraphQL: { isEmpty: false } } } },
    select: { plans: { select: terms }, apis: { select: { api: { select: schemas } } } },
  });
  const copies = await transaction.catalogProduct.findMany({
    where: {
      catalog: { orgId },
      apis: { some: named },
      plans: { some: { hiddenGraphQL: { isEmpty: false } } },
    },
    select: { plans: { select: terms }, apis: { select: schemas } },
  });
  const products = [
    ...drafts.map(({ plans, apis }) => ({ plans, apis: apis.map(({ api }) => api) })),
    ...copies,
  ];
  const faults: string[] = [];
  for (const { plans, apis } of products) {
    const changed = apis.map((api) => (api.name === name && api.version === version ? { ...api, sdl } : api));
    const fault = await faultOf({ plans, apis: changed }, orgId);
    if (fault !== undefined) faults.push(fault);
  }
  return [...new Set(faults)].map((fault) => fault.replace(/[.?]$/, '').replace(/^T/, 't'));
}
