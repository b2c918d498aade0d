import { type InputPath, refuse } from '../../foundation/errors.ts';
import { privateKeyFrom } from './client-tls.ts';
import { checkHeaderName, HEADER_VALUE } from './gateway-headers.ts';

/** The types of credentials that a gateway shows to a back-end. */
export const credentialTypes = [
  'NONE',
  'BASIC',
  'HEADER',
  'QUERY',
  'HMAC_SIGNATURE',
  'OAUTH2_CLIENT_CREDENTIALS',
  'OAUTH2_TOKEN_EXCHANGE',
] as const;
export type BackendCredentialsType = (typeof credentialTypes)[number];

/** Credentials of the gateway at a back-end. `secret` is the name of a secret of the catalog. */
export type BackendCredentials =
  | { readonly type: 'NONE' }
  | { readonly type: 'BASIC'; readonly username: string; readonly secret: string }
  | { readonly type: 'HEADER' | 'QUERY'; readonly name: string; readonly secret: string }
  | { readonly type: 'HMAC_SIGNATURE'; readonly secret: string }
  | TokenCredentials;

/**
 * Access tokens of an issuer.
 *
 * They are in the gateway's own name (RFC 6749 §4.4), or in that of each caller, in exchange for the caller's token (RFC 8693).
 */
type TokenCredentials = TokenRequest & {
  readonly type: 'OAUTH2_CLIENT_CREDENTIALS' | 'OAUTH2_TOKEN_EXCHANGE';
  readonly secret: string;
};

/** A request for access tokens by the gateway as a client. */
export type TokenRequest = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The parameter `audience`, which some issuers ask for; null for none. */
  readonly audience: string | null;
};

/** Credentials as the management API and a manifest take them. */
export type BackendCredentialsDraft = {
  readonly type: BackendCredentialsType;
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly secret?: string | null | undefined;
  readonly tokenUrl?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly scopes?: readonly string[] | null | undefined;
  readonly audience?: string | null | undefined;
};

/** Tells whether credentials are access tokens of an issuer. */
export const areTokens = (credentials: BackendCredentials): credentials is TokenCredentials =>
  credentials.type === 'OAUTH2_CLIENT_CREDENTIALS' || credentials.type === 'OAUTH2_TOKEN_EXCHANGE';

type Member = Exclude<keyof BackendCredentialsDraft, 'type'>;
type Members = { readonly required: readonly Member[]; readonly optional?: readonly Member[] };
const ofTokens: Members = { required: ['tokenUrl', 'clientId', 'secret'], optional: ['scopes', 'audience'] };
/** The members of credentials of each type. */
const membersOf: Record<BackendCredentialsType, Members> = {
  NONE: { required: [] },
  BASIC: { required: ['username', 'secret'] },
  HEADER: { required: ['name', 'secret'] },
  QUERY: { required: ['name', 'secret'] },
  HMAC_SIGNATURE: { required: ['secret'] },
  OAUTH2_CLIENT_CREDENTIALS: ofTokens,
  OAUTH2_TOKEN_EXCHANGE: ofTokens,
};
const MEMBERS: readonly Member[] = [
  'username',
  'name',
  'secret',
  'tokenUrl',
  'clientId',
  'scopes',
  'audience',
];
const SECRET_MAX = 4_096;
const KEY_MAX = 16_384;
const SCOPES_MAX = 50;
const AUDIENCE_MAX = 500;
/** A client id. (RFC 6749 §A.1) */
const CLIENT_ID = /^[\x20-\x7e]{1,255}$/;
/** A scope. (RFC 6749 §3.3) */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/;
/** A name without a colon, which ends it in HTTP Basic. (RFC 7617 §2) */
const USERNAME = /^[^\p{Cc}:]{1,255}$/u;
const PARAMETER = /^[\x21-\x7e]{1,100}$/;

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function credentialsFrom(draft: BackendCredentialsDraft): BackendCredentials {
  checkMembers(draft);
  const { type, username, name, secret } = draft;
  switch (type) {
    case 'NONE':
      return { type };
    case 'BASIC':
      return { type, username: checkUsername(username ?? ''), secret: secret ?? '' };
    case 'HEADER':
      checkHeaderName(name ?? '', pathOf('name'));
      return { type, name: name ?? '', secret: secret ?? '' };
    case 'QUERY':
      return { type, name: checkParameter(name ?? ''), secret: secret ?? '' };
    case 'HMAC_SIGNATURE':
      return { type, secret: secret ?? '' };
    case 'OAUTH2_CLIENT_CREDENTIALS':
    case 'OAUTH2_TOKEN_EXCHANGE':
      return { type, secret: secret ?? '', ...tokenRequestFrom(draft) };
  }
}

