import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { GrantType } from './grant-types.ts';

/** The registration of applications as clients of an external issuer. (RFC 7591) */
export type IssuerRegistration = {
  /** The registration endpoint; null finds it by the metadata of the issuer. */
  readonly url: string | null;
  /** The initial access token: a secret of the catalog, by name. Null where the issuer asks for none. */
  readonly initialAccessToken: string | null;
  /** The grants that clients are registered for, as far as the application can use them. */
  readonly grantTypes: readonly GrantType[];
};

/** The registration as the management API and a manifest take it. */
export type IssuerRegistrationDraft = {
  readonly url?: string | null | undefined;
  readonly initialAccessToken?: string | null | undefined;
  readonly grantTypes?: readonly GrantType[] | null | undefined;
};

export const ISSUER_URL_MAX = 500;
const registrationGrantDefaults = ['ACCESS_CODE', 'APPLICATION'] as const satisfies GrantType[];

/** Reads the registration of an external issuer. @throws BAD_USER_INPUT */
export function issuerRegistrationFrom(draft: IssuerRegistrationDraft, path: InputPath): IssuerRegistration {
  const registration: IssuerRegistration = {
    url: draft.url ?? null,
    initialAccessToken: draft.initialAccessToken ?? null,
    grantTypes: [...new Set(draft.grantTypes ?? registrationGrantDefaults)],
  };
  if (registration.url !== null && registration.url.length > ISSUER_URL_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `An address has at most ${ISSUER_URL_MAX} characters.`,
      path: [...path, 'url'],
    });
  if (registration.grantTypes.length === 0)
    refuse('BAD_USER_INPUT', {
      detail: 'Name at least one grant type, or leave them out.',
      path: [...path, 'grantTypes'],
    });
  return registration;
}

type RegisteredApplication = {
  readonly title: string;
  readonly clientType: 'CONFIDENTIAL' | 'PUBLIC';
  readonly redirectUris: readonly string[];
};

/** A new client as an issuer is told of it. (RFC 7591 §2) */
export type ClientMetadata = {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: 'client_secret_basic' | 'none';
};

const grantNames: Readonly<Record<GrantType, string>> = {
  RESOURCE_OWNER_PASSWORD: 'password',
  ACCESS_CODE: 'authorization_code',
  APPLICATION: 'client_credentials',
};

/**
 * Describes an application to an issuer.
 *
 * Codes are for applications that they can be sent to. A public application has no secret, and so no tokens of its own.
 *
 * @throws BAD_USER_INPUT where no grant is left that the application can use
 */
export function clientMetadataOf(
  { title, clientType, redirectUris }: RegisteredApplication,
  { grantTypes }: Pick<IssuerRegistration, 'grantTypes'>,
  path: InputPath,
): ClientMetadata {
  const isPublic = clientType === 'PUBLIC';
  const usable = grantTypes.filter((grantType) => {
    if (grantType === 'ACCESS_CODE') return redirectUris.length > 0;
    return grantType !== 'APPLICATION' || !isPublic;
  });
  if (usable.length === 0)
    refuse('BAD_USER_INPUT', {
      detail:
        'The application could get no token there: give it a redirect URI first, or make it confidential.',
      path,
    });
  return {
    client_name: title,
    redirect_uris: [...redirectUris],
    grant_types: usable.map((grantType) => grantNames[grantType]),
    response_types: usable.includes('ACCESS_CODE') ? ['code'] : [],
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
  };
}
