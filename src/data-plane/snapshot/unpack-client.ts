import type { ClientType } from '../../domain/oauth/oauth-provider.ts';
import { activeSubscription, type PackedLimits } from './active-subscription.ts';
import { CellReader, type PackedRow, packed } from './packed-row.ts';
import type { ActiveSubscription } from './served-subscription.ts';
import type { MovedSubscription } from './served-waves.ts';
import type { Client, KeyHolder, UnapprovedSubscription } from './snapshot.ts';

/** A client with its subscriptions. Its cells are in the order of `Fields`, then come those of each subscription. */
export type PackedClient = PackedRow;

/** Packs the key of a client alone. */
export const keyOfClient = (key: string): PackedRow => packed([Buffer.from(key)]);

/** A marked key is packed as a client key is, without secrets. It takes the place of the client key. */
type Fields = {
  readonly key: string;
  readonly credentialId: string;
  readonly secretHash: string | null;
  readonly previousSecretHash: string | null;
  readonly previousSecretExpiresAt: number | null;
  /** End of an API key, or of the secret of a client key. */
  readonly endsAt: number | null;
  readonly clientType: ClientType;
  readonly redirectUris: readonly string[];
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** The reason of a suspension, empty where none was said. Null is one that is not suspended. */
  readonly suspension: string | null;
  readonly consumerOrg: string;
  readonly consumerOrgTitle: string;
  readonly subscriptions: readonly StoredSubscription[];
};
type StoredSubscription = {
  readonly id: string;
  readonly planId: string;
  readonly state: SubscriptionState;
  readonly rare: RareOfSubscription;
};
/** Members that hardly any subscription has. */
type RareOfSubscription = readonly [
  own?: PackedLimits | null,
  /** The plan that a wave has moved it from. */
  fromPlanId?: string | null,
  changeRequestId?: string | null,
  /** Reason of the rejection, where one was said. */
  rejectionReason?: string | null,
];
type SubscriptionState = 'ACTIVE' | 'PENDING_APPROVAL' | 'REJECTED';

function fieldsOf(client: PackedClient): Fields {
  const cells = new CellReader(client);
  const text = () => cells.text() ?? '';
  const number = () => {
    const digits = cells.text();
    return digits === null ? null : Number(digits);
  };
  return {
    key: text(),
    credentialId: cells.id(),
    secretHash: cells.text(),
    previousSecretHash: cells.text(),
    previousSecretExpiresAt: number(),
    endsAt: number(),
    clientType: (cells.text() as ClientType | null) ?? 'CONFIDENTIAL',
    redirectUris: JSON.parse(cells.text() ?? '[]'),
    id: cells.id(),
    name: text(),
    title: text(),
    suspension: cells.text(),
    consumerOrg: text(),
    consumerOrgTitle: text(),
    subscriptions: subscriptionsIn(cells),
  };
}

function subscriptionsIn(cells: CellReader): StoredSubscription[] {
  const found: StoredSubscription[] = [];
  while (!cells.isAtEnd)
    found.push({
      id: cells.id(),
      planId: cells.id(),
      state: (cells.text() as SubscriptionState | null) ?? 'ACTIVE',
      rare: JSON.parse(cells.text() ?? '[]'),
    });
  return found;
}

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
export function unpack(client: PackedClient, plans: Plans): UnpackedClient {
  const fields = fieldsOf(client);
  return {
    client: clientOf(fields, plans),
    plans: fields.subscriptions.flatMap(({ planId, rare: [, fromPlanId] }) =>
      [planId, ...(fromPlanId == null ? [] : [fromPlanId])].map((id) => [id, plans.get(id)] as const),
    ),
  };
}

function clientOf(fields: Fields, plans: Plans): Client | KeyHolder {
  const { credentialId, secretHash, previousSecretHash, previousSecretExpiresAt, endsAt } = fields;
  const { id, name, title, suspension, consumerOrg, consumerOrgTitle } = fields;
  const { subscriptions, unapproved, moved } = subscriptionsOf(fields, plans);
  const application = {
    id,
    name,
    title,
    consumerOrg,
    consumerOrgTitle,
    suspended: suspension !== null,
    ...(suspension && { suspensionReason: suspension }),
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
    clientKey: fields.key,
    credentialId,
    application,
    secretHash,
    secretEndsAt: endsAt,
    previousSecret:
      previousSecretHash !== null && previousSecretExpiresAt !== null
        ? { hash: previousSecretHash, expiresAt: previousSecretExpiresAt }
        : null,
    clientType: fields.clientType,
    redirectUris: fields.redirectUris,
    subscriptions,
    unapproved,
    moved,
  };
}

/** Sorts the subscriptions of an application by what they admit. */
function subscriptionsOf(
  { id: applicationId, subscriptions: stored }: Fields,
  plans: Plans,
): Pick<Client, 'subscriptions' | 'unapproved' | 'moved'> {
  const subscriptions = new Map<string, ActiveSubscription>();
  const unapproved = new Map<string, UnapprovedSubscription>();
  let moved: MovedSubscription[] | undefined;
  for (const { id, planId, state, rare } of stored) {
    const [own, fromPlanId, changeRequestId, reason = null] = rare;
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
