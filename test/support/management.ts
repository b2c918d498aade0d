import { EventFeed } from '../../src/control-plane/events/event-feed.ts';
import type { ManagementDeps } from '../../src/control-plane/management/context.ts';
import { createManagement } from '../../src/control-plane/management/handler.ts';
import { schema } from '../../src/control-plane/management/schema.ts';
import { build } from '../../src/data-plane/graphql-server/build/build.ts';
import { ownServers } from '../../src/domain/addresses/own-servers.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import { AUDIT, withAuditChain } from '../../src/infrastructure/database/audit-chain.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { FailedSignIns } from '../../src/infrastructure/database/failed-sign-ins.ts';
import { ClientRegistrations } from '../../src/infrastructure/issuers/client-registrations.ts';
import { Attempts } from '../../src/infrastructure/limits/guesses/attempts.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import type { OwnEndpoint } from '../../src/infrastructure/outbound/own-addresses.ts';
import { Secrets } from '../../src/infrastructure/secrets/secrets.ts';
import { emptyDatabase } from './database.ts';
import { lightPasswords } from './light-passwords.ts';
import { testLimits } from './test-limits.ts';

/** Response of the management API over HTTP. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly path?: readonly (string | number)[] };
  }[];
};

/** A refusal as a caller reads it. */
export type Refused = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[] | undefined;
};

export type Variables = Readonly<Record<string, unknown>>;

/** A caller of the management API. */
export type ManagementClient = {
  /** Any document, answered or refused. */
  send(document: string, variables?: Variables): Promise<Answer>;
  /** @throws Error when the query is refused */
  query<T = Record<string, unknown>>(document: string, variables?: Variables): Promise<T>;
  /** Runs one mutation by its name and gives what it answered. @throws Error when it is refused */
  mutate<T = Record<string, unknown>>(field: string, input: Variables, selection?: string): Promise<T>;
  /** Runs one mutation that must be refused. @throws Error when it is not */
  refused(field: string, input: Variables, selection?: string): Promise<Refused>;
};

/** A management API over a database of its own; the client is the platform's administrator. */
export type ManagementWorld = ManagementClient & {
  readonly database: Database;
  readonly deps: ManagementDeps;
  /** Faults reported to the operator, which no caller sees. */
  readonly faults: readonly unknown[];
  /** A caller with a token of this role; of one org, unless it is null. Without a role: no token. */
  as(role: Role | undefined, orgName?: string | null): Promise<ManagementClient>;
  /** A caller with this bearer token. */
  withToken(token: string | undefined): ManagementClient;
  /** The handler itself, for what only HTTP can show. */
  fetch(request: Request, network?: string): Promise<Response>;
  /** Moves the clock. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
};

/** Address of all requests, as the audit records it. */
export const ADDRESS = '192.0.2.1';
const ENDPOINT = 'http://control.test/graphql';
export const urls = {
  console: 'http://control.test',
  gateway: 'http://gateway.test',
  control: 'http://control.test',
  oauth: 'http://sign-in.test',
  graphqlServer: 'http://graphql.test',
};

/**
 * Opens the management API, with an empty database by default. Loopback addresses may be called.
 *
 * @param forbidden listeners of the platform, which may not
 */
export async function openManagement(
  existing?: Database,
  forbidden: readonly OwnEndpoint[] = [],
): Promise<ManagementWorld> {
  const secrets = new Secrets('the secret key of these tests, which is long');
  const database = withAuditChain(existing ?? (await emptyDatabase()), secrets.signer(AUDIT));
  const faults: unknown[] = [];
  let now = Date.parse('2027-01-01T00:00:00Z');
  const clock = () => new Date(now);
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'], forbidden });
  const deps: ManagementDeps = {
    database,
    secrets,
    passwords: lightPasswords(),
    outbound,
    registrations: new ClientRegistrations({ outboundOf: (orgId) => outbound.forOrg(orgId), clock }),
    ownServers: ownServers([urls.graphqlServer, 'http://127.0.0.1:8090']),
    limits: testLimits(),
    events: new EventFeed(database),
    buildGraphQLServer: build,
    hasMailServer: true,
    attempts: new Attempts({ clock }),
    failedSignIns: new FailedSignIns({ database, clock, onStrangers() {} }),
    clock,
    urls,
  };
  const handler = createManagement({ ...deps, onFault: (fault) => faults.push(fault) });
  let requests = 0;
  // Each from a network of its own, unless it says another: what one guesses holds up no other.
  const fetch = async (request: Request, network?: string) => {
    requests += 1;
    return handler.fetch(request, { network: network ?? `network ${requests}`, address: ADDRESS });
  };
  const withToken = (token: string | undefined) => clientOver(fetch, token);

  async function tokenFor(role: Role, orgName: string | null): Promise<string> {
    const org =
      orgName === null ? null : await database.prisma.org.findUniqueOrThrow({ where: { name: orgName } });
    const token = deps.secrets.issue('gh_');
    const name = `${role.toLowerCase()}-${token.slice(3, 12)}`;
    const tokenHash = deps.secrets.hash(token);
    await database.prisma.accessToken.create({ data: { orgId: org?.id ?? null, name, role, tokenHash } });
    return token;
  }

  return {
    ...withToken(await tokenFor('ADMINISTRATOR', null)),
    database,
    deps,
    faults,
    withToken,
    fetch,
    as: async (role, orgName = 'acme') => withToken(role && (await tokenFor(role, orgName))),
    pass(milliseconds) {
      now += milliseconds;
    },
    async close() {
      await deps.outbound.close();
      await database.close();
    },
  };
}

function clientOver(fetch: ManagementWorld['fetch'], token: string | undefined): ManagementClient {
  const send: ManagementClient['send'] = async (query, variables = {}) => {
    const response = await fetch(
      new Request(ENDPOINT, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
      }),
    );
    const { data = null, errors = [] } = (await response.json()) as Partial<Answer>;
    return { status: response.status, headers: response.headers, data, errors };
  };
  /** Asks again, as the refusal says, where the machine was too busy. */
  async function answered(
    document: string,
    variables?: Variables,
    tries = 5,
  ): Promise<Record<string, unknown>> {
    const { data, errors } = await send(document, variables);
    if (data && errors.length === 0) return data;
    if (tries > 1 && errors.every(({ extensions }) => extensions.code === 'TEMPORARILY_UNAVAILABLE'))
      return answered(document, variables, tries - 1);
    throw new Error(`refused: ${JSON.stringify(errors)}`);
  }
  return {
    send,
    query: async <T>(document: string, variables?: Variables) => (await answered(document, variables)) as T,
    mutate: async <T>(field: string, input: Variables, selection?: string) =>
      (await answered(mutationOf(field, selection), { input }))[field] as T,
    async refused(field, input, selection) {
      const { status, data, errors } = await send(mutationOf(field, selection), { input });
      const [error] = errors;
      if (!error) throw new Error(`${field} was not refused: ${JSON.stringify(data)}`);
      const { code, path } = error.extensions;
      return { status, code, message: error.message, path };
    },
  };
}

/** Writes the document of one mutation with its input. It selects the name by default. */
function mutationOf(field: string, selection = '{ name }'): string {
  const input = schema.getMutationType()?.getFields()[field]?.args[0]?.type;
  if (!input) throw new Error(`There is no mutation ${field}.`);
  return `mutation ($input: ${input}) { ${field}(input: $input) ${selection} }`;
}
