import { describe, expect, it } from 'vitest';
import { messages } from '../../../src/control-plane/console/pages/messages.ts';
import type { ProviderWarning } from '../../../src/domain/oauth/provider-warning.ts';

const warnings: readonly ProviderWarning[] = [
  {
    code: 'USER_REGISTRY_MISSING',
    message: 'Nobody can sign in at shop.',
    facts: { provider: 'shop', grantTypes: ['ACCESS_CODE', 'RESOURCE_OWNER_PASSWORD'] },
  },
  {
    code: 'USER_REGISTRY_UNASSIGNED',
    message: 'Nobody can sign in at shop in the catalog live.',
    facts: { provider: 'shop', userRegistry: 'people', catalogs: ['live'] },
  },
  { code: 'AUDIENCE_UNCHECKED', message: 'shop takes any tokens.', facts: { provider: 'shop' } },
  {
    code: 'SECRET_MISSING',
    message: 'shop names the secret ask.',
    facts: { provider: 'shop', secret: 'ask', catalogs: ['live', 'test'] },
  },
];

describe('a warning of an OAuth provider', () => {
  it('is the sentence of the management API in English', () => {
    expect(warnings.map(messages.en.oauth.providerWarning)).toEqual(warnings.map(({ message }) => message));
  });

  it('is worded by its facts in German', () => {
    expect(warnings.map(messages.de.oauth.providerWarning)).toEqual([
      'Bei shop kann sich niemand anmelden: Access code und Resource owner password fragen ein Benutzerverzeichnis, und der Provider hat keines. Geben Sie ihm eines.',
      'Bei shop kann sich im Katalog live niemand anmelden: Ordnen Sie das Benutzerverzeichnis people dort zu.',
      'shop nimmt Token an, die sein Aussteller für irgendeinen anderen Dienst ausgestellt hat (RFC 8725 §3.9): Geben Sie die Audiences an.',
      'shop nennt das Secret ask, das es in den Katalogen live und test nicht gibt: Legen Sie es dort an.',
    ]);
  });
});
