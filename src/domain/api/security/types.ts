import { type ApiKeyDefinition, apiKey } from './api-key.ts';
import { type HttpBasicDefinition, httpBasic } from './http-basic.ts';
import { type MutualTlsDefinition, mutualTls } from './mutual-tls.ts';
import { type OAuth2Definition, oauth2 } from './oauth2.ts';
import type { SecurityDefinitionMembers, SecurityType } from './security-type.ts';

/** A way to authenticate callers. Requirements refer to it by its name. (spec.md, API) */
export type SecurityDefinition =
  | ApiKeyDefinition
  | OAuth2Definition
  | HttpBasicDefinition
  | MutualTlsDefinition;
export type SecurityTypeName = SecurityDefinition['type'];
export type DefinitionOf<Name extends SecurityTypeName> = Extract<
  SecurityDefinition,
  { readonly type: Name }
>;

/** A definition as the management API takes it, before it is checked. */
export type SecurityDefinitionDraft = SecurityDefinitionMembers & { readonly type: SecurityTypeName };

/** The types of security definitions: one file a type, and one line here. */
export const securityTypes: { readonly [Name in SecurityTypeName]: SecurityType<DefinitionOf<Name>> } = {
  API_KEY: apiKey,
  OAUTH2: oauth2,
  HTTP_BASIC: httpBasic,
  MUTUAL_TLS: mutualTls,
};

export const securityTypeNames = Object.keys(securityTypes) as [SecurityTypeName, ...SecurityTypeName[]];

/** Returns the type of a definition, as one that takes it. */
export const securityTypeOf = ({ type }: SecurityDefinition) =>
  securityTypes[type] as SecurityType<SecurityDefinition>;
