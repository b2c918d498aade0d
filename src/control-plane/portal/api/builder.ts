import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { getDatamodel } from '../../../../bundles/prisma.js';
import { Refusal } from '../../../foundation/errors.ts';
import { type ScalarTypes, scalars } from '../../../graphql/schema/scalars.ts';
import { FIRST_DEFAULT, partDescriptions } from '../../../graphql/server/take-skip.ts';
import type PrismaTypes from '../../../infrastructure/database/generated/pothos-types.ts';
import { demandViewer, type PortalContext } from './context.ts';

/**
 * The builder of the portal's schema: plugins and scalars; it defines no type. Every query and mutation needs somebody
 * signed in, unless its field says otherwise (`skipTypeScopes`): nothing is open because somebody forgot.
 */
export const builder = new SchemaBuilder<{
  DefaultFieldNullability: false;
  Context: PortalContext;
  PrismaTypes: PrismaTypes;
  AuthScopes: { signedIn: boolean };
  Scalars: ScalarTypes;
}>({
  defaultFieldNullability: false,
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  scopeAuth: {
    authScopes: (context) => ({ signedIn: () => demandViewer(context) !== null }),
    unauthorizedError: (_parent, _context, _info, result) =>
      new Refusal('UNAUTHENTICATED', { detail: result.message }),
  },
  prisma: { client: ({ database }) => database.prisma, dmmf: getDatamodel() },
});

/** The arguments that say which part of a list is wanted, for `takeSkipOf`. */
export const partArgs = builder.args((t) => ({
  first: t.int({ defaultValue: FIRST_DEFAULT, description: partDescriptions.first }),
  offset: t.int({ description: partDescriptions.offset }),
}));

for (const [name, scalar] of scalars) builder.addScalarType(name, scalar);

builder.queryType({
  description: 'What a consumer sees of a catalog. Public products need no sign-in; the rest does.',
  authScopes: { signedIn: true },
});
builder.mutationType({
  description: 'What a consumer can do: sign in, have applications, subscribe them to plans of products.',
  authScopes: { signedIn: true },
});
builder.subscriptionType({
  // `Subscription` is a noun here already.
  name: 'LiveEvents',
  description: 'What a consumer can follow live, over server-sent events.',
  authScopes: { signedIn: true },
});
