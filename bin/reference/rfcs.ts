import { readdirSync } from 'node:fs';
import { page, table } from './markdown.ts';

const TESTS = 'test/conformance/rfc';

type Rfc = { readonly title: string; readonly supported: string; readonly missing: string };

const rfcs: Readonly<Record<string, Rfc>> = {
  '6749': {
    title: 'OAuth 2.0',
    supported: 'the four [grants](../guides/oauth.md#grants), client authentication by form or HTTP Basic',
    missing: 'the implicit grant',
  },
  '6750': {
    title: 'Bearer tokens',
    supported: 'the token in the header `Authorization`, all challenges',
    missing: 'the token in a form or a query',
  },
  '7009': {
    title: 'Token revocation',
    supported: 'revocation of access and refresh tokens, on every gateway',
    missing:
      "the refusal of another client's token: it stays valid, and is answered with 200 as an unknown one is",
  },
  '7591': {
    title: 'Dynamic client registration',
    supported:
      'applications that are [registered at an external issuer](../guides/external-issuers.md#registered-from-here), from the portal or the APIs',
    missing: 'the registration of clients at the providers of the platform itself, software statements',
  },
  '7592': {
    title: 'Client registration management',
    supported: 'the deletion of such a client when it is an application no more',
    missing: 'reading and changing it',
  },
  '7636': {
    title: 'PKCE',
    supported: 'S256, required of public clients, open to confidential ones',
    missing: '`plain`',
  },
  '7662': {
    title: 'Token introspection',
    supported: "introspection of a client's own tokens",
    missing: 'of another client\'s: never more than `{"active": false}`',
  },
  '8414': {
    title: 'Authorization server metadata',
    supported: 'metadata that lists what is enabled; the key set (RFC 7517)',
    missing: 'signed metadata',
  },
  '8693': {
    title: 'Token exchange',
    supported:
      'a gateway that calls [back-ends in the name of the caller](../guides/environments.md#in-the-name-of-the-caller), at the issuer of the back-end',
    missing: 'the exchange at the token endpoints of the platform itself, actor tokens',
  },
  '8705': {
    title: 'OAuth 2.0 mutual TLS',
    supported:
      '[client certificates](../guides/mtls.md) of applications, by their thumbprint; access tokens that are bound to one, of external issuers and of the platform itself',
    missing: 'client authentication by certificate at the token endpoint',
  },
  '8725': {
    title: 'JWT best current practices',
    supported:
      'tokens of [external issuers](../guides/external-issuers.md): the algorithm is that of the settings and of the key, keys come from the settings alone, each token has one spelling',
    missing: 'encrypted tokens (JWE), algorithms with a shared secret',
  },
  '9068': { title: 'JWT access tokens', supported: 'JWT access tokens, `at+jwt`', missing: '' },
  '9110': {
    title: 'HTTP semantics',
    supported: 'what a gateway passes on, keeps for itself, and never passes on',
    missing: 'trailers, `Upgrade`, `Via` in answers',
  },
  '9112': {
    title: 'HTTP/1.1',
    supported: 'one reading of every message, or a refusal before a back-end sees it',
    missing: '',
  },
  '9207': {
    title: 'Issuer identification',
    supported: '`iss` in every answer of the authorization endpoint',
    missing: '',
  },
  '9440': {
    title: 'Client-Cert header',
    supported: '`Client-Cert` from proxies of `TRUSTED_PROXIES`; back-ends never get it',
    missing: '`Client-Cert-Chain`, which is not read',
  },
  '9700': {
    title: 'OAuth 2.0 security',
    supported: 'exact redirect URIs, codes and refresh tokens used once, protected pages',
    missing: 'DPoP',
  },
  '9728': {
    title: 'Protected resource metadata',
    supported: 'the metadata of each API that is for everybody to see, and their address in challenges',
    missing: 'signed metadata, and metadata in several languages',
  },
};

/** The supported RFCs. @throws Error where the table and the conformance tests name different ones */
export function printRfcs(): string {
  const files = readdirSync(TESTS).sort();
  const tested = [...new Set(files.map((file) => file.slice(0, 4)))];
  const named = Object.keys(rfcs);
  const lone = [
    ...tested.filter((rfc) => !named.includes(rfc)),
    ...named.filter((rfc) => !tested.includes(rfc)),
  ];
  if (lone.length > 0) throw new Error(`RFC ${lone.join(', ')}: give each a row and a test in ${TESTS}.`);
  return page('Supported RFCs', `bin/reference/rfcs.ts and ${TESTS}`, [
    'Each row is held by the tests named in it; those of OAuth also by two independent clients.',
    table(
      ['RFC', 'title', 'supported', 'not supported', 'tests'],
      Object.entries(rfcs).map(([rfc, { title, supported, missing }]) => [
        `[${rfc}](https://www.rfc-editor.org/rfc/rfc${rfc})`,
        title,
        supported,
        missing,
        files
          .filter((file) => file.startsWith(rfc))
          .map((file) => `[${file.replace('.test.ts', '')}](../../${TESTS}/${file})`)
          .join(', '),
      ]),
    ),
  ]);
}
