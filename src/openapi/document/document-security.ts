import { isObject, type JsonObject } from '../../foundation/json.ts';
import { operationName, operationsOf, pathsByShape } from '../breaking/operations.ts';
import { resolved } from './document-node.ts';

/** A security scheme that requirements of a document name. (OpenAPI, Security Scheme Object) */
export type UsedScheme = {
  readonly name: string;
  /** `apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`. */
  readonly type: string;
  /** The scheme of `http` in lower case: `basic`, `bearer`. */
  readonly scheme: string | null;
  /** The place of a key: `header`, `query` or `cookie`. */
  readonly location: string | null;
  readonly keyName: string | null;
  /** Names of the flows of `oauth2`: `clientCredentials`. */
  readonly flows: readonly string[];
  /** Addresses that tell who issues the tokens. */
  readonly urls: readonly string[];
};

/** Schemes that a call must meet together, each with its scopes. Empty for anybody. */
export type DocumentRequirement = readonly { readonly scheme: string; readonly scopes: readonly string[] }[];

/** The security of a document and of its operations. */
export type DocumentSecurity = {
  /** Undefined where the document says nothing. */
  readonly general: readonly DocumentRequirement[] | undefined;
  readonly operations: readonly {
    readonly operation: string;
    readonly security: readonly DocumentRequirement[];
  }[];
  /** The schemes of the document that requirements name. */
  readonly schemes: readonly UsedScheme[];
};

/** Reads the security of a document in JSON text. */
export function documentSecurityOf(text: string): DocumentSecurity {
  const document = JSON.parse(text) as JsonObject;
  const general = requirementsIn(document['security']);
  const operations = [...pathsByShape(document).values()].flatMap(operationsOf).flatMap((each) => {
    const security = isObject(each.operation.value)
      ? requirementsIn(each.operation.value['security'])
      : undefined;
    return security ? [{ operation: operationName(each), security }] : [];
  });
  const all = [...(general ?? []), ...operations.flatMap(({ security }) => security)].flat();
  const names = new Set(all.map(({ scheme }) => scheme));
  return { general, operations, schemes: [...names].flatMap((name) => schemeOf(document, name) ?? []) };
}

function requirementsIn(value: unknown): DocumentRequirement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isObject).map((requirement) =>
    Object.entries(requirement).map(([scheme, scopes]) => ({
      scheme,
      scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [],
    })),
  );
}

function schemeOf(document: JsonObject, name: string): UsedScheme | undefined {
  const components = isObject(document['components']) ? document['components'] : {};
  const schemes = components['securitySchemes'];
  if (!isObject(schemes) || !Object.hasOwn(schemes, name)) return undefined;
  const at = '#';
  const scheme = resolved({ document, value: schemes[name], at })?.value;
  if (!isObject(scheme)) return undefined;
  const flows = isObject(scheme['flows']) ? scheme['flows'] : {};
  const addresses = Object.values(flows).flatMap((flow) =>
    isObject(flow) ? [flow['tokenUrl'], flow['authorizationUrl']] : [],
  );
  return {
    name,
    type: textOf(scheme['type']) ?? '',
    scheme: textOf(scheme['scheme'])?.toLowerCase() ?? null,
    location: textOf(scheme['in']),
    keyName: textOf(scheme['name']),
    flows: Object.keys(flows),
    urls: [scheme['openIdConnectUrl'], ...addresses].flatMap((url) => textOf(url) ?? []),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
