import { defaultKeyName, secretHeader } from '../../../domain/api/security/api-key.ts';
import type { ObtainedBy, SecuritySentences } from '../en/security.ts';

const obtained: ObtainedBy = {
  RESOURCE_OWNER_PASSWORD: 'avec l’identifiant et le mot de passe d’une personne',
  ACCESS_CODE: 'avec l’accord d’une personne dans le navigateur',
  APPLICATION: 'par votre application avec son secret',
};

/** Sentences for what a call must bring, by type of security definition. */
export const security: SecuritySentences = {
  API_KEY({ keyKind, keyName, keyLocation }) {
    const location = `dans ${keyLocation === 'QUERY' ? 'le paramètre de requête' : 'l’en-tête'} ${keyName}`;
    switch (keyKind ?? 'CLIENT_ID') {
      case 'CLIENT_ID':
        return `La clé client de votre application ${location}.`;
      case 'CLIENT_ID_AND_SECRET':
        return `La clé client de votre application ${location}, et son secret client dans l’en-tête ${secretHeader}.`;
      case 'KEY':
        return `Une clé d’API de votre application ${location}.`;
    }
  },
  OAUTH2({ flows, scopes }) {
    const names = scopes.map(({ name }) => name).join(', ');
    const scopeText = names && ` avec ${scopes.length === 1 ? 'la portée' : 'les portées'} ${names}`;
    const flowText = flows.length > 0 ? `, obtenu ${flows.map((flow) => obtained[flow]).join(', ou ')}` : '';
    return `Un jeton d’accès${scopeText}${flowText}.`;
  },
  HTTP_BASIC: () =>
    `Un identifiant et un mot de passe par HTTP Basic, et la clé client de votre application dans l’en-tête ${defaultKeyName}.`,
  MUTUAL_TLS: () =>
    'Un certificat client enregistré auprès de votre application, lors de la négociation TLS.',
};
