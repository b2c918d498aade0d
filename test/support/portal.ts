import { EventFeed } from '../../src/control-plane/events/event-feed.ts';
import type { PortalAddress, PortalDeps } from '../../src/control-plane/portal/api/context.ts';
import { createPortal } from '../../src/control-plane/portal/api/handler.ts';
import { defaultSecurity } from '../../src/domain/api/security.ts';
import { defaultPlan, type PlanTerms } from '../../src/domain/plan/plan.ts';
import { AUDIT, withAuditChain } from '../../src/infrastructure/database/audit-chain.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { writeOpenApi } from '../../src/infrastructure/database/documents.ts';
import { FailedSignIns } from '../../src/infrastructure/database/failed-sign-ins.ts';
import type { CatalogProduct, Prisma } from '../../src/infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { planToStore } from '../../src/infrastructure/database/stored-plan.ts';
import { ClientRegistrations } from '../../src/infrastructure/issuers/client-registrations.ts';
import { ExternalTokens } from '../../src/infrastructure/issuers/external-tokens.ts';
import { Background } from '../../src/infrastructure/limits/background.ts';
import { Attempts } from '../../src/infrastructure/limits/guesses/attempts.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { emptyDatabase } from './database.ts';
import { lightPasswords } from './light-passwords.ts';
import { registriesOver } from './registry.ts';
import { testLimits } from './test-limits.ts';

export type PortalAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly path?: readonly (string | number)[] };
  }[];
};
type Variables = Readonly<Record<string, unknown>>;

/** A caller of the portal API. */
export type PortalClient = {
  /** Any document, answered or refused. */
  send(document: string, variables?: Variables): Promise<PortalAnswer>;
  /** The data of a document. @throws Error when it is refused */
  run<T = Record<string, unknown>>(document: string, variables?: Variables): Promise<T>;
  /** The refusal of a document, its status, code and path. @throws Error when it is answered */
  refused(
    document: string,
    variables?: Variables,
  ): Promise<{
    status: number;
    code: string;
    message: string;
    path: readonly (string | number)[] | undefined;
  }>;
};

