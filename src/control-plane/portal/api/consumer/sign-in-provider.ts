import { claimsRead } from '../../../../domain/consumer/sign-in-placement.ts';
import {
  passwordsAlone,
  type SignInPolicy,
  type SignInProvider,
} from '../../../../domain/consumer/sign-in-policy.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { UserRegistry } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import type { IdentifiedRegistry } from '../../../../infrastructure/user-registries/registries.ts';
import { registrySettingsOf } from '../../../../infrastructure/user-registries/stored-registry.ts';
import { userRegistryTypes } from '../../../../infrastructure/user-registries/types.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';

/** The ways in which people sign in to the portal. */
const signInPolicyOf = ({ catalog }: Pick<PortalContext, 'catalog'>): SignInPolicy =>
  stored<SignInPolicy | null>(catalog.signIn) ?? passwordsAlone;

/** @throws PASSWORDS_DISABLED where people sign in by identity providers alone */
export function demandPasswords(context: Pick<PortalContext, 'catalog'>): void {
  if (!signInPolicyOf(context).passwords) refuse('PASSWORDS_DISABLED');
}

/** A provider of the portal with its user registry, which is of the same org. */
export type OpenedProvider = {
  readonly provider: SignInProvider;
  readonly row: UserRegistry;
  readonly registry: IdentifiedRegistry;
};

/** @throws NOT_FOUND when the portal has no such provider */
export async function openProvider(context: PortalContext, name: string): Promise<OpenedProvider> {
  const { catalog, database, secrets } = context;
  const provider = signInPolicyOf(context).providers.find(({ userRegistry }) => userRegistry === name);
  const row =
    provider &&
    (await database.prisma.userRegistry.findUnique({
      where: { orgId_name: { orgId: catalog.orgId, name } },
    }));
  if (!provider || !row)
    return refuse('NOT_FOUND', { detail: 'The portal has no such identity provider.', path: ['provider'] });
  const registry = { ...registrySettingsOf(row, secrets), claims: claimsRead(provider) };
  return { provider, row, registry };
}

/** The address that identity providers send browsers back to. Each has its own, so that none answers for another. */
export const callbackUrl = ({ portalUrl }: Pick<PortalContext, 'portalUrl'>, name: string): string =>
  `${portalUrl}/sign-in/with/${name}/callback`;

type ShownProvider = {
  readonly name: string;
  readonly title: string;
  readonly takesPasswords: boolean;
  readonly answersByPost: boolean;
};

const SignInProviderRef = builder.objectRef<ShownProvider>('PortalSignInProvider').implement({
  description: 'An identity provider whose people sign in to this portal.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which `signInWith` and `beginSignIn` take.' }),
    title: t.exposeString('title', { description: 'The words of its button.' }),
    takesPasswords: t.exposeBoolean('takesPasswords', {
      description:
        'Is it asked about a username and password, by `signInWith`? Else people sign in at its own pages.',
    }),
    answersByPost: t.exposeBoolean('answersByPost', {
      description:
        'Does the browser come back by POST, as from a SAML provider? `finishSignIn` then takes the form.',
    }),
    metadata: t.string({
      nullable: true,
      description: 'What a SAML provider has to know of this portal, as XML; null for any other provider.',
      resolve: async ({ name }, _args, context) => {
        const { registry } = await openProvider(context, name);
        const { redirect } = userRegistryTypes[registry.type];
        return (await redirect?.metadata?.(registry, callbackUrl(context, name))) ?? null;
      },
    }),
  }),
});

builder.prismaObjectField('Catalog', 'takesPasswords', (t) =>
  t.boolean({
    description: 'Do people sign in by a username and password that this portal keeps?',
    resolve: (_catalog, _args, context) => signInPolicyOf(context).passwords,
  }),
);

builder.prismaObjectField('Catalog', 'signInProviders', (t) =>
  t.field({
    type: [SignInProviderRef],
    description: 'The identity providers whose people sign in to this portal.',
    resolve: async (_catalog, _args, context) => {
      const { providers } = signInPolicyOf(context);
      if (providers.length === 0) return [];
      const rows = await context.database.prisma.userRegistry.findMany({
        where: {
          orgId: context.catalog.orgId,
          name: { in: providers.map(({ userRegistry }) => userRegistry) },
        },
        select: { name: true, displayName: true, title: true, type: true },
      });
      return providers.flatMap(({ userRegistry: name, title }) => {
        const row = rows.find((each) => each.name === name);
        if (!row) return [];
        const { redirect } = userRegistryTypes[row.type];
        return [
          {
            name,
            title: title ?? (row.displayName || row.title),
            takesPasswords: redirect === undefined,
            answersByPost: redirect?.answersByPost ?? false,
          },
        ];
      });
    },
  }),
);
