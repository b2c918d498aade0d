import type { ClientType } from '../../domain/oauth/oauth-provider.ts';
import { activeSubscription, type PackedLimits } from './active-subscription.ts';
import type { PackedClient } from './client-page.ts';
import type { ActiveSubscription, Client, KeyHolder } from './snapshot.ts';

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
  suspended: boolean,
  consumerOrg: string,
  consumerOrgTitle: string,
  subscriptions: readonly PackedSubscription[],
  /** End of an API key, or of the secret of a client key. */
  endsAt?: number | null,
];
type PackedSubscription = readonly [id: string, planId: string, state: SubscriptionState, own?: PackedLimits];
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
    plans: subscriptions.map(([, planId]) => [planId, plans.get(planId)]),
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
  const subscriptions = new Map<string, ActiveSubscription>();
  const unapproved = new Map<string, Exclude<SubscriptionState, 'ACTIVE'>>();
  for (const [subscriptionId, planId, state, own] of stored) {
    const found = plans.get(planId);
    // One of a product that serves no calls admits none either.
    if (!found) continue;
    const { productId, plan } = found;
    if (state !== 'ACTIVE') unapproved.set(productId, state);
    else
      subscriptions.set(productId, activeSubscription({ id: subscriptionId, applicationId: id, plan, own }));
  }
  const application = { id, name, title, consumerOrg, consumerOrgTitle, suspended };
  if (secretHash === null)
    return {
      clientKey: null,
      credentialId,
      application,
      subscriptions,
      unapproved: unapproved.size > 0 ? unapproved : NONE,
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
    unapproved: unapproved.size > 0 ? unapproved : NONE,
  };
}
