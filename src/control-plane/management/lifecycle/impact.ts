import { combinedSubscribers } from '../../../domain/plan/plan-subscribers.ts';
import { warningsOf } from '../../../domain/product/change-impact.ts';
import { atOneMoment } from '../../../infrastructure/database/change.ts';
import { builder, inOrg } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { productTreeNamed, successionInputOf } from './product-impact.ts';
import { ownLimitedOf, planSubscribersOf } from './subscribers.ts';
import { PlanMappingInput } from './supersede.ts';
import { inCatalog, LifecycleWarningType, type WarningInCatalog } from './warning.ts';

/** The difference of one product for the subscribers of another. */
type Impact = { readonly subscribers: number; readonly warnings: readonly WarningInCatalog[] };

const ImpactRef = builder.objectRef<Impact>('ProductImpact').implement({
  description: 'What one product would change for the subscribers of another.',
  fields: (t) => ({
    subscribers: t.exposeInt('subscribers', { description: 'The subscribers of the old product.' }),
    warnings: t.field({
      type: [LifecycleWarningType],
      description: 'What changes for them, with who used it. Empty where nothing does.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

builder.queryField('impact', (t) =>
  t.field({
    type: ImpactRef,
    description:
      'What one product of a catalog would change for the subscribers of another, and who of them called what would break. Both may be in any state, so that it can be asked before anything is published.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      old: t.arg({ type: 'VersionedName', required: true, description: 'The product with the subscribers.' }),
      new: t.arg({ type: 'VersionedName', required: true, description: 'The product in its place.' }),
      plans: t.arg({
        type: [PlanMappingInput],
        description:
          'A plan of the new product for plans of the old one; a plan that is left out is compared with that of its name.',
      }),
    },
    resolve: async (_root, { org, catalog: name, plans, ...products }, context): Promise<Impact> => {
      const { id: orgId } = await context.org(org, ['org']);
      const given = new Map(plans?.map(({ source, target }) => [source, target]));
      return atOneMoment(context.database, async (transaction) => {
        const catalog = await catalogNamed(transaction, { orgId, name, path: ['catalog'] });
        const old = await productTreeNamed(transaction, catalog, { product: products.old, path: ['old'] });
        const successor = await productTreeNamed(transaction, catalog, {
          product: products.new,
          path: ['new'],
        });
        const mapped = old.plans.map((plan) => ({
          source: plan.name,
          target: given.get(plan.name) ?? plan.name,
        }));
        const succession = await successionInputOf(transaction, { old, successor, plans: mapped, orgId });
        const subscribed = await planSubscribersOf(transaction, old.plans);
        const ownLimited = await ownLimitedOf(transaction, old.plans, context.clock());
        return {
          subscribers: combinedSubscribers(subscribed).count,
          warnings: inCatalog(warningsOf({ ...succession, subscribed, ownLimited }), catalog.id),
        };
      });
    },
  }),
);
