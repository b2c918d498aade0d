import { change } from '../../src/infrastructure/database/change.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { CATALOG, type CatalogWorld } from './catalog.ts';
import type { ManagementClient, Refused, Variables } from './management.ts';

/** A change request as tests read it. */
export type ReadRequest = {
  readonly number: number;
  readonly state: string;
  readonly hash: string;
  readonly title: string;
  readonly mutation: string;
  readonly subject: string;
  readonly input: Variables | null;
  readonly approvalsLacking: number;
  readonly proposedBy: string;
  readonly closedBy: string | null;
  readonly reason: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly moved: readonly { readonly item: string; readonly kind: string; readonly members: string[] }[];
  readonly transitions: readonly Variables[];
  readonly warnings: readonly { readonly code: string }[];
  readonly steps: readonly { readonly action: string; readonly kind: string; readonly name: string }[];
  readonly approvals: readonly { readonly approvedBy: string }[];
  readonly comments: readonly { readonly writtenBy: string; readonly text: string }[];
  readonly change: { readonly id: string } | null;
};

export const REQUEST = `{ number state hash title mutation subject input approvalsLacking proposedBy closedBy reason
  failure { code message } moved { item kind members } transitions { product from to } warnings { code }
  steps { action kind name } approvals { approvedBy } comments { writtenBy text } change { id } }`;

/** The document of a lifecycle mutation, as a person would send it. */
export const documentOf = (mutation: string, type: string) =>
  `mutation Change($input: ${type}!) { ${mutation}(input: $input) { dryRun } }`;

const types: Readonly<Record<string, string>> = {
  supersedeProduct: 'SupersedeProductInput',
  replaceProduct: 'SupersedeProductInput',
  deprecateProduct: 'DeprecateProductInput',
  migrateSubscriptions: 'MigrateSubscriptionsInput',
  undoLifecycleChange: 'UndoLifecycleChangeInput',
  applyManifest: 'ApplyManifestInput',
  setApiOnline: 'SetApiOnlineInput',
};

/** The input that proposes a mutation by its name. */
export function proposalOf(mutation: string, input: Variables, more: Variables = {}): Variables {
  const document = documentOf(mutation, types[mutation] ?? 'CatalogProductInput');
  const text = mutation === 'setApiOnline' ? document.replace('{ dryRun }', '{ name }') : document;
  return { mutation: text, variables: { input }, ...more };
}

export const propose = (client: ManagementClient, proposal: Variables) =>
  client.mutate<ReadRequest>('proposeChange', proposal, REQUEST);

/** Calls one of the mutations that take a number. */
export const act = (client: ManagementClient, mutation: string, input: Variables) =>
  client.mutate<ReadRequest>(mutation, input, REQUEST);

/** Asks for a change that waits for its turn while others take rights away. */
export async function askBehind<Answer>(
  { database, orgId }: CatalogWorld,
  ask: () => Promise<Answer>,
  takeRights: (rows: Database['prisma']) => Promise<unknown>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  const turn = async () => {
    answer = ask();
    await new Promise((resolve) => setTimeout(resolve, 400));
    await takeRights(database.prisma);
  };
  await change(
    database,
    { orgId, actor: 'token:other', action: 'test', subject: 'rights', turn },
    async () => {},
  );
  return answer as Promise<Answer>;
}

export const refusedAct = (client: ManagementClient, mutation: string, input: Variables): Promise<Refused> =>
  client.refused(mutation, input, '{ number }');

export const requestOf = async (client: ManagementClient, number: number): Promise<ReadRequest> =>
  (
    await client.query<{ changeRequest: ReadRequest }>(
      `{ changeRequest(org: "acme", number: ${number}) ${REQUEST} }`,
    )
  ).changeRequest;

/** Sets who approves changes of the catalog. */
export const setPolicy = (world: CatalogWorld, changePolicy: Variables | null) =>
  world.mutate('updateCatalog', { org: 'acme', name: CATALOG, changePolicy });
