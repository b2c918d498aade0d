import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { phrase } from '../../../foundation/text/change-phrase.ts';
import { takesPasswords } from '../../oauth/open-id-settings.ts';
import { defaultKeyName } from './api-key.ts';
import type { SecurityDefinitionMembers, SecurityType } from './security-type.ts';

export type HttpBasicDefinition = {
  readonly name: string;
  readonly type: 'HTTP_BASIC';
  /** The name of a user registry of the same org. */
  readonly userRegistry: string;
};

/**
 * A username and password of a user registry, by HTTP Basic. (RFC 7617)
 *
 * Decision: they name a person, and a subscription is an application's. So a call names its application beside them, by
 * its client id in the header X-Client-Id. This one definition asks for both.
 */
export const httpBasic: SecurityType<HttpBasicDefinition> = {
  title: 'HTTP Basic',
  inManifest: 'a username and password of a user registry by HTTP Basic',
  description:
    'By the client id in the header X-Client-Id, and beside it a username and password of a user registry, by HTTP Basic.',
  forConsumers: {
    description:
      'By the client key in the header X-Client-Id, and beside it a username and password, by HTTP Basic.',
    inShort: 'by username and password',
  },
  members: ['userRegistry'],
  read,
  check({ userRegistry }, { registryType }, path) {
    const type = registryType(userRegistry);
    if (type !== undefined && takesPasswords(type)) return;
    refuse('BAD_USER_INPUT', {
      detail:
        type === undefined
          ? `There is no user registry ${userRegistry} in this org.`
          : `People of the user registry ${userRegistry} sign in at pages of its own: HTTP Basic needs one that takes passwords.`,
      path: [...path, 'userRegistry'],
    });
  },
  scopeFault: (_definition, scope) => `A username and password have no scopes: leave ${scope} out.`,
  shownAt: ({ userRegistry }) => [
    [`the header ${defaultKeyName.toLowerCase()}`, 'a client key'],
    ['the header authorization', `a username and password of ${userRegistry}`],
  ],
  inWords: ({ userRegistry }) => phrase('SECURITY_PASSWORD', defaultKeyName, userRegistry),
  facts: ({ type, userRegistry }) => ({ type, userRegistry }),
  schemes: () => [
    {
      suffix: '',
      scheme: { type: 'http', scheme: 'basic', description: 'The username and password of a person.' },
    },
    {
      suffix: '.client',
      scheme: {
        type: 'apiKey',
        in: 'header',
        name: defaultKeyName,
        description: 'The client key of an application.',
      },
    },
  ],
  example: (_alternative, clientKey) => ({
    headers: [[defaultKeyName, clientKey]],
    person: { username: 'YOUR_USERNAME', password: 'YOUR_PASSWORD' },
  }),
};

function read({ name, userRegistry }: SecurityDefinitionMembers, path: InputPath): HttpBasicDefinition {
  if (userRegistry == null)
    return refuse('BAD_USER_INPUT', {
      detail: `The security definition ${name} is of type HTTP_BASIC: name its userRegistry.`,
      path: [...path, 'userRegistry'],
    });
  return { name, type: 'HTTP_BASIC', userRegistry };
}