export type PortalWorld = PortalClient & {
  readonly database: Database;
  readonly deps: PortalDeps & { readonly outbound: Outbound; readonly background: Background };
  readonly orgId: string;
  readonly catalogId: string;
  /** Faults reported to the operator, which no caller sees. */
  readonly faults: readonly unknown[];
  /** Failed sign-ins of no org, as the operator was told. */
  readonly strangers: readonly unknown[];
  /** A caller with this bearer token, in this portal. */
  withToken(token: string | undefined, address?: PortalAddress): PortalClient;
  /** Signs a person in. */
  signIn(username: string): Promise<PortalClient & { readonly token: string }>;
  /** Puts a product into the catalog, with its API. The demo world has the defaults. */
  product(product?: ProductDraft): Promise<CatalogProduct>;
  /** Puts `customer-oauth` into sandbox, whose scope `customer` has this description. */
  oauthProvider(customerScope?: string): Promise<void>;
  fetch(request: Request, address?: PortalAddress): Promise<Response>;
  /** Moves the clock. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
};

export type ProductDraft = Partial<
  Pick<
    Prisma.CatalogProductUncheckedCreateInput,
    | 'name'
    | 'title'
    | 'version'
    | 'state'
    | 'visibility'
    | 'subscribability'
    | 'words'
    | 'migrationTargetId'
    | 'migrationPlans'
  >
> & {
  readonly plans?: readonly Partial<PlanTerms>[];
  readonly api?: Partial<Prisma.CatalogApiUncheckedCreateWithoutCatalogProductInput> & {
    readonly openapi?: unknown;
  };
};

export const CLIENT_ADDRESS = '192.0.2.1';
export const passwordOf = (username: string) => `${username}-password`;
const SIGN_IN = `mutation ($username: String!, $password: String!) {
  signIn(username: $username, password: $password) { token } }`;

/**
 * Opens the portal API over the org acme with the catalogs sandbox and preview. The consumer orgs of sandbox are
 * `consumers`, of carol and erin, and `others`, of dave.
 */
export async function openPortal(): Promise<PortalWorld> {
  const secrets = new Secrets('the secret key of these tests, which is long');
  const database = withAuditChain(await emptyDatabase(), secrets.signer(AUDIT));
  const faults: unknown[] = [];
  const strangers: unknown[] = [];
  let now = Date.parse('2027-01-01T10:00:00Z');
  const clock = () => new Date(now);
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'], consumerAllowlist: ['127.0.0.0/8'] });
  const background = new Background((fault) => faults.push(fault));
  const deps: PortalDeps & { readonly outbound: Outbound; readonly background: Background } = {
    outbound,
    background,
    database,
    hasMailServer: true,
    secrets,
    passwords: lightPasswords(),
    limits: testLimits({ clock }),
    events: new EventFeed(database),
    clock,
    attempts: new Attempts({ clock }),
    failedSignIns: new FailedSignIns({
      database,
      clock,
      onStrangers: (failures) => strangers.push(failures),
    }),
    registries: registriesOver(outbound),
    registrations: new ClientRegistrations({ outboundOf: (orgId) => outbound.forOrg(orgId), clock }),
    externalTokens: new ExternalTokens({ outboundOf: (orgId) => outbound.forOrg(orgId), clock }),
    urls: { gateway: 'http://gateway.test', control: 'http://control.test', oauth: 'http://sign-in.test' },
  };
  const portal = createPortal({ ...deps, onFault: (fault) => faults.push(fault) });
  const sandbox: PortalAddress = { org: 'acme', catalog: 'sandbox' };
  const fetch: PortalWorld['fetch'] = (request, address = sandbox) =>
    portal(request, { address, clientAddress: CLIENT_ADDRESS });
  const withToken: PortalWorld['withToken'] = (token, address = sandbox) =>
    portalClient(fetch, { token, address });
  const { orgId, catalogId } = await people(deps);
  const anonymous = withToken(undefined);
  return {
    ...anonymous,
    database,
    deps,
    orgId,
    catalogId,
    faults,
    strangers,
    withToken,
    async signIn(username) {
      const { signIn } = await anonymous.run<{ signIn: { token: string } }>(SIGN_IN, {
        username,
        password: passwordOf(username),
      });
      return { ...withToken(signIn.token), token: signIn.token };
    },
    product: (draft = {}) => putProduct(database, catalogId, draft),
    oauthProvider: (customerScope = 'access to the customer API') =>
      putOAuthProvider(database, { orgId, catalogId, customerScope }),
    fetch,
    pass(milliseconds) {
      now += milliseconds;
    },
    async close() {
      await background.settled();
      await outbound.close();
      await database.close();
    },
  };
}

/** Hashes of passwords, made once: they take longer than the rest of a world. */
const hashes = new Map<string, Promise<string>>();

async function people({ database, passwords }: PortalDeps): Promise<{ orgId: string; catalogId: string }> {
  const { prisma } = database;
  const org = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  const [sandbox] = await prisma.catalog.createManyAndReturn({
    data: ['sandbox', 'preview'].map((name) => ({ orgId: org.id, name, title: name })),
  });
  if (!sandbox) throw new Error('no catalog');
  for (const [name, members] of [
    ['consumers', ['carol', 'erin']],
    ['others', ['dave']],
  ] as const) {
    const consumerOrg = await prisma.consumerOrg.create({
      data: { catalogId: sandbox.id, name, title: name },
    });
    for (const [index, username] of members.entries()) {
      const hashed = hashes.get(username) ?? passwords.hash(passwordOf(username), ['test']);
      hashes.set(username, hashed);
      const where = { catalogId: sandbox.id, consumerOrgId: consumerOrg.id };
      const role = index === 0 ? 'OWNER' : 'DEVELOPER';
      await prisma.member.create({ data: { ...where, username, role, passwordHash: await hashed } });
    }
  }
  return { orgId: org.id, catalogId: sandbox.id };
}

async function putProduct(
  { prisma }: Database,
  catalogId: string,
  { plans = [{}], api = {}, ...draft }: ProductDraft,
): Promise<CatalogProduct> {
  const version = draft.version ?? '1.0.0';
  const { openapi, ...columns } = { ...customerApi(version), ...api };
  const { apis, ...product } = await prisma.catalogProduct.create({
    data: {
      catalogId,
      name: 'customer',
      title: 'Customer',
      version,
      state: 'PUBLISHED',
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      ...draft,
      plans: {
        create: plans.map((plan, position) => ({ ...planToStore({ ...defaultPlan, ...plan }), position })),
      },
      apis: { create: [columns] },
    },
    include: { apis: { select: { id: true } } },
  });
  if (openapi)
    for (const { id } of apis)
      await writeOpenApi(prisma, { table: 'CatalogApi', id }, JSON.stringify(openapi));
  return product;
}

async function putOAuthProvider(
  { prisma }: Database,
  { orgId, catalogId, customerScope }: Readonly<Record<'orgId' | 'catalogId' | 'customerScope', string>>,
): Promise<void> {
  await prisma.oAuthProvider.create({
    data: {
      orgId,
      name: 'customer-oauth',
      title: 'Customer OAuth',
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'],
      scopes: toStore([{ name: 'customer', description: customerScope }]),
      accessTokenSeconds: 3600,
      refreshTokens: false,
      refreshTokenSeconds: 0,
      catalogs: { connect: { id: catalogId } },
    },
  });
}

const customerApi = (version: string) => ({
  position: 0,
  name: 'customerdb',
  title: 'Customer Database',
  version,
  kind: 'REST' as const,
  basePath: '/customerdb/v1',
  targetUrl: 'http://crm.internal:8091/customerdb/v1',
  openapi: {
    openapi: '3.0.3',
    info: { title: 'customerdb', version: '1.0.0' },
    servers: [{ url: 'http://crm.internal:8091/customerdb/v1' }],
    paths: { '/customers': { get: { summary: 'List the customers', responses: {} } } },
  },
  securityDefinitions: toStore(defaultSecurity.securityDefinitions),
  security: toStore(defaultSecurity.security),
  online: true,
});

export function portalClient(
  fetch: PortalWorld['fetch'],
  { token, address }: { token: string | undefined; address: PortalAddress },
): PortalClient {
  const send: PortalClient['send'] = async (query, variables = {}) => {
    const request = new Request(`http://control.test/portal/${address.org}/${address.catalog}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const response = await fetch(request, address);
    const text = await response.text();
    const { data = null, errors = [] } = JSON.parse(text) as Partial<PortalAnswer>;
    return { status: response.status, headers: response.headers, text, data, errors };
  };
  return {
    send,
    async run<T>(document: string, variables?: Variables) {
      const { data, errors } = await send(document, variables);
      if (data && errors.length === 0) return data as T;
      throw new Error(`refused: ${JSON.stringify(errors)}`);
    },
    async refused(document, variables) {
      const { status, data, errors } = await send(document, variables);
      const [error] = errors;
      if (!error) throw new Error(`not refused: ${JSON.stringify(data)}`);
      return { status, code: error.extensions.code, message: error.message, path: error.extensions.path };
    },
  };
}
