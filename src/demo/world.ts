import { readFileSync } from 'node:fs';
import { packageFile } from '../foundation/package-files.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { toStore } from '../infrastructure/database/json-columns.ts';
import { PRODUCTION_PATH, productionCredentials } from './backends/production.ts';

const DOCUMENT = packageFile('examples/demo-world.graphql');
const CUSTOMER_DATABASE = packageFile('openapi/customerdb.v1.yaml');

/** The person who signs in to the portal of the demo world. (architecture.md, "Demo world") */
export const demoConsumer = { username: 'consumer', password: 'consumer-password' };

export type DemoDeps = {
  readonly database: Database;
  readonly backendsUrl: string;
  /** Executes a document against the management API, as the platform itself. */
  readonly manage: (
    document: string,
    variables: object,
  ) => Promise<{ errors?: readonly { message: string }[] }>;
};

/** The actor of the demo world in the audit. */
export const demoActor = 'demo-world';

/**
 * Makes the demo world on an empty platform, through the management API. The GraphQL server `sample` is its last part
 * and says that it is complete: a start that was killed within it begins again.
 *
 * @throws Error when a mutation is refused
 */
export async function ensureDemoWorld({ database, backendsUrl, manage }: DemoDeps): Promise<void> {
  const { prisma } = database;
  if (await isHalfMade(database)) await discard(manage);
  if ((await prisma.org.count()) > 0) return;
  const { errors } = await manage(readFileSync(DOCUMENT, 'utf8'), {
    registryUrl: `${backendsUrl}/auth`,
    customerDatabase: readFileSync(CUSTOMER_DATABASE, 'utf8'),
    sandboxUrl: `${backendsUrl}/customerdb/v1`,
    productionUrl: `${backendsUrl}${PRODUCTION_PATH}/customerdb/v1`,
    productionUsername: productionCredentials.username,
    productionPassword: productionCredentials.password,
    password: demoConsumer.password,
  });
  if (errors)
    throw new Error(`The demo world cannot be made: ${errors.map(({ message }) => message).join(' ')}`);
  await prisma.graphQLServer.create({
    data: { ...sampleServer(backendsUrl), org: { connect: { name: 'acme' } } },
  });
}

const CATALOGS = ['sandbox', 'production'];

/** Deletes the demo org. Its consumers go first, as an org with subscriptions cannot be deleted. */
async function discard(manage: DemoDeps['manage']): Promise<void> {
  for (const catalog of CATALOGS) {
    const consumers = `{ org: "acme", catalog: "${catalog}", name: "consumers" }`;
    await manage(`mutation { deleteConsumerOrg(input: ${consumers}) }`, {});
  }
  await manage('mutation { deleteOrg(input: { name: "acme" }) }', {});
}

/** Tells whether only this code touched the org acme, and its last part is missing. */
async function isHalfMade({ prisma }: Database): Promise<boolean> {
  const org = await prisma.org.findUnique({
    where: { name: 'acme' },
    select: {
      graphqlServers: { select: { id: true } },
      auditEvents: { where: { actor: { not: `token:${demoActor}` } }, take: 1 },
    },
  });
  return org !== null && org.graphqlServers.length === 0 && org.auditEvents.length === 0;
}

/** The GraphQL server of .meshrc.yaml, with the access policy of spec.md that allows every query. */
function sampleServer(backendsUrl: string) {
  return {
    name: 'sample',
    title: 'Sample',
    alias: 'sample',
    exposed: true,
    sources: toStore([
      { name: 'customers', url: backendsUrl, operations: ['getCustomers', 'getCustomerById'] },
      { name: 'accounts', url: backendsUrl, operations: ['getAccounts', 'getAccount'] },
    ]),
    policies: toStore({ access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } }),
  };
}

/** The client key of the sandbox's demo application, as long as it is there. */
export async function demoClientKey({ prisma }: Database): Promise<string | undefined> {
  const credential = await prisma.credential.findFirst({
    where: {
      application: {
        name: 'demo-application',
        consumerOrg: { catalog: { name: 'sandbox', org: { name: 'acme' } } },
      },
    },
    orderBy: { createdAt: 'asc' },
  });
  return credential?.clientKey;
}
