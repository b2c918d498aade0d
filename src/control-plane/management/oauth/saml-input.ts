import {
  SAML_ATTRIBUTE_MAX,
  SAML_CERTIFICATES_MAX,
  SAML_ENTITY_MAX,
  type SamlDraft,
  type SamlSettings,
  samlFaults,
  samlSettingsFrom,
} from '../../../domain/oauth/saml-settings.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import type { UserRegistryType } from '../../../infrastructure/user-registries/types.ts';
import { builder } from '../builder.ts';

const terms = {
  entityId: `The entity id of the identity provider, as its metadata name it: at most ${SAML_ENTITY_MAX} characters.`,
  certificates: `The certificates that it signs with, as PEM: 1 to ${SAML_CERTIFICATES_MAX}, each with an RSA key of 2048 bits or more. Two of them bridge a change of keys.`,
  audience:
    "The entity id of the portal there; null is the address of the portal's metadata, which is another one in each catalog.",
  personAttribute: `The attribute that names the person, and nobody else ever; null is the NameID. At most ${SAML_ATTRIBUTE_MAX} characters.`,
  usernameAttribute: 'The attribute that people are called by; null is what names the person.',
  emailAttribute: 'The attribute with the email address; null for none.',
  emailIsVerified: 'Does the identity provider vouch for the address? Rules can then read it.',
};

export const SamlSettingsRef = builder.objectRef<SamlSettings>('SamlSettings').implement({
  description: 'How people sign in to portals with a SAML identity provider.',
  fields: (t) => ({
    entityId: t.exposeString('entityId', { description: terms.entityId }),
    certificates: t.stringList({
      description: terms.certificates,
      resolve: ({ certificates }) => [...certificates],
    }),
    audience: t.exposeString('audience', { nullable: true, description: terms.audience }),
    personAttribute: t.exposeString('personAttribute', {
      nullable: true,
      description: terms.personAttribute,
    }),
    usernameAttribute: t.exposeString('usernameAttribute', {
      nullable: true,
      description: terms.usernameAttribute,
    }),
    emailAttribute: t.exposeString('emailAttribute', { nullable: true, description: terms.emailAttribute }),
    emailIsVerified: t.exposeBoolean('emailIsVerified', { description: terms.emailIsVerified }),
    faults: t.stringList({
      description: 'What is wrong, or will be soon, and what to change; empty where people can sign in.',
      resolve: (settings, _args, { clock }) => samlFaults(settings, clock()),
    }),
  }),
});

export const SamlInput = builder.inputType('SamlInput', {
  description:
    'How people sign in with a SAML identity provider. What is left out of a change stays as it is.',
  fields: (t) => ({
    entityId: t.string({ description: `${terms.entityId} Required of a new registry.` }),
    certificates: t.stringList({ description: `${terms.certificates} Required of a new registry.` }),
    audience: t.string({ description: terms.audience }),
    personAttribute: t.string({ description: terms.personAttribute }),
    usernameAttribute: t.string({ description: terms.usernameAttribute }),
    emailAttribute: t.string({ description: terms.emailAttribute }),
    emailIsVerified: t.boolean({ description: `${terms.emailIsVerified} No, unless given.` }),
  }),
});

type RegistrySamlInput = {
  readonly type: UserRegistryType;
  readonly saml?: SamlDraft | null | undefined;
};

/**
 * The settings of a SAML identity provider; null for a registry of another type.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT where settings and type do not go together, or a setting is no such thing
 */
export function samlFrom({ type, saml: draft }: RegistrySamlInput, path: InputPath): SamlSettings | null {
  const bad = (detail: string) => refuse('BAD_USER_INPUT', { detail, path: [...path, 'saml'] });
  if (type !== 'SAML') {
    if (draft) bad(`A registry of type ${type} has no settings of SAML: leave saml out.`);
    return null;
  }
  if (!draft)
    return bad('A registry of type SAML has settings: give saml, with an entityId and certificates.');
  return samlSettingsFrom(draft, path);
}
