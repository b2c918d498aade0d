import type { Prisma } from '../../src/infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import type { LyingIssuer } from './lying-issuer.ts';
import type { PortalWorld } from './portal.ts';
import type { Browser, Page } from './portal-pages.ts';

export const EVERYBODY = { claim: null, value: null, consumerOrg: 'consumers', create: false };
export const provider = {
  userRegistry: 'staff',
  title: null,
  consumerOrgs: [EVERYBODY] as object[],
  roles: [] as object[],
  unmatched: 'REFUSE',
};

type Registry = Pick<Prisma.UserRegistryUncheckedCreateInput, 'name' | 'url'> & {
  readonly secret?: string;
  readonly ldap?: object;
  readonly openId?: object;
  readonly saml?: object;
};

/** Puts a user registry into the org of the portal. */
export async function putRegistry(
  { database, deps, orgId }: PortalWorld,
  { secret, ldap, openId, saml, ...named }: Registry,
): Promise<string> {
  const { id } = await database.prisma.userRegistry.create({
    data: {
      ...named,
      orgId,
      title: named.name,
      displayName: `People of ${named.name}`,
      type: ldap ? 'LDAP' : saml ? 'SAML' : 'OPENID_CONNECT',
      ...(ldap && { ldap: toStore(ldap) }),
      ...(openId && { openId: toStore(openId) }),
      ...(saml && { saml: toStore(saml) }),
    },
  });
  if (secret !== undefined)
    await database.prisma.userRegistry.update({
      where: { id },
      data: { secretSealed: Uint8Array.from(deps.secrets.seal(secret, id)) },
    });
  return id;
}

export const openIdClient = {
  clientId: 'gatehouse',
  clientType: 'CONFIDENTIAL',
  scopes: ['openid', 'email'],
  subjectClaim: 'sub',
};

/** Sets how people sign in to the portal. */
export const setSignIn = ({ database, catalogId }: PortalWorld, signIn: object) =>
  database.prisma.catalog.update({ where: { id: catalogId }, data: { signIn: toStore(signIn) } });

/** Sends a browser to an issuer, which notes the nonce. @returns the state that it was sent with */
export async function begin(
  browser: Browser,
  issuer: LyingIssuer,
  path = '/sign-in/with/staff',
): Promise<URL> {
  const { location = '', text } = await browser.get(path);
  if (!URL.canParse(location)) throw new Error(`Not sent away: ${location} ${text}`);
  const url = new URL(location);
  issuer.state.nonce = url.searchParams.get('nonce') ?? '';
  return url;
}

/** Comes back from an issuer with a code. */
export const comeBack = (browser: Browser, sent: URL, name = 'staff'): Promise<Page> =>
  browser.get(
    `/sign-in/with/${name}/callback?code=a-code&state=${encodeURIComponent(sent.searchParams.get('state') ?? '')}`,
  );
