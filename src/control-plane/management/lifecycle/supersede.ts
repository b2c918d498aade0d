import type { PlanMapping } from '../../../domain/plan/plan.ts';
import { checkSunset, checkSunsetRule, type SuccessionAction } from '../../../domain/product/lifecycle.ts';
import type { Movable } from '../../../domain/product/plan-migration.ts';
import { planSuccession, successionMoves } from '../../../domain/product/supersede.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { servedIn } from '../product/publication.ts';
import { changeLifecycle, type LifecycleOutcome } from './lifecycle-change.ts';
import { LifecycleChangeRef } from './payload.ts';
import { type ProductTree, productTreeNamed, successionInputOf } from './product-impact.ts';
import { missingPrerequisitesOf } from './product-prerequisites.ts';
import { isRequested } from './requested-fields.ts';
import { sharedPaths } from './shared-paths.ts';
import { applicationsOn, ownLimitedOf, planSubscribersOf, subscribersOf } from './subscribers.ts';
import { moveAll, publishSuccessor, settle } from './succession-steps.ts';
import { SUNSET_IF_IDLE, sunsetDetail } from './sunset.ts';

export const PlanMappingInput = builder.inputType('PlanMappingInput', {
  description: 'Where the subscribers of a plan are to go.',
  fields: (t) => ({
    source: t.string({ required: true, description: 'A plan of the old product.' }),
    target: t.string({ required: true, description: 'A plan of the new product.' }),
  }),
});

const SupersedeProductInput = builder.inputType('SupersedeProductInput', {
  description:
    'An old product, a new one, and a target for each plan of the old product that has subscribers.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    old: t.field({
      type: 'VersionedName',
      required: true,
      description: 'The product that is published now.',
    }),
    new: t.field({ type: 'VersionedName', required: true, description: 'The product that takes its place.' }),
    plans: t.field({
      type: [PlanMappingInput],
      required: true,
      description: 'A target plan for each plan of the old product that has subscribers.',
    }),
    sunsetAt: t.field({
      type: 'DateTime',
      description: 'When the old product stops answering; in the future.',
    }),
    sunsetIfIdleDays: t.int({ description: SUNSET_IF_IDLE }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

type SupersedeInput = typeof SupersedeProductInput.$inferInput;

const successions = {
  supersedeProduct: {
    action: 'SUPERSEDE',
    description:
      'The old version becomes Deprecated, the staged one Published; a subscription moves when its consumer moves it.',
  },
  replaceProduct: {
    action: 'REPLACE',
    description:
      'The old version becomes Retired, the staged one Published; every subscription moves at once. Refused where fewer may see the new one, or subscribe to it.',
  },
  setMigrationTarget: {
    action: 'SET_MIGRATION_TARGET',
    description:
      'Offers the subscribers of a published or deprecated product the move to another published one; both stay as they are.',
  },
} as const;

for (const name of ['supersedeProduct', 'replaceProduct', 'setMigrationTarget'] as const) {
  const { action, description } = successions[name];
  builder.mutationField(name, (t) =>
    t.field({
      type: LifecycleChangeRef,
      description,
      args: {
        input: t.arg({ type: SupersedeProductInput, required: true, description: 'What takes whose place.' }),
      },
      resolve: (_root, { input }, context, info) => {
        checkSunsetOf(action, input, context.clock());
        const plans = mappingsOf(input);
        const { old, new: subject } = input;
        const detail = { old, plans, ...sunsetDetail(input) };
        const products = [old, subject];
        const request = { input, subject, products, detail, context, info };
        return changeLifecycle(
          { ...request, movesSubscriptions: action === 'REPLACE' },
          (transaction, catalog) =>
            succeed(
              { transaction, catalog, context },
              { ...input, action, isListed: isRequested(info, 'subscriptions') },
            ),
        );
      },
    }),
  );
}

/**
 * Decision: only superseding may set a sunset, since a replaced product retires at once.
 *
 * @throws BAD_USER_INPUT
 */
function checkSunsetOf(action: SuccessionAction, input: SupersedeInput, now: Date): void {
  const { sunsetAt } = input;
  checkSunset(sunsetAt, now);
  checkSunsetRule(input, now);
  if (sunsetAt != null && action !== 'SUPERSEDE')
    refuse('BAD_USER_INPUT', {
      detail: 'sunsetAt is for supersedeProduct and deprecateProduct: leave it out here.',
      path: ['input', 'sunsetAt'],
    });
}

function mappingsOf({ plans }: Pick<SupersedeInput, 'plans'>): PlanMapping[] {
  return plans.map(({ source, target }) => ({ source, target }));
}

type SucceedContext = {
  readonly transaction: Transaction;
  readonly catalog: Catalog;
  readonly context: ManagementContext;
};

type Succession = SupersedeInput & {
  readonly action: SuccessionAction;
  /** True when its subscriptions are requested one by one. */
  readonly isListed: boolean;
};

/** Carries out the mutations that lead from one product to another. */
async function succeed(
  { transaction, catalog, context }: SucceedContext,
  input: Succession,
): Promise<LifecycleOutcome> {
  const old = await productTreeNamed(transaction, catalog, { product: input.old, path: ['input', 'old'] });
  const successor = await productTreeNamed(transaction, catalog, {
    product: input.new,
    path: ['input', 'new'],
  });
  const plans = mappingsOf(input);
  const served = await servedIn(transaction, catalog.id, successor.apis);
  const succession = await successionInputOf(transaction, { old, successor, plans, orgId: catalog.orgId });
  const subscribed = await planSubscribersOf(transaction, old.plans);
  const ownLimited = await ownLimitedOf(transaction, old.plans, context.clock());
  const outcome = planSuccession(input.action, { ...succession, subscribed, ownLimited });
  const subscribers = input.isListed ? await movableTo(transaction, { old, successor }) : [];
  const subscriptions = successionMoves(input.action, succession, subscribers);
  if (input.action === 'REPLACE') await moveAll(transaction, { old, successor, plans });
  const { action, sunsetAt, sunsetIfIdleDays } = input;
  const now = context.clock();
  await settle(transaction, { old, successor, plans, action, sunsetAt, sunsetIfIdleDays, now });
  const found =
    input.action === 'SET_MIGRATION_TARGET'
      ? []
      : await publishSuccessor(transaction, { catalog, successor, served });
  const lacking = await missingPrerequisitesOf(transaction, context, { id: successor.id, catalog });
  const shared = await sharedPaths(transaction, catalog, successor.apis);
  const warnings = [...outcome.warnings, ...lacking, ...shared, ...found];
  return { ...outcome, subscriptions, warnings, product: successor };
}

/** Reads the subscribers of the old product, and those who have the new one already. */
async function movableTo(
  transaction: Transaction,
  { old, successor }: { readonly old: ProductTree; readonly successor: ProductTree },
): Promise<Movable[]> {
  const where = { catalogProductId: old.id };
  const onTarget = await applicationsOn(transaction, { id: successor.id }, where);
  const subscribers = await subscribersOf(transaction, where);
  return subscribers.map((each) => ({ ...each, alreadyOnTarget: onTarget.has(each.applicationId) }));
}
