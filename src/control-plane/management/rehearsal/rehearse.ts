import { apiPairs } from '../../../domain/api/api-break.ts';
import {
  checkRehearsal,
  isRehearsalId,
  isRehearsed,
  MINUTES_MAX,
  type RehearsalDraft,
  RUNNING_MAX,
  rehearsalState,
} from '../../../domain/rehearsal/rehearsal.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog, ProductState } from '../../../infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { refuseAbsent } from '../catalog/catalog-product.ts';
import { RehearsalRef } from './rehearsal.ts';
import { DifferenceKindEnum } from './rehearsal-parts.ts';

const MINUTES_DEFAULT = 60;
const SAMPLE_DEFAULT = 0.1;

const RehearsalIgnoreInput = builder.inputType('RehearsalIgnoreInput', {
  description:
    'Differences that are not recorded. What is left out matches everything; one member has to be given.',
  fields: (t) => ({
    kind: t.field({ type: DifferenceKindEnum, description: 'Only those of this kind.' }),
    operation: t.string({ description: 'Only those of this operation, for example `GET /customers/{id}`.' }),
    pointer: t.string({
      description: 'Only those at this place or below, for example `/body/items/*/updatedAt`.',
    }),
  }),
});

const RehearseInput = builder.inputType('RehearseInput', {
  description: 'Two products of a catalog, and how long and how often the one is called for the other.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    old: t.field({ type: 'VersionedName', required: true, description: 'The product that is called now.' }),
    new: t.field({
      type: 'VersionedName',
      required: true,
      description: 'The product that gets the calls, too; it may be staged.',
    }),
    minutes: t.int({ defaultValue: MINUTES_DEFAULT, description: `How long, 1 to ${MINUTES_MAX} minutes.` }),
    sample: t.float({
      defaultValue: SAMPLE_DEFAULT,
      description: 'The share of safe calls that are sent, above 0 and up to 1.',
    }),
    ignore: t.field({
      type: [RehearsalIgnoreInput],
      description: 'Differences that are not recorded, at most 50 entries.',
    }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but start nothing.' }),
  }),
});

