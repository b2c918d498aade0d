import { Prisma } from '../../../../bundles/prisma.js';
import { type CredentialPolicy, credentialPolicyFrom } from '../../../domain/consumer/credential-policy.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

export const CredentialPolicyRef = builder.objectRef<CredentialPolicy>('CredentialPolicy').implement({
  description: 'How long client secrets and API keys of a catalog last, and when their end is told first.',
  fields: (t) => ({
    maxDays: t.exposeInt('maxDays', {
      description: 'After how many days those end that are made or replaced under the policy.',
    }),
    noticeDays: t.exposeInt('noticeDays', {
      description:
        'How many days before an end it is told first, by CREDENTIAL_ENDING and in the portal; again 7 and 1 days before, and at the end.',
    }),
  }),
});

export const CredentialPolicyInput = builder.inputType('CredentialPolicyInput', {
  description:
    'How long client secrets and API keys last that are made or replaced from now on; those that there are stay as they are.',
  fields: (t) => ({
    maxDays: t.int({ required: true, description: 'After how many days they end: 2 to 3650.' }),
    noticeDays: t.int({
      description:
        'How many days before an end it is told first: 1 to 365, less than `maxDays`. Unless given it is 30, or half of `maxDays` where that is less.',
    }),
  }),
});

/** Converts a policy for its column. Undefined leaves it, null takes it away. */
export function credentialPolicyColumn(
  input: Parameters<typeof credentialPolicyFrom>[0] | null | undefined,
): Prisma.InputJsonValue | typeof Prisma.DbNull | undefined {
  if (input === undefined) return undefined;
  if (input === null) return Prisma.DbNull;
  return toStore(credentialPolicyFrom(input, ['input', 'credentialPolicy']));
}
