import { authenticationUrl } from './authentication-url.ts';
import { ldap } from './ldap.ts';
import { local } from './local.ts';
import { openIdConnect } from './openid-connect.ts';
import type { RegistryType } from './registry-type.ts';
import { saml } from './saml.ts';

/** The types of user registries: one file a type, and one line here. */
export const userRegistryTypes = {
  AUTHENTICATION_URL: authenticationUrl,
  LDAP: ldap,
  LOCAL: local,
  OPENID_CONNECT: openIdConnect,
  SAML: saml,
} as const satisfies Record<string, RegistryType>;

export type UserRegistryType = keyof typeof userRegistryTypes;

export const userRegistryTypeNames = Object.keys(userRegistryTypes) as [
  UserRegistryType,
  ...UserRegistryType[],
];

const isUserRegistryType = (name: string): name is UserRegistryType => Object.hasOwn(userRegistryTypes, name);

/** @throws TypeError when there is no such type, which validated settings never name */
export function userRegistryTypeNamed(name: string): UserRegistryType {
  if (!isUserRegistryType(name)) throw new TypeError(`There is no type ${name} of user registries`);
  return name;
}
