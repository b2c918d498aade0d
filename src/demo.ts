import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from './database/database.ts';
import { toStore } from './database/json.ts';

const DOCUMENT = fileURLToPath(new URL('../examples/demo-world.graphql', import.meta.url));
const CUSTOMER_DATABASE = fileURLToPath(new URL('../openapi/customerdb.v1.yaml', import.meta.url));

/** Who signs in to the portal of the demo world. (architecture.md, "Demo world") */
export const demoConsumer = { username: 'consumer', password: 'consumer-password' };

export type DemoDeps = {
  readonly database: Database;
  readonly backendsUrl: string;
  /** Executes a document against the management API, as the platform itself. */
  readonly manage: (document: string, variables: object) => Promise<{ errors?: readonly { message: string }[] }>;
};

/**
 * Makes the demo world on the first start, through the management API. The GraphQL server `sample` is its last part
 * and says that it is complete: a start that was killed within it begins again.
 *
 * @throws Error when a mutation is refused
 */
export async function ensureDemoWorld({ database, backendsUrl, manage }: DemoDeps): Promise<void> {
  const { prisma } = database;
  if (await prisma.graphQLServer.findUnique({ where: { name: 'sample' } })) return;
  const others = await prisma.org.count({ where: { name: { not: 'acme' } } });
  if (others > 0) return;
  await prisma.org.deleteMany({ where: { name: 'acme' } });
  const { errors } = await manage(readFileSync(DOCUMENT, 'utf8'), {
    registryUrl: `${backendsUrl}/auth`,
    customerDatabase: readFileSync(CUSTOMER_DATABASE, 'utf8'),
    customerDatabaseUrl: `${backendsUrl}/customerdb/v1`,
    password: demoConsumer.password,
  });
  if (errors) throw new Error(`The demo world cannot be made: ${errors.map(({ message }) => message).join(' ')}`);
  await prisma.graphQLServer.create({ data: { ...sampleServer(backendsUrl), org: { connect: { name: 'acme' } } } });
}

/** The GraphQL server of .meshrc.yaml, with the access policy of spec.md, which lets every query through. */
function sampleServer(backendsUrl: string) {
  return {
    name: 'sample',
    title: 'Sample',
    sources: toStore([
      { name: 'customers', url: backendsUrl, operations: ['getCustomers', 'getCustomerById'] },
      { name: 'accounts', url: backendsUrl, operations: ['getAccounts', 'getAccount'] },
    ]),
    policies: toStore({ access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } }),
  };
}

/** The client key of the demo application, as long as it is there. */
export async function demoClientKey({ prisma }: Database): Promise<string | undefined> {
  const credential = await prisma.credential.findFirst({
    where: { application: { name: 'demo-application', consumerOrg: { catalog: { org: { name: 'acme' } } } } },
    orderBy: { createdAt: 'asc' },
  });
  return credential?.clientKey;
}
