/** Texts of where access tokens come from. */
export const token = () => ({
  token: {
    where: 'How to get one',
    lead: 'A call carries the token in the header Authorization: Bearer, until it expires. A library for OAuth, such as Authlib, or openid-client with the algorithm oauth2, needs the issuer, the client key and the secret alone: the metadata of the issuer tells the rest.',
    leadOfPublic:
      'A call carries the token in the header Authorization: Bearer, until it expires. A library for OAuth, such as oauth4webapi in a browser, needs the issuer and the client key alone, and no secret: the metadata of the issuer tells the rest.',
    issuer: 'Issuer',
    metadata: 'Metadata',
    tokenUrl: 'Token address',
    authorizeUrl: 'Address of the sign-in',
    scopes: 'Scopes',
    outside:
      'These tokens come from an identity provider outside of this portal. It tells its own users how to get one.',
    flows: {
      ACCESS_CODE: 'For a person who signs in: authorization code with PKCE',
      APPLICATION: 'For the application itself: client credentials',
      RESOURCE_OWNER_PASSWORD: 'For a person, with their username and password',
    },
    begin:
      'First: a verifier, made anew each time, and the address that the person opens. The redirect URI is one of the application.',
    redeem:
      'Then, once the person has come back: compare the state, and redeem the code of the address with the verifier.',
    ofPublic:
      'A public application leaves its secret out, and sends its client key as client_id in the form.',
  },
});
