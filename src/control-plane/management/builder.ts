import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { getDatamodel } from '../../../bundles/prisma.js';
import type { Role } from '../../domain/people/roles.ts';
import { Refusal } from '../../foundation/errors.ts';
import { type ScalarTypes, scalars } from '../../graphql/schema/scalars.ts';
import { FIRST_DEFAULT, partDescriptions } from '../../graphql/server/take-skip.ts';
import type PrismaTypes from '../../infrastructure/database/generated/pothos-types.ts';
import { demandRole } from './caller.ts';
import type { ManagementContext } from './context.ts';

/**
 * The builder of the management schema: plugins and scalars; it defines no type. Every query needs the role VIEWER
 * and every mutation DEVELOPER, unless its field says more: nothing is open because somebody forgot.
 */
export const builder = new SchemaBuilder<{
  DefaultFieldNullability: false;
  Context: ManagementContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: { role: Role };
  Scalars: ScalarTypes;
}>({
  defaultFieldNullability: false,
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  scopeAuth: {
    authScopes: ({ caller }) => ({ role: (required) => demandRole(caller, required) }),
    unauthorizedError: (_parent, _context, _info, result) =>
      new Refusal('FORBIDDEN', { detail: result.message }),
  },
  prisma: {
    client: ({ database }) => database.prisma,
    dmmf: getDatamodel(),
    maxConnectionSize: 100,
    defaultConnectionSize: 50,
  },
});

/** Options of the argument or input field that names the org. */
export const inOrg = { description: 'The org; may be left out by a caller of one org.' };

/** The arguments that say which part of a list is wanted, for `takeSkipOf`. */
export const partArgs = builder.args((t) => ({
  first: t.int({ defaultValue: FIRST_DEFAULT, description: partDescriptions.first }),
  offset: t.int({ description: partDescriptions.offset }),
}));

for (const [name, scalar] of scalars) builder.addScalarType(name, scalar);

builder.queryType({
  description: 'What there is. Needs a token with the role VIEWER or more.',
  authScopes: { role: 'VIEWER' },
});
builder.mutationType({
  description:
    'What can be changed. Needs a token with the role DEVELOPER, or ADMINISTRATOR where it says so.',
  authScopes: { role: 'DEVELOPER' },
});
builder.subscriptionType({
  // `Subscription` is a noun here already.
  name: 'LiveEvents',
  description:
    'What can be followed live, over server-sent events. Needs a token with the role VIEWER or more.',
  authScopes: { role: 'VIEWER' },
});
