import { z } from 'zod';
import { ldapScopes } from '../../../domain/oauth/ldap-settings.ts';
import { listed } from '../../../foundation/text/listed.ts';
import { userRegistryTypeNames, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { displayed } from './items.ts';
import { closedObject, name, title, url } from './manifest-rules.ts';

const registryTypes = Object.values(userRegistryTypes);

const ldapItem = closedObject('How people are found in a directory.', {
  baseDn: z.string().describe('The entry that people are searched from.'),
  userFilter: z
    .string()
    .optional()
    .describe('The filter that finds a person; `(uid={username})` unless given. (RFC 4515)'),
  scope: z
    .enum(ldapScopes)
    .optional()
    .describe('How far below the base DN people are searched; SUBTREE unless given.'),
  subjectAttribute: z
    .string()
    .optional()
    .describe(
      'The attribute whose one value names the person in tokens; the first that the filter compares with the username, unless given.',
    ),
  bindDn: z
    .string()
    .optional()
    .describe("The entry that searches in the platform's name; without it the search is anonymous."),
  bindPassword: z
    .string()
    .optional()
    .describe(
      'Its password; required of a new bind DN, or a new address. One that is there keeps its own. It is never exported.',
    ),
  startTls: z.boolean().optional().describe('Of ldap://: is TLS begun by STARTTLS? Yes, unless given.'),
  authorities: z
    .string()
    .optional()
    .describe("The authorities of the directory's certificate, as PEM; those of the system unless given."),
  timeoutMs: z
    .int()
    .optional()
    .describe('How long all of a sign-in may take there, in milliseconds; 5000 unless given.'),
});

const openIdItem = closedObject('How people sign in with an OpenID provider.', {
  clientId: z.string().describe('The client that the platform is there.'),
  clientType: z
    .enum(['CONFIDENTIAL', 'PUBLIC'])
    .optional()
    .describe('Whether that client has a secret; CONFIDENTIAL unless given.'),
  clientSecret: z
    .string()
    .optional()
    .describe(
      'Its secret; required of a new client, or a new issuer. One that is there keeps its own. It is never exported.',
    ),
  scopes: z
    .array(z.string())
    .optional()
    .describe('The scopes to ask for; `openid` is asked for in any case. At most 20.'),
  subjectClaim: z
    .string()
    .optional()
    .describe('The claim that names the person in tokens; `sub` unless given.'),
});

const samlItem = closedObject('How people sign in with a SAML identity provider.', {
  entityId: z.string().describe('The entity id of the identity provider.'),
  certificates: z
    .array(z.string())
    .describe('The certificates that it signs with, as PEM: 1 to 5, two of them for a change of keys.'),
  audience: z
    .string()
    .optional()
    .describe("The entity id of the portal there; the address of the portal's metadata unless given."),
  personAttribute: z
    .string()
    .optional()
    .describe('The attribute that names the person, and nobody else ever; the NameID unless given.'),
  usernameAttribute: z
    .string()
    .optional()
    .describe('The attribute that people are called by; what names the person unless given.'),
  emailAttribute: z.string().optional().describe('The attribute with the email address; none unless given.'),
  emailIsVerified: z
    .boolean()
    .optional()
    .describe('Does the identity provider vouch for the address? No, unless given.'),
});

export const userRegistryItem = closedObject('Who knows people.', {
  name: name.describe('Its name, for example `sample-users`.'),
  title: displayed,
  displayName: title.optional().describe('What the people in it are shown; its title unless given.'),
  type: z
    .literal(userRegistryTypeNames)
    .optional()
    .describe(
      `How it is asked: ${listed(
        registryTypes.map(({ inShort }) => inShort),
        'or',
      )}.`,
    ),
  url: url
    .meta({ pattern: '^(https?|ldaps?)://' })
    .optional()
    .describe(
      'The address that is called to validate a username and password; of type OPENID_CONNECT the issuer; of type SAML the address that people are sent to; required but for type LOCAL, which has none.',
    ),
  ldap: ldapItem.optional().describe('Of type LDAP, required there: how people are found.'),
  openId: openIdItem.optional().describe('Of type OPENID_CONNECT, required there: how people sign in.'),
  saml: samlItem.optional().describe('Of type SAML, required there: how people sign in.'),
});
