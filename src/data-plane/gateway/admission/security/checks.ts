import type {
  DefinitionOf,
  SecurityDefinition,
  SecurityTypeName,
} from '../../../../domain/api/security/types.ts';
import { apiKeyCheck } from './api-key.ts';
import { httpBasicCheck } from './http-basic.ts';
import { mutualTlsCheck } from './mutual-tls.ts';
import { oauth2Check } from './oauth2.ts';
import type { SecurityCheck } from './security-check.ts';

/** The types of security definitions at admission. The first that identifies a caller does: a token before a key. */
const checks: { readonly [Name in SecurityTypeName]: SecurityCheck<DefinitionOf<Name>> } = {
  OAUTH2: oauth2Check,
  API_KEY: apiKeyCheck,
  HTTP_BASIC: httpBasicCheck,
  MUTUAL_TLS: mutualTlsCheck,
};

export const identifiers = Object.values(checks).map(({ identify }) => identify);

/** Returns the check of a definition, as one that takes it. */
export const checkOf = ({ type }: SecurityDefinition) => checks[type] as SecurityCheck<SecurityDefinition>;
