import { defaultSecurity, type Security } from '../../src/domain/api/security.ts';
import { readVersionedName } from '../../src/foundation/text/version.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { type ManagementWorld, openManagement, type Refused, type Variables } from './management.ts';

/** The result of a lifecycle mutation. */
export type Change = {
  readonly dryRun: boolean;
  readonly product: { readonly name: string; readonly version: string; readonly state: string };
  readonly transitions: readonly {
    readonly product: string;
    readonly from: string | null;
    readonly to: string;
  }[];
  readonly subscriptions: readonly Readonly<Record<string, string | null>>[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly subject: string }[];
};

/** A client with its credential, as it was issued. */
export type IssuedClient = {
  readonly name: string;
  readonly clientKey: string;
  readonly clientSecret: string;
};

/** A management API with the org `acme`, its catalog `sandbox`, and short calls. */
export type CatalogWorld = ManagementWorld & {
  readonly orgId: string;
  readonly catalogId: string;
  /** An API in one version; asks for a client key unless said otherwise. */
  api(api: string, changes?: { kind?: 'REST' | 'GRAPHQL'; security?: Security }): Promise<void>;
  /** A product in one version. */
  product(product: string, changes?: Variables): Promise<void>;
  /** Runs a lifecycle mutation in the catalog. */
  lifecycle(mutation: string, input: Variables, selection?: string): Promise<Change>;
  /** Runs a lifecycle mutation that must be refused. */
  lifecycleRefused(mutation: string, input: Variables): Promise<Refused>;
  /** A product in the catalog. */
  inCatalog<T = Record<string, unknown>>(product: string, selection: string): Promise<T>;
  /** An application of the consumer org `consumers`, subscribed to `[product, plan]` each. */
  client(title: string, ...subscriptions: readonly (readonly [string, string])[]): Promise<IssuedClient>;
  /** All that a refusal or a rehearsal leaves as it was. */
  states(): Promise<unknown>;
  /** Does something and fails where it changed the store. */
  changesNothing<T>(action: () => Promise<T>): Promise<T>;
};

export const CATALOG = 'sandbox';
const LIFECYCLE = `{ dryRun product { name version state } transitions { product from to }
  subscriptions { consumerOrg application kind fromPlan toProduct toPlan } warnings { code message subject } }`;

export async function openCatalog(): Promise<CatalogWorld> {
  const management = await openManagement();
  const { prisma } = management.database;
  await management.mutate('createOrg', { title: 'Acme', name: 'acme' });
  await management.mutate('createCatalog', { title: 'Sandbox' });
  await management.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Consumers' });
  const catalog = await prisma.catalog.findFirstOrThrow();
  const { orgId } = catalog;

  const states = async () => ({
    org: await prisma.org.findUniqueOrThrow({ where: { id: orgId } }),
    audit: await prisma.auditEvent.count(),
    products: await prisma.product.findMany({ include: { apis: true, plans: true } }),
    catalogProducts: await prisma.catalogProduct.findMany({
      include: { apis: true, plans: true, subscriptions: true },
    }),
    applications: await prisma.application.findMany({ include: { credentials: true } }),
    consumerOrgs: await prisma.consumerOrg.findMany({ include: { homeOf: true, memberships: true } }),
  });
  return {
    ...management,
    orgId,
    catalogId: catalog.id,
    states,
    async api(api, { kind = 'REST', security = defaultSecurity } = {}) {
      const { name, version } = readVersionedName(api);
      const where = { targetUrl: 'http://crm.test/v1', graphqlUrl: null };
      await prisma.api.create({
        data: {
          orgId,
          name,
          version,
          title: name,
          kind,
          basePath: `/${name}`,
          ...(kind === 'REST' ? where : { targetUrl: null, graphqlUrl: 'http://graph.test/graphql' }),
          securityDefinitions: toStore(security.securityDefinitions),
          security: toStore(security.security),
        },
      });
    },
    async product(product, changes = {}) {
      const { name, version } = readVersionedName(product);
      await management.mutate('createProduct', {
        title: name,
        name,
        version,
        apis: ['customerdb:1.0.0'],
        ...changes,
      });
    },
    lifecycle: (mutation, input, selection = LIFECYCLE) =>
      management.mutate(mutation, { catalog: CATALOG, ...input }, selection),
    lifecycleRefused: (mutation, input) =>
      management.refused(mutation, { catalog: CATALOG, ...input }, '{ dryRun }'),
    async inCatalog<T>(product: string, selection: string) {
      const document = `query ($product: VersionedName!) {
        catalogProduct(catalog: "${CATALOG}", product: $product) ${selection} }`;
      return (await management.query<{ catalogProduct: T }>(document, { product })).catalogProduct;
    },
    async client(title, ...subscriptions) {
      const address = { catalog: CATALOG, consumerOrg: 'consumers' };
      const issued = await management.mutate<IssuedClient & { application: { name: string } }>(
        'createApplication',
        { ...address, title },
        '{ clientKey clientSecret application { name } }',
      );
      const { name } = issued.application;
      for (const [product, plan] of subscriptions)
        await management.mutate(
          'createSubscription',
          { ...address, application: name, product, plan },
          '{ id }',
        );
      return { name, clientKey: issued.clientKey, clientSecret: issued.clientSecret };
    },
    async changesNothing(action) {
      const before = JSON.stringify(await states());
      const result = await action();
      const after = JSON.stringify(await states());
      if (after !== before) throw new Error(`it changed the store:\n${before}\n${after}`);
      return result;
    },
  };
}
