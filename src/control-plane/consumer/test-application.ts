import { type ApiKeyDefinition, kindOf } from '../../domain/api/security/api-key.ts';
import type { Clock } from '../../foundation/clock.ts';
import { nameOf, TITLE_LENGTH_MAX } from '../../foundation/text/name.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type {
  Application,
  CatalogProduct,
  ConsumerOrg,
} from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { createApiKey } from './api-key.ts';
import { createApplication } from './application.ts';
import { audienceOfConsumerOrg } from './audience.ts';
import { createConsumerOrg } from './consumer-org.ts';
import { resetClientSecret } from './credential.ts';
import { randomText } from './random-text.ts';
import { subscribe } from './subscription.ts';

/** The consumer org of a catalog that test applications belong to. It has no people, so nobody signs in for it. */
const TESTERS = { name: 'tests', title: 'Tests' };
const KEY_TITLE = 'Test call';
const KEY_LASTS_MS = 86_400_000;

type Deps = { readonly secrets: Secrets; readonly clock: Clock };

/** Credentials that a caller shows. */
type TestCredentials = { readonly clientKey: string; readonly secret: string | null };

/**
 * Finds the test application of a product, or creates it, subscribed to the first plan. A subscription that would wait
 * for approval is approved: the provider is who asks.
 *
 * @throws NOT_SUBSCRIBABLE, QUOTA_EXCEEDED
 */
export async function testApplicationOf(
  transaction: Transaction,
  product: CatalogProduct,
  deps: Deps,
): Promise<Application> {
  const now = deps.clock();
  const testers = await testersOf(transaction, product.catalogId, now);
  const title = `Test of ${product.title} ${product.version}`.slice(0, TITLE_LENGTH_MAX);
  const name = nameOf(`${product.name.slice(0, 40)} ${product.version}`);
  const application =
    (await transaction.application.findUnique({
      where: { consumerOrgId_name: { consumerOrgId: testers.id, name } },
    })) ??
    (
      await createApplication(
        transaction,
        { consumerOrgId: testers.id, title, name, clientType: 'CONFIDENTIAL', redirectUris: [] },
        deps,
      )
    ).application;
  await subscribeOnce(transaction, { application, product, now });
  return application;
}

/**
 * Finds the consumer org of test applications, or creates it. One that people belong to is not taken, whatever its name:
 * they would get an application that nobody approved.
 */
async function testersOf(transaction: Transaction, catalogId: string, now: Date): Promise<ConsumerOrg> {
  const { name, title } = TESTERS;
  const withoutPeople = await transaction.consumerOrg.findFirst({
    where: { catalogId, title, memberships: { none: {} } },
    orderBy: { id: 'asc' },
  });
  if (withoutPeople) return withoutPeople;
  const isTaken = await transaction.consumerOrg.findUnique({
    where: { catalogId_name: { catalogId, name } },
  });
  const free = isTaken ? `${name}-${randomText()}` : name;
  return createConsumerOrg(transaction, { catalogId, title, name: free, now });
}

async function subscribeOnce(
  transaction: Transaction,
  { application, product, now }: { application: Application; product: CatalogProduct; now: Date },
): Promise<void> {
  const where = { applicationId: application.id, catalogProductId: product.id };
  const present = await transaction.subscription.findFirst({ where: { ...where, state: 'ACTIVE' } });
  if (present) return;
  const plan = await transaction.catalogPlan.findFirstOrThrow({
    where: { catalogProductId: product.id },
    orderBy: { position: 'asc' },
  });
  const member = await audienceOfConsumerOrg(transaction, application.consumerOrgId);
  const wanted = { ...where, product, planName: plan.name, member, now };
  const { id, state } = await subscribe(transaction, wanted);
  if (state !== 'ACTIVE') await transaction.subscription.update({ where: { id }, data: { state: 'ACTIVE' } });
}

/**
 * Issues the credentials for a call of a test application. They are its client key, with a new secret where one is
 * asked for, or an API key that ends after a day. The secret or key before ends at once.
 */
export async function testCredentials(
  transaction: Transaction,
  { application, definition }: { application: Application; definition: ApiKeyDefinition },
  deps: Deps,
): Promise<TestCredentials> {
  const { id: applicationId } = application;
  if (kindOf(definition) === 'KEY') {
    await transaction.apiKey.deleteMany({ where: { applicationId, title: KEY_TITLE } });
    const expiresAt = new Date(deps.clock().getTime() + KEY_LASTS_MS);
    const key = { applicationId, title: KEY_TITLE, expiresAt, path: ['input'] };
    return { clientKey: (await createApiKey(transaction, key, deps)).key, secret: null };
  }
  const credential = await transaction.credential.findFirstOrThrow({
    where: { applicationId },
    orderBy: { id: 'asc' },
  });
  if (kindOf(definition) === 'CLIENT_ID') return { clientKey: credential.clientKey, secret: null };
  const { clientKey, clientSecret } = await resetClientSecret(
    transaction,
    { credential, overlapSeconds: 0, expiresAt: null },
    deps,
  );
  return { clientKey, secret: clientSecret };
}
