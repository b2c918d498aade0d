import type { SignInPolicy, SignInProvider } from '../consumer/sign-in-policy.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** Writes how people sign in to a portal. */
export const signInWritten = ({ passwords, providers }: SignInPolicy): Written => ({
  ...unlessDefault('passwords', passwords, true),
  ...unlessDefault('providers', providers.map(providerWritten), []),
});

const providerWritten = ({
  userRegistry,
  title,
  consumerOrgs,
  roles,
  unmatched,
}: SignInProvider): Written => ({
  userRegistry,
  ...unlessDefault('title', title, null),
  ...unlessDefault(
    'consumerOrgs',
    consumerOrgs.map(({ claim, value, consumerOrg, create }) => ({
      ...unlessDefault('claim', claim, null),
      ...unlessDefault('value', value, null),
      ...unlessDefault('consumerOrg', consumerOrg, null),
      ...unlessDefault('create', create, false),
    })),
    [],
  ),
  ...unlessDefault(
    'roles',
    roles.map(({ claim, value, role }) => ({ claim, value, role })),
    [],
  ),
  ...unlessDefault('unmatched', unmatched, 'REFUSE'),
});
