// oidc-provider's token endpoint for a client in its own name: opaque tokens, or signed ones for a resource.
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const provider = new Provider('http://127.0.0.1', {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
  scopes: ['customer'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'customer',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

provider.listen(Number(process.env.PORT), '127.0.0.1');
