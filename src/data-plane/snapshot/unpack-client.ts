import type { ClientType } from '../../domain/oauth/oauth-provider.ts';
import { activeSubscription, type PackedLimits } from './active-subscription.ts';
import type { PackedClient } from './client-page.ts';
import type { ActiveSubscription } from './served-subscription.ts';
import type { MovedSubscription } from './served-waves.ts';
import type { Client, KeyHolder, UnapprovedSubscription } from './snapshot.ts';

/**
 * Fields of a packed client in the order that `readClients` writes.
 *
 * A marked key is packed as a client key is, without secrets. It takes the place of the client key.
 */
type Fields = readonly [
  clientKey: string,
  credentialId: string,
  secretHash: string | null,
  previousSecretHash: string | null,
  previousSecretExpiresAt: number | null,
  clientType: ClientType,
  redirectUris: readonly string[],
  applicationId: string,
  name: string,
  title: string,
  /** The reason, where one was said. */
  suspended: boolean | string,
  consumerOrg: string,
  consumerOrgTitle: string,
  subscriptions: readonly PackedSubscription[],
  /** End of an API key, or of the secret of a client key. */
  endsAt?: number | null,
];
type PackedSubscription = readonly [
  id: string,
  planId: string,
  state: SubscriptionState,
  own?: PackedLimits | null,
  /** The plan that a wave has moved it from. */
  fromPlanId?: string | null,
  changeRequestId?: string | null,
  /** Reason of the rejection, where one was said. */
  rejectionReason?: string,
];
type SubscriptionState = 'ACTIVE' | 'PENDING_APPROVAL' | 'REJECTED';

/** The plans of the products that serve calls, by id. */
export type Plans = ReadonlyMap<string, ServedPlan>;
export type ServedPlan = { readonly productId: string; readonly plan: ActiveSubscription['plan'] };

/** A client, and what it was made with. */
export type UnpackedClient = {
  readonly client: Client | KeyHolder;
  /** The plans of its subscriptions by id; undefined is one that was not served. */
  readonly plans: readonly (readonly [id: string, plan: ServedPlan | undefined])[];
};

/** Shared, because nearly every application has none. */
const NONE: Client['unapproved'] = new Map();

/** Makes a client of its packed form. Its plans are those of the products that serve calls. */
export function unpack(packed: PackedClient, plans: Plans): UnpackedClient {
  const fields = JSON.parse(packed) as Fields;
  const [, , , , , , , , , , , , , subscriptions] = fields;
  return {
    client: clientOf(fields, plans),
    plans: subscriptions.flatMap(([, planId, , , fromPlanId]) =>
      [planId, ...(fromPlanId == null ? [] : [fromPlanId])].map((id) => [id, plans.get(id)] as const),
    ),
  };
}

function clientOf(fields: Fields, plans: Plans): Client | KeyHolder {
  const [
    clientKey,
    credentialId,
    secretHash,
    previousSecretHash,
    previousSecretExpiresAt,
    clientType,
    redirectUris,
    id,
    name,
    title,
    suspended,
    consumerOrg,
    consumerOrgTitle,
    stored,
    endsAt = null,
  ] = fields;
  const { subscriptions, unapproved, moved } = subscriptionsOf(id, stored, plans);
  const application = {
    id,
    name,
    title,
    consumerOrg,
    consumerOrgTitle,
    suspended: suspended !== false,
    ...(typeof suspended === 'string' && { suspensionReason: suspended }),
  };
  if (secretHash === null)
    return {
      clientKey: null,
      credentialId,
      application,
      subscriptions,
      unapproved,
      moved,
      endsAt,
    };
  return {
    clientKey,
    credentialId,
    application,
    secretHash,
    secretEndsAt: endsAt,
    previousSecret:
      previousSecretHash !== null && previousSecretExpiresAt !== null
        ? { hash: previousSecretHash, expiresAt: previousSecretExpiresAt }
        : null,
    clientType,
    redirectUris,
    subscriptions,
    unapproved,
    moved,
  };
}

/** Sorts the subscriptions of an application by what they admit. */
function subscriptionsOf(
  applicationId: string,
  stored: readonly PackedSubscription[],
  plans: Plans,
): Pick<Client, 'subscriptions' | 'unapproved' | 'moved'> {
  const subscriptions = new Map<string, ActiveSubscription>();
  const unapproved = new Map<string, UnapprovedSubscription>();
  let moved: MovedSubscription[] | undefined;
  for (const [id, planId, state, own, fromPlanId, changeRequestId, reason = null] of stored) {
    const found = plans.get(planId);
    // One of a product that serves no calls admits none either.
    if (!found) continue;
    const { productId, plan } = found;
    if (state !== 'ACTIVE') {
      unapproved.set(productId, { state, reason });
      continue;
    }
    const named = { id, applicationId, own: own ?? undefined };
    subscriptions.set(productId, activeSubscription({ ...named, plan }));
    const from = fromPlanId == null ? undefined : plans.get(fromPlanId);
    if (!from || changeRequestId == null) continue;
    moved ??= [];
    moved.push({
      changeRequestId,
      toProductId: productId,
      fromProductId: from.productId,
      before: activeSubscription({ ...named, plan: from.plan }),
    });
  }
  return { subscriptions, unapproved: unapproved.size > 0 ? unapproved : NONE, moved };
}
