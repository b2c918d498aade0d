import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { NamedInput } from '../name-input.ts';

const serverSelect = {
  id: true,
  orgId: true,
  state: true,
  sdl: true,
  revision: true,
  builtRevision: true,
  policies: true,
  standingPolicies: true,
} as const;

/** @throws NOT_FOUND */
export async function graphqlServerNamed(
  transaction: Transaction,
  { orgId, name, path }: NamedInput,
): Promise<ServerRow> {
  const server = await transaction.graphQLServer.findFirst({ where: { orgId, name }, select: serverSelect });
  return server ?? refuse('NOT_FOUND', { detail: `There is no GraphQL server ${name} in this org.`, path });
}

/** Columns that decide how a server is changed. */
export type ServerRow = Prisma.GraphQLServerGetPayload<{ select: typeof serverSelect }>;
