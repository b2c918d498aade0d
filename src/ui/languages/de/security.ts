import { defaultKeyName, secretHeader } from '../../../domain/api/security/api-key.ts';
import type { ObtainedBy, SecuritySentences } from '../en/security.ts';

const obtained: ObtainedBy = {
  RESOURCE_OWNER_PASSWORD: 'mit Benutzername und Passwort einer Person',
  ACCESS_CODE: 'mit der Zustimmung einer Person im Browser',
  APPLICATION: 'von Ihrer Anwendung mit ihrem Secret',
};

/** Sentences for what a call must bring, by type of security definition. */
export const security: SecuritySentences = {
  API_KEY({ keyKind, keyName, keyLocation }) {
    const location = `im ${keyLocation === 'QUERY' ? 'Query-Parameter' : 'Header'} ${keyName}`;
    switch (keyKind ?? 'CLIENT_ID') {
      case 'CLIENT_ID':
        return `Der Client-Key Ihrer Anwendung ${location}.`;
      case 'CLIENT_ID_AND_SECRET':
        return `Der Client-Key Ihrer Anwendung ${location}, dazu ihr Client-Secret im Header ${secretHeader}.`;
      case 'KEY':
        return `Ein API-Key Ihrer Anwendung ${location}.`;
    }
  },
  OAUTH2({ flows, scopes }) {
    const names = scopes.map(({ name }) => name).join(', ');
    const scopeText = names && ` mit ${scopes.length === 1 ? 'dem Scope' : 'den Scopes'} ${names}`;
    const flowText =
      flows.length > 0 ? `, geholt ${flows.map((flow) => obtained[flow]).join(', oder ')}` : '';
    return `Ein Zugriffstoken${scopeText}${flowText}.`;
  },
  HTTP_BASIC: () =>
    `Benutzername und Passwort mit HTTP Basic, dazu der Client-Key Ihrer Anwendung im Header ${defaultKeyName}.`,
  MUTUAL_TLS: () => 'Ein Client-Zertifikat, das bei Ihrer Anwendung eingetragen ist, im TLS-Handshake.',
};
