import { defaultKeyName, secretHeader } from '../../../domain/api/security/api-key.ts';
import type { DescribedAlternative } from '../../../domain/api/security/security-type.ts';
import type { securityTypes } from '../../../domain/api/security/types.ts';
import type { GrantType } from '../../../domain/oauth/grant-types.ts';

/** Sentences that tell what a call must bring, by type of security definition. */
export type SecuritySentences = Readonly<
  Record<keyof typeof securityTypes, (alternative: DescribedAlternative) => string>
>;

/** Ways to a token, as parts of a sentence. */
export type ObtainedBy = Readonly<Record<GrantType, string>>;

const obtained: ObtainedBy = {
  RESOURCE_OWNER_PASSWORD: 'with the username and password of a person',
  ACCESS_CODE: 'with the consent of a person in the browser',
  APPLICATION: 'by your application with its secret',
};

/** Sentences for what a call must bring, by type of security definition. */
export const security: SecuritySentences = {
  API_KEY({ keyKind, keyName, keyLocation }) {
    const location = `in the ${keyLocation === 'QUERY' ? 'query parameter' : 'header'} ${keyName}`;
    switch (keyKind ?? 'CLIENT_ID') {
      case 'CLIENT_ID':
        return `The client key of your application ${location}.`;
      case 'CLIENT_ID_AND_SECRET':
        return `The client key of your application ${location}, and its client secret in the header ${secretHeader}.`;
      case 'KEY':
        return `An API key of your application ${location}.`;
    }
  },
  OAUTH2({ flows, scopes }) {
    const names = scopes.map(({ name }) => name).join(', ');
    const scopeText = names && ` with the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}`;
    const flowText =
      flows.length > 0 ? `, obtained ${flows.map((flow) => obtained[flow]).join(', or ')}` : '';
    return `An access token${scopeText}${flowText}.`;
  },
  HTTP_BASIC: () =>
    `A username and password by HTTP Basic, and the client key of your application in the header ${defaultKeyName}.`,
  MUTUAL_TLS: () => 'A client certificate that is registered with your application, in the TLS handshake.',
};
