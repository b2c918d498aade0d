import type { token as english } from '../en/token.ts';

/** Texts of where access tokens come from. */
export const token: typeof english = () => ({
  token: {
    where: 'So bekommen Sie eines',
    lead: 'Ein Aufruf trägt das Token im Header Authorization: Bearer, bis es abläuft. Eine Bibliothek für OAuth wie Authlib, oder openid-client mit dem Algorithmus oauth2, braucht nur den Aussteller, den Client-Key und das Secret: Den Rest sagen ihr die Metadaten.',
    leadOfPublic:
      'Ein Aufruf trägt das Token im Header Authorization: Bearer, bis es abläuft. Eine Bibliothek für OAuth wie oauth4webapi im Browser braucht nur den Aussteller und den Client-Key, kein Secret: Den Rest sagen ihr die Metadaten.',
    issuer: 'Aussteller',
    metadata: 'Metadaten',
    tokenUrl: 'Adresse für Tokens',
    authorizeUrl: 'Adresse der Anmeldung',
    scopes: 'Scopes',
    outside:
      'Diese Tokens kommen von einem Identitätsanbieter außerhalb dieses Portals. Er sagt seinen eigenen Nutzern, wie sie eines bekommen.',
    flows: {
      ACCESS_CODE: 'Für eine Person, die sich anmeldet: Authorization Code mit PKCE',
      APPLICATION: 'Für die Anwendung selbst: Client Credentials',
      RESOURCE_OWNER_PASSWORD: 'Für eine Person, mit ihrem Benutzernamen und Passwort',
    },
    begin:
      'Zuerst: ein Verifier, jedes Mal neu, und die Adresse, die die Person öffnet. Die Redirect-URI ist eine der Anwendung.',
    redeem:
      'Dann, wenn die Person zurück ist: den State vergleichen, und den Code der Adresse mit dem Verifier einlösen.',
    ofPublic:
      'Eine öffentliche Anwendung lässt das Secret weg und sendet ihren Client-Key als client_id im Formular.',
  },
});