function checkMembers(draft: BackendCredentialsDraft): void {
  const { type } = draft;
  const { required, optional = [] } = membersOf[type];
  const isForeign = (member: Member) => !required.includes(member) && !optional.includes(member);
  const foreign = MEMBERS.find((member) => draft[member] != null && isForeign(member));
  if (foreign) bad(`Credentials of the type ${type} have no ${foreign}: leave it out.`, pathOf(foreign));
  const missing = required.find((member) => draft[member] == null);
  if (missing) bad(`Credentials of the type ${type} have a ${missing}: give it.`, pathOf(missing));
}

function checkUsername(username: string): string {
  if (!USERNAME.test(username))
    bad('Give a username of 1 to 255 characters without a colon.', pathOf('username'));
  return username;
}

function checkParameter(name: string): string {
  if (!PARAMETER.test(name)) bad('Give a name of 1 to 100 characters of visible ASCII.', pathOf('name'));
  return name;
}

function tokenRequestFrom({ tokenUrl, clientId, scopes, audience }: BackendCredentialsDraft): TokenRequest {
  if (!CLIENT_ID.test(clientId ?? ''))
    bad('Give a client id of 1 to 255 characters of visible ASCII.', pathOf('clientId'));
  const wanted = [...new Set(scopes ?? [])];
  if (wanted.length > SCOPES_MAX) bad(`Give at most ${SCOPES_MAX} scopes.`, pathOf('scopes'));
  wanted.forEach((scope, index) => {
    if (!SCOPE.test(scope))
      bad('A scope has 1 to 255 characters of visible ASCII, without spaces, quotes and backslashes.', [
        ...pathOf('scopes'),
        index,
      ]);
  });
  if (audience != null && (audience === '' || audience.length > AUDIENCE_MAX))
    bad(`Give an audience of 1 to ${AUDIENCE_MAX} characters, or none.`, pathOf('audience'));
  return { tokenUrl: tokenUrl ?? '', clientId: clientId ?? '', scopes: wanted, audience: audience ?? null };
}

const pathOf = (member: Member): string[] => ['input', 'credentials', member];

/** The name of the secret that credentials need; undefined for none. */
export function secretOf(credentials: BackendCredentials): string | undefined {
  return credentials.type === 'NONE' ? undefined : credentials.secret;
}

/**
 * Checks the value of a secret.
 *
 * It is text that a header can carry, or a private key.
 *
 * @returns the value as it is kept
 * @throws BAD_USER_INPUT; the value is not repeated
 */
export function secretValueFrom(value: string, path: InputPath): string {
  const key = value.length > KEY_MAX ? undefined : privateKeyFrom(value);
  if (key === undefined && (value.length > SECRET_MAX || !HEADER_VALUE.test(value)))
    bad(
      `A secret has 1 to ${SECRET_MAX} characters of visible ASCII, without spaces or a line end around them; or it is a private key as PEM.`,
      path,
    );
  return key ?? value;
}

const bad = (detail: string, path: InputPath): never => refuse('BAD_USER_INPUT', { detail, path });