builder.mutationField('rehearse', (t) =>
  t.prismaField({
    type: RehearsalRef,
    description:
      'Sends a share of the safe calls of a product to the back-ends of its successor, too, after each caller has the answer, and compares the answers: GET and HEAD, and queries of GraphQL. Callers notice nothing, and are charged nothing.',
    args: {
      input: t.arg({ type: RehearseInput, required: true, description: 'What is rehearsed.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const draft = draftOf(input);
      checkRehearsal(draft);
      const { old, new: subject, dryRun, catalog: name } = input;
      const { minutes, sample } = draft;
      const detail = { old, catalog: name, minutes, sample };
      const change = { orgId, action: 'rehearse', subject, detail, keepsRevision: true };
      return context.change({ ...change, dryRun: dryRun ?? false }, async (transaction) => {
        const catalog = await catalogNamed(transaction, { orgId, name, path: ['input', 'catalog'] });
        const products = await productsOf(transaction, catalog, input);
        const startedAt = context.clock();
        await checkRoom(transaction, { orgId, oldProductId: products.old.id, now: startedAt });
        const data = {
          catalogId: catalog.id,
          oldProductId: products.old.id,
          newProductId: products.successor.id,
          sample,
          ignored: toStore(
            draft.ignore.map(({ kind = null, operation = null, pointer = null }) => ({
              kind,
              operation,
              pointer,
            })),
          ),
          startedBy: context.caller.actor,
          startedAt,
          endsAt: new Date(startedAt.getTime() + minutes * 60_000),
        };
        return transaction.rehearsal.create({ ...query, data });
      });
    },
  }),
);

const draftOf = ({ minutes, sample, ignore }: typeof RehearseInput.$inferInput): RehearsalDraft => ({
  minutes: minutes ?? MINUTES_DEFAULT,
  sample: sample ?? SAMPLE_DEFAULT,
  ignore: (ignore ?? []).map(({ kind, operation, pointer }) => ({
    kind: kind ?? null,
    operation: operation ?? null,
    pointer: pointer ?? null,
  })),
});

type NamedProducts = { readonly old: string; readonly new: string };
const CALLED: readonly ProductState[] = ['PUBLISHED', 'DEPRECATED'];
const SUCCEEDING: readonly ProductState[] = ['STAGED', ...CALLED];

/**
 * Reads the two products.
 *
 * @throws NOT_FOUND; TRANSITION_REFUSED for one that is retired, or an old one that is not published yet;
 *   BAD_USER_INPUT where no call would be sent
 */
async function productsOf(transaction: Transaction, catalog: Catalog, input: NamedProducts) {
  const old = await productNamed(transaction, catalog, { name: input.old, path: ['input', 'old'] });
  const path = ['input', 'new'];
  const successor = await productNamed(transaction, catalog, { name: input.new, path });
  checkState(old, { among: CALLED, path: ['input', 'old'] });
  checkState(successor, { among: SUCCEEDING, path });
  const pairs = apiPairs(old.apis, successor.apis).filter(isRehearsed);
  if (pairs.length === 0)
    refuse('BAD_USER_INPUT', {
      detail: `Every API of ${input.old} is the same version in ${input.new}: nothing could differ.`,
      path,
    });
  const isCalled = pairs.some(({ after }) => after?.targetUrl ?? after?.backend ?? after?.graphqlUrl);
  if (!isCalled)
    refuse('BAD_USER_INPUT', {
      detail: `No API of ${input.new} that takes the place of one of ${input.old} has a back-end to call: give it a target first.`,
      path,
    });
  return { old, successor };
}

type ProductAt = { readonly name: string; readonly path: InputPath };

async function productNamed(transaction: Transaction, catalog: Catalog, { name: product, path }: ProductAt) {
  const found = await transaction.catalogProduct.findUnique({
    where: { catalogId_name_version: { catalogId: catalog.id, ...readVersionedName(product) } },
    select: {
      id: true,
      name: true,
      version: true,
      state: true,
      apis: { select: { name: true, version: true, targetUrl: true, backend: true, graphqlUrl: true } },
    },
  });
  return found ?? refuseAbsent({ catalog, product, path });
}

type Allowed = { readonly among: readonly ProductState[]; readonly path: InputPath };

function checkState(
  { state, ...product }: { readonly state: ProductState; readonly name: string; readonly version: string },
  { among, path }: Allowed,
): void {
  if (!among.includes(state))
    refuse('TRANSITION_REFUSED', {
      detail: `${versionedName(product)} is ${state}: only what is ${among.join(', ')} can be rehearsed so.`,
      path,
    });
}

type Room = { readonly orgId: string; readonly oldProductId: string; readonly now: Date };

/** @throws IN_USE while the product is rehearsed; QUOTA_EXCEEDED where the org has as many running as it may */
async function checkRoom(transaction: Transaction, { orgId, oldProductId, now }: Room): Promise<void> {
  const running = await transaction.rehearsal.findMany({
    where: { catalog: { orgId }, endedAt: null, endsAt: { gt: now } },
    select: { id: true, oldProductId: true },
  });
  const same = running.find((each) => each.oldProductId === oldProductId);
  if (same)
    refuse('IN_USE', {
      detail: `It is rehearsed already (${same.id}): stop that with stopRehearsal, or wait for its end.`,
      path: ['input', 'old'],
    });
  if (running.length >= RUNNING_MAX)
    refuse('QUOTA_EXCEEDED', {
      detail: `${running.length} rehearsals of the org run, which is all that may at a time: stop one with stopRehearsal.`,
    });
}

const StopRehearsalInput = builder.inputType('StopRehearsalInput', {
  description: 'A rehearsal that runs.',
  fields: (t) => ({
    org: t.string(inOrg),
    id: t.id({ required: true, description: 'Its id.' }),
  }),
});

builder.mutationField('stopRehearsal', (t) =>
  t.prismaField({
    type: RehearsalRef,
    description: 'Stops a rehearsal before its time. What it found stays.',
    args: {
      input: t.arg({ type: StopRehearsalInput, required: true, description: 'Which rehearsal.' }),
    },
    resolve: async (query, _root, { input: { org, id } }, context) => {
      const { id: orgId } = await context.org(org);
      const change = { orgId, action: 'stopRehearsal', subject: id, keepsRevision: true };
      return context.change(change, async (transaction) => {
        const now = context.clock();
        const path = ['input', 'id'];
        const where = { id, catalog: { orgId } };
        const found = isRehearsalId(id) ? await transaction.rehearsal.findFirst({ where }) : null;
        if (!found)
          return refuse('NOT_FOUND', {
            detail: `There is no rehearsal ${JSON.stringify(id.slice(0, 80))} in this org.`,
            path,
          });
        const state = rehearsalState(found, now);
        if (state !== 'RUNNING')
          refuse('TRANSITION_REFUSED', { detail: `The rehearsal is ${state}: it runs no more.`, path });
        const data = { endedAt: now, stoppedBy: context.caller.actor };
        return transaction.rehearsal.update({ ...query, where: { id }, data });
      });
    },
  }),
);
