import { z } from 'zod';
import { unmatchedOutcomes } from '../../../domain/consumer/sign-in-policy.ts';
import { memberRoles } from '../../../domain/consumer/team.ts';
import { closedObject } from './manifest-rules.ts';

const consumerOrgRule = closedObject('A rule that places people in a consumer org.', {
  claim: z
    .string()
    .optional()
    .describe('The claim or attribute that is looked at; it holds for everybody unless given.'),
  value: z.string().optional().describe('The value that it has; any unless given.'),
  consumerOrg: z
    .string()
    .optional()
    .describe('The consumer org, by name; the one that sign-ins have made for the value unless given.'),
  create: z
    .boolean()
    .optional()
    .describe('True where the consumer org of a value is made by the first sign-in; false unless given.'),
});

const roleRule = closedObject('A rule that gives people a role.', {
  claim: z.string().describe('The claim or attribute that is looked at.'),
  value: z.string().describe('The value that it has, or one of its values is.'),
  role: z.enum(memberRoles).describe('The role of who has it.'),
});

const provider = closedObject('A user registry whose people sign in to the portal.', {
  userRegistry: z.string().describe('Its name; it is of type OPENID_CONNECT, SAML or LDAP.'),
  title: z.string().optional().describe('The words of its button; those of the registry unless given.'),
  consumerOrgs: z
    .array(consumerOrgRule)
    .optional()
    .describe('Rules for the consumer org; the first that holds counts.'),
  roles: z
    .array(roleRule)
    .optional()
    .describe('Rules for the role; the first that holds counts, and who meets none is a viewer.'),
  unmatched: z
    .enum(unmatchedOutcomes)
    .optional()
    .describe('What becomes of somebody whom no rule places; REFUSE unless given.'),
});

/** The sign-in policy of a catalog, in a manifest. */
export const signInSettings = closedObject(
  'How people sign in to its portal; by password alone without it.',
  {
    passwords: z
      .boolean()
      .optional()
      .describe('May people sign in, and sign up, by a password of the portal? True unless given.'),
    providers: z
      .array(provider)
      .optional()
      .describe('Its identity providers, in the order of their buttons.'),
  },
);
