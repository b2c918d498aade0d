import type { Visibility } from '../product/visibility.ts';
import { isForMember, isVisibleTo } from './audience.ts';
import { isSubscribable, type Subscribability } from './subscription.ts';

/** The audiences of a product of a catalog and of its plans. */
type Audiences = {
  readonly visibility: Visibility;
  readonly subscribability: Subscribability;
  readonly visibleTo: readonly string[];
  readonly subscribableBy: readonly string[];
  readonly plans: readonly {
    readonly name: string;
    readonly visibleTo: readonly string[];
    readonly subscribableBy: readonly string[];
  }[];
};

/** A consumer org with its audience keys and its number of subscriptions. */
export type AudienceOrg = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly subscriptions: number;
};

/** An act that a consumer org is shut out of. */
export type AudienceLoss = {
  readonly consumerOrg: string;
  readonly act: 'SEE' | 'SUBSCRIBE';
  /** Null is the product. */
  readonly plan: string | null;
  readonly subscriptions: number;
};

type Act = Pick<AudienceLoss, 'act' | 'plan'>;

/** Lists what a consumer org may do with a published product. Who may not see it may not subscribe to it. */
function actsOf(product: Audiences, keys: readonly string[]): Act[] {
  if (!isVisibleTo(product, keys)) return [];
  const subscribes = isSubscribable({ ...product, state: 'PUBLISHED' }, keys);
  const ofPlans = product.plans
    .filter(({ visibleTo }) => isForMember(visibleTo, keys))
    .flatMap(({ name: plan, subscribableBy }): Act[] => [
      { act: 'SEE', plan },
      ...(subscribes && isForMember(subscribableBy, keys) ? [{ act: 'SUBSCRIBE' as const, plan }] : []),
    ]);
  return [
    { act: 'SEE', plan: null },
    ...(subscribes ? [{ act: 'SUBSCRIBE' as const, plan: null }] : []),
    ...ofPlans,
  ];
}

/** Lists whom a change of audiences newly shuts out, and of what. What goes with a loss is not told besides. */
export function audienceLosses(
  before: Audiences,
  after: Audiences,
  orgs: readonly AudienceOrg[],
): AudienceLoss[] {
  return orgs.flatMap(({ name: consumerOrg, keys, subscriptions }) => {
    const kept = actsOf(after, keys);
    const lost = actsOf(before, keys).filter(
      ({ act, plan }) => !kept.some((each) => each.act === act && each.plan === plan),
    );
    const isLost = (act: Act['act'], plan: string | null) =>
      lost.some((each) => each.act === act && each.plan === plan);
    return lost
      .filter(
        ({ act, plan }) =>
          !(isLost('SEE', null) && !(act === 'SEE' && plan === null)) &&
          !(act === 'SUBSCRIBE' && plan !== null && (isLost('SUBSCRIBE', null) || isLost('SEE', plan))),
      )
      .map(({ act, plan }) => ({ consumerOrg, act, plan, subscriptions }));
  });
}
