import type { Texts } from '../../texts.ts';

const en = () => ({
  saml: {
    entityId: 'Entity id of the identity provider',
    entityIdHint: 'entityID of its metadata.',
    certificates: 'Certificates that it signs with',
    certificatesHint:
      'As PEM, one after the other: up to 5. Keep the old one beside the new one while keys change.',
    audience: 'Entity id of the portal',
    audienceHint: "Empty takes the address of the portal's metadata.",
    personAttribute: 'Attribute that names the person',
    personAttributeHint: 'Empty takes the NameID. Nobody else may ever have the same value.',
    usernameAttribute: 'Attribute that people are called by',
    usernameAttributeHint: 'Empty takes what names the person.',
    emailAttribute: 'Attribute with the email address',
    emailAttributeHint: 'Empty reads none.',
    emailIsVerified: 'The identity provider vouches for the address',
    emailIsVerifiedHint: 'Rules may then read email and email_domain.',
    nameId: 'NameID',
    addresses:
      'At the identity provider, register PORTAL/sign-in/with/NAME/metadata: PORTAL is the portal of a catalog that has this user registry among its identity providers, NAME the name above.',
  },
});

const de = (): ReturnType<typeof en> => ({
  saml: {
    entityId: 'Entity-ID des Identitätsanbieters',
    entityIdHint: 'entityID seiner Metadaten.',
    certificates: 'Zertifikate, mit denen er signiert',
    certificatesHint:
      'Als PEM, eines nach dem anderen: bis zu 5. Lassen Sie beim Wechsel der Schlüssel das alte neben dem neuen stehen.',
    audience: 'Entity-ID des Portals',
    audienceHint: 'Bleibt das Feld leer, gilt die Adresse der Metadaten des Portals.',
    personAttribute: 'Attribut, das die Person nennt',
    personAttributeHint: 'Bleibt das Feld leer, gilt die NameID. Niemand sonst darf je denselben Wert haben.',
    usernameAttribute: 'Attribut, nach dem Personen heißen',
    usernameAttributeHint: 'Bleibt das Feld leer, gilt, was die Person nennt.',
    emailAttribute: 'Attribut mit der E-Mail-Adresse',
    emailAttributeHint: 'Bleibt das Feld leer, wird keine gelesen.',
    emailIsVerified: 'Der Identitätsanbieter bürgt für die Adresse',
    emailIsVerifiedHint: 'Regeln dürfen dann email und email_domain lesen.',
    nameId: 'NameID',
    addresses:
      'Registrieren Sie beim Identitätsanbieter PORTAL/sign-in/with/NAME/metadata: PORTAL ist das Portal eines Katalogs, der dieses Benutzerverzeichnis unter seinen Identitätsanbietern hat, NAME der Name oben.',
  },
});

/** Texts of the settings of a SAML identity provider. */
export const samlTexts = { en, de } satisfies Texts;
