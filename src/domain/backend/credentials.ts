import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkHeaderName, HEADER_VALUE } from './gateway-headers.ts';

/** The types of credentials that a gateway shows to a back-end. */
export const credentialTypes = ['NONE', 'BASIC', 'HEADER', 'QUERY'] as const;
export type BackendCredentialsType = (typeof credentialTypes)[number];

/** Credentials of the gateway at a back-end. `secret` is the name of a secret of the catalog. */
export type BackendCredentials =
  | { readonly type: 'NONE' }
  | { readonly type: 'BASIC'; readonly username: string; readonly secret: string }
  | { readonly type: 'HEADER' | 'QUERY'; readonly name: string; readonly secret: string };

/** Credentials as the management API and a manifest take them. */
export type BackendCredentialsDraft = {
  readonly type: BackendCredentialsType;
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly secret?: string | null | undefined;
};

type Member = 'username' | 'name' | 'secret';
/** The members of credentials of each type. */
const membersOf: Record<BackendCredentialsType, readonly Member[]> = {
  NONE: [],
  BASIC: ['username', 'secret'],
  HEADER: ['name', 'secret'],
  QUERY: ['name', 'secret'],
};
const MEMBERS: readonly Member[] = ['username', 'name', 'secret'];
const SECRET_MAX = 4_096;
/** A name without a colon, which ends it in HTTP Basic. (RFC 7617 §2) */
const USERNAME = /^[^\p{Cc}:]{1,255}$/u;
const PARAMETER = /^[\x21-\x7e]{1,100}$/;

/** @throws BAD_USER_INPUT, with the path of the member at fault */
export function credentialsFrom(draft: BackendCredentialsDraft): BackendCredentials {
  const { type } = draft;
  const path = (member: Member) => ['input', 'credentials', member];
  const needed = membersOf[type];
  const foreign = MEMBERS.find((member) => draft[member] != null && !needed.includes(member));
  if (foreign) bad(`Credentials of the type ${type} have no ${foreign}: leave it out.`, path(foreign));
  const missing = needed.find((member) => draft[member] == null);
  if (missing) bad(`Credentials of the type ${type} have a ${missing}: give it.`, path(missing));
  const { username = '', name = '', secret = '' } = draft as Readonly<Partial<Record<Member, string>>>;
  if (type === 'NONE') return { type };
  if (type === 'BASIC') {
    if (!USERNAME.test(username))
      bad('Give a username of 1 to 255 characters without a colon.', path('username'));
    return { type, username, secret };
  }
  if (type === 'HEADER') checkHeaderName(name, path('name'));
  else if (!PARAMETER.test(name)) bad('Give a name of 1 to 100 characters of visible ASCII.', path('name'));
  return { type, name, secret };
}

/** The name of the secret that credentials need; undefined for none. */
export function secretOf(credentials: BackendCredentials): string | undefined {
  return credentials.type === 'NONE' ? undefined : credentials.secret;
}

/** @throws BAD_USER_INPUT for a value that a header cannot carry; the value is not repeated */
export function checkSecretValue(value: string, path: InputPath): void {
  if (value.length > SECRET_MAX || !HEADER_VALUE.test(value))
    bad(
      `A secret has 1 to ${SECRET_MAX} characters of visible ASCII, without spaces or a line end around them.`,
      path,
    );
}

const bad = (detail: string, path: InputPath): never => refuse('BAD_USER_INPUT', { detail, path });
