import { defaultSecurity, type Security } from '../../src/domain/api/security.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import type { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { createSigningKey } from '../../src/infrastructure/tokens/keys.ts';

type State = 'STAGED' | 'PUBLISHED' | 'DEPRECATED' | 'RETIRED' | 'ARCHIVED';

/** The ids of what a test changes. */
export type Published = {
  readonly orgId: string;
  readonly catalogId: string;
  readonly consumerOrgId: string;
};

/** The org `acme` with its catalog `sandbox` and the consumer org `consumers`, as rows. */
export async function createSandbox({ prisma }: Database, orgName = 'acme'): Promise<Published> {
  const org = await prisma.org.create({ data: { name: orgName, title: 'Acme' } });
  const catalog = await prisma.catalog.create({
    data: { orgId: org.id, name: 'sandbox', title: 'Sandbox' },
  });
  const consumerOrg = await prisma.consumerOrg.create({
    data: { catalogId: catalog.id, name: 'consumers', title: 'Consumers' },
  });
  return { orgId: org.id, catalogId: catalog.id, consumerOrgId: consumerOrg.id };
}

export type ProductRow = {
  readonly version: string;
  readonly state?: State;
  readonly security?: Security;
  readonly apiVersion?: string;
};

/** Creates the product `customer` with the API `customerdb` of its version, and the plan Bronze. */
export function createCatalogProduct(
  { prisma }: Database,
  { catalogId }: Published,
  { version, state = 'PUBLISHED', security = defaultSecurity, apiVersion = version }: ProductRow,
) {
  return prisma.catalogProduct.create({
    data: {
      catalogId,
      name: 'customer',
      title: 'Customer',
      version,
      state,
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      apis: {
        create: {
          position: 0,
          name: 'customerdb',
          title: 'Customer database',
          version: apiVersion,
          kind: 'REST',
          basePath: '/customerdb/v1',
          targetUrl: 'http://crm.test/v1',
          securityDefinitions: toStore(security.securityDefinitions),
          security: toStore(security.security),
          online: true,
        },
      },
      plans: {
        create: { position: 0, name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      },
    },
    include: { apis: true, plans: true },
  });
}

/** An application with one credential, whose client key is its name. */
export function createApplicationRow(
  { prisma }: Database,
  { consumerOrgId }: Published,
  { name, state = 'ENABLED' }: { name: string; state?: 'ENABLED' | 'SUSPENDED' },
) {
  return prisma.application.create({
    data: {
      consumerOrgId,
      name,
      title: name,
      state,
      credentials: {
        create: { title: 'Default credential', clientKey: name, secretHash: `hash of ${name}` },
      },
    },
    include: { credentials: true },
  });
}

/** An OAuth provider with one signing key, assigned to the catalog. */
export async function createProvider(
  { prisma }: Database,
  { orgId, catalogId }: Published,
  secrets: Secrets,
) {
  const { kid, algorithm, publicJwk, privateJwk } = await createSigningKey('ES256');
  const sealed = new Uint8Array(secrets.seal(JSON.stringify(privateJwk), kid));
  const { id: userRegistryId } = await prisma.userRegistry.create({
    data: {
      orgId,
      name: 'people',
      title: 'People',
      displayName: 'People',
      url: 'http://people.test/auth',
      catalogs: { connect: { id: catalogId } },
    },
  });
  return prisma.oAuthProvider.create({
    data: {
      orgId,
      name: 'native',
      title: 'Native',
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      clientTypes: ['CONFIDENTIAL'],
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      scopes: [{ name: 'customer', description: 'access to the customer API' }],
      accessTokenSeconds: 3600,
      refreshTokens: false,
      refreshTokenSeconds: 0,
      catalogs: { connect: { id: catalogId } },
      userRegistryId,
      signingKeys: {
        create: {
          id: kid,
          algorithm,
          publicJwk: toStore(publicJwk),
          privateJwkSealed: sealed,
          tokenSecondsMax: 3600,
        },
      },
    },
  });
}
