import {
  type OpenIdDraft,
  type OpenIdRegistrySettings,
  openIdSettingsFrom,
} from '../../../domain/oauth/open-id-settings.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { documentInTurn } from '../../../infrastructure/outbound/documents-in-turn.ts';
import { checkOpenId, type OpenIdCheck } from '../../../infrastructure/user-registries/check-open-id.ts';
import type { UserRegistryType } from '../../../infrastructure/user-registries/types.ts';
import { builder } from '../builder.ts';
import { ClientType } from './provider.ts';

const OpenIdCheckRef = builder.objectRef<OpenIdCheck>('OpenIdCheck').implement({
  description: 'What an OpenID provider publishes now, and what keeps people from signing in there.',
  fields: (t) => ({
    authorizationUrl: t.expose('authorizationUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where people are sent to; null where its metadata do not say.',
    }),
    faults: t.exposeStringList('faults', {
      description: 'What is wrong, and what to change; empty where people can sign in.',
    }),
  }),
});

/** The settings of a stored registry, with its address and its org. */
type OrgOpenId = OpenIdRegistrySettings & { readonly url: string; readonly orgId: string };

export const OpenIdSettingsRef = builder.objectRef<OrgOpenId>('OpenIdSettings').implement({
  description:
    'How people sign in with an OpenID provider. The secret of the client can be set, and never be read.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'The client that the platform is there.' }),
    clientType: t.field({
      type: ClientType,
      description: 'Whether that client has a secret.',
      resolve: ({ clientType }) => clientType,
    }),
    scopes: t.stringList({
      description: 'The scopes that are asked for, `openid` among them.',
      resolve: ({ scopes }) => [...scopes],
    }),
    subjectClaim: t.exposeString('subjectClaim', {
      description: 'The claim that names the person in tokens.',
    }),
    check: t.field({
      type: OpenIdCheckRef,
      description:
        'What the provider publishes now, and what is wrong with it. It is asked when this field is; a registry is saved all the same, as the provider may be down for a moment.',
      resolve: ({ orgId, url, ...openId }, _args, { outbound, clock }) =>
        documentInTurn(orgId, () => checkOpenId({ url, openId }, outbound.forOrg(orgId), clock)),
    }),
  }),
});

export const OpenIdInput = builder.inputType('OpenIdInput', {
  description: 'How people sign in with an OpenID provider. What is left out of a change stays as it is.',
  fields: (t) => ({
    clientId: t.string({
      description: 'The client that the platform is there; required of a new registry.',
    }),
    clientType: t.field({
      type: ClientType,
      description: 'Whether that client has a secret; CONFIDENTIAL unless given.',
    }),
    clientSecret: t.string({
      description:
        'The secret of a confidential client, 1 to 1024 characters. It cannot be read again. It is asked for again when the issuer or the client id changes.',
    }),
    scopes: t.stringList({
      description: 'The scopes to ask for; `openid` is asked for in any case. At most 20.',
    }),
    subjectClaim: t.string({
      description:
        'The claim that names the person in tokens, of the ID token or else of userinfo; `sub` unless given. People must not be able to change it. `email` counts where the provider says that it is verified.',
    }),
  }),
});

type RegistryOpenIdInput = {
  readonly type: UserRegistryType;
  readonly url: string;
  readonly openId?: OpenIdDraft | null | undefined;
};

/**
 * The settings of an OpenID provider; null for a registry of another type.
 *
 * @param path of the registry in the input
 * @throws BAD_USER_INPUT where settings and type do not go together, or a setting is no such thing
 */
export function openIdFrom(
  { type, url, openId: draft }: RegistryOpenIdInput,
  path: InputPath,
): OpenIdRegistrySettings | null {
  const bad = (detail: string) => refuse('BAD_USER_INPUT', { detail, path: [...path, 'openId'] });
  if (type !== 'OPENID_CONNECT') {
    if (draft) bad(`A registry of type ${type} has no settings of OpenID Connect: leave openId out.`);
    return null;
  }
  if (!draft)
    return bad('A registry of type OPENID_CONNECT has settings: give openId, with a clientId at least.');
  return openIdSettingsFrom(draft, url, path);
}
