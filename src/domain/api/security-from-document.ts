import { isDeepStrictEqual } from 'node:util';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type {
  DocumentRequirement,
  DocumentSecurity,
  UsedScheme,
} from '../../openapi/document/document-security.ts';
import type { GrantType } from '../oauth/grant-types.ts';
import type { SecurityDefinition, SecurityDefinitionDraft } from './security/types.ts';
import {
  defaultSecurity,
  type Security,
  type SecurityRequirement,
  securityDefinition,
  type WholeSecurity,
} from './security.ts';

/** The things of an org that definitions can be made of. */
export type MakerOrg = {
  /** The OAuth providers. The issuer is that of an external one. */
  readonly providers: readonly { readonly name: string; readonly issuer: string | null }[];
  readonly registries: readonly string[];
};

type FromDocumentInput = {
  readonly document: DocumentSecurity;
  /** The definitions and requirements that the API has or is given. */
  readonly given: Partial<Security>;
  readonly org: MakerOrg;
};

const PATH: InputPath = ['input', 'securityFromDocument'];

/**
 * Makes the security of an API of what its document says.
 *
 * Scheme names are those of definitions; one that is missing is made where it can be.
 *
 * Decision: an operation is open only where the document says so, by an empty list or an empty requirement. Where it
 * says nothing, the operation has the requirements that are given, else the client key: no API is open because somebody
 * forgot.
 *
 * @throws BAD_USER_INPUT where the document says nothing, or a scheme has no definition and none can be made
 */
export function securityFromDocument({ document, given, org }: FromDocumentInput): Required<WholeSecurity> {
  if (document.general === undefined && document.operations.length === 0)
    refuse('BAD_USER_INPUT', {
      detail:
        'The document says nothing of security: leave securityFromDocument out, or add security to the document.',
      path: PATH,
    });
  const { securityDefinitions = [], security = defaultSecurity.security } = given;
  const made = document.schemes
    .filter(({ name }) => !securityDefinitions.some((each) => each.name === name))
    .map((scheme) => definitionFor(scheme, org));
  const general = document.general ? requirementsOf(document.general, document) : security;
  const usesDefault = document.general === undefined && given.security === undefined;
  const definitions = [...securityDefinitions, ...made];
  const missing = defaultSecurity.securityDefinitions.filter(
    ({ name }) => usesDefault && !definitions.some((each) => each.name === name),
  );
  return {
    securityDefinitions: [...definitions, ...missing],
    security: general,
    operationSecurity: document.operations
      .map(({ operation, security: own }) => ({ operation, security: requirementsOf(own, document) }))
      .filter((each) => !isDeepStrictEqual(each.security, general)),
  };
}

/** An empty requirement among others lets anybody in. */
function requirementsOf(
  requirements: readonly DocumentRequirement[],
  { schemes }: DocumentSecurity,
): SecurityRequirement[] {
  if (requirements.some((parts) => parts.length === 0)) return [];
  return requirements.map((parts) => {
    const all = parts.map(({ scheme, scopes }) => {
      if (!schemes.some(({ name }) => name === scheme))
        refuse('BAD_USER_INPUT', {
          detail: `The security of the document asks for ${scheme}, which its components.securitySchemes lack.`,
          path: PATH,
        });
      return { definition: scheme, scopes: [...new Set(scopes)] };
    });
    const [only] = all;
    return only && all.length === 1 ? only : { all };
  });
}

function definitionFor(scheme: UsedScheme, org: MakerOrg): SecurityDefinition {
  const { name, type, location, keyName } = scheme;
  if (type === 'apiKey' && keyName !== null && (location === 'header' || location === 'query')) {
    const keyLocation = location === 'header' ? 'HEADER' : 'QUERY';
    return made({ name, type: 'API_KEY', kind: 'KEY', keyLocation, keyName });
  }
  if (type === 'http' && scheme.scheme === 'basic') {
    const [userRegistry, ...others] = org.registries;
    if (userRegistry === undefined || others.length > 0)
      return refuse('BAD_USER_INPUT', {
        detail: `The scheme ${name} is HTTP Basic, and the org has ${org.registries.length} user registries: define ${name} in securityDefinitions, of type HTTP_BASIC with its userRegistry.`,
        path: PATH,
      });
    return made({ name, type: 'HTTP_BASIC', userRegistry });
  }
  if (type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && scheme.scheme === 'bearer'))
    return made({ name, type: 'OAUTH2', flow: flowOf(scheme), oauthProvider: providerOf(scheme, org) });
  if (type === 'mutualTLS') return made({ name, type: 'MUTUAL_TLS' });
  return refuse('BAD_USER_INPUT', {
    detail: `The gateway has nothing like the scheme ${name} (${[type, scheme.scheme, location].filter(Boolean).join(', ')}): define ${name} in securityDefinitions, as what callers are to show instead.`,
    path: PATH,
  });
}

/** @throws BAD_USER_INPUT for a name or a key that no definition has */
const made = (draft: SecurityDefinitionDraft): SecurityDefinition => securityDefinition(draft, PATH);

const flows: Readonly<Record<string, GrantType>> = {
  password: 'RESOURCE_OWNER_PASSWORD',
  authorizationCode: 'ACCESS_CODE',
  clientCredentials: 'APPLICATION',
};

/** The only flow of a scheme. Null takes tokens of any. */
function flowOf({ flows: named }: UsedScheme): GrantType | null {
  const [only, ...others] = named;
  return only !== undefined && others.length === 0 && Object.hasOwn(flows, only)
    ? (flows[only] ?? null)
    : null;
}

/** Finds the provider by the scheme's name, else by its addresses. The only provider is meant anyway. */
function providerOf({ name, urls }: UsedScheme, { providers }: MakerOrg): string {
  const named = providers.find((each) => each.name === name);
  const atAddress = providers.find(
    ({ issuer }) => issuer !== null && urls.some((url) => isBelow(url, issuer)),
  );
  const [only, ...others] = providers;
  const provider = named ?? atAddress ?? (others.length === 0 ? only : undefined);
  if (provider) return provider.name;
  return refuse('BAD_USER_INPUT', {
    detail: `Of the scheme ${name} no OAuth provider of the org can be told: define ${name} in securityDefinitions, of type OAUTH2 with its oauthProvider.`,
    path: PATH,
  });
}

const isBelow = (url: string, issuer: string) =>
  url === issuer || url.startsWith(`${issuer.replace(/\/$/, '')}/`);
