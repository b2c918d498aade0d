import { isObject, type JsonObject } from '../foundation/json.ts';

/** The way in which a request of a collection shows who calls. */
export type PostmanAuth = {
  /** The method of Postman; `noauth` where there is none. */
  readonly auth: JsonObject;
  /** The headers beside it, since a request has one method alone. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The variables that the reader fills in. */
  readonly variables: readonly string[];
};

/** A scheme that a document names, with the scopes that a requirement asks for. */
type NamedScheme = {
  readonly name: string;
  readonly scheme: JsonObject;
  readonly scopes: readonly unknown[];
};
type Method = Pick<PostmanAuth, 'auth' | 'variables'>;

const NONE: PostmanAuth = { auth: { type: 'noauth' }, headers: [], variables: [] };

/** Reads the first of the alternatives of a security of a document. Keys can be sent beside anything else. */
export function requestAuth(document: JsonObject, security: unknown): PostmanAuth {
  const [first] = Array.isArray(security) ? (security as unknown[]) : [];
  const schemes = namedSchemes(document, isObject(first) ? first : {});
  const main = schemes.find(({ scheme }) => scheme['type'] !== 'apiKey') ?? schemes[0];
  const method = main && methodOf(main);
  if (!method) return NONE;
  const keys = schemes.filter(
    (each) => each !== main && each.scheme['type'] === 'apiKey' && each.scheme['in'] === 'header',
  );
  return {
    auth: method.auth,
    headers: keys.map(({ name, scheme }) => [`${scheme['name']}`, variable(name)] as const),
    variables: [...method.variables, ...keys.map(({ name }) => name)],
  };
}

function namedSchemes({ components }: JsonObject, requirement: JsonObject): NamedScheme[] {
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.entries(requirement).flatMap(([name, scopes]) => {
    const scheme = isObject(schemes) ? schemes[name] : undefined;
    return isObject(scheme) ? [{ name, scheme, scopes: Array.isArray(scopes) ? scopes : [] }] : [];
  });
}

const variable = (name: string) => `{{${name}}}`;
const values = (members: Readonly<Record<string, string>>) =>
  Object.entries(members).map(([key, value]) => ({ key, value, type: 'string' }));

/** Returns the method of a scheme. None of Postman's is a client certificate: its settings have those by host. */
function methodOf({ name, scheme, scopes }: NamedScheme): Method | undefined {
  switch (scheme['type']) {
    case 'apiKey': {
      const place = scheme['in'] === 'query' ? 'query' : 'header';
      const apikey = values({ key: `${scheme['name']}`, value: variable(name), in: place });
      return { auth: { type: 'apikey', apikey }, variables: [name] };
    }
    case 'http':
      return scheme['scheme'] === 'basic' ? BASIC : BEARER;
    case 'openIdConnect':
      return BEARER;
    case 'oauth2':
      return oauth2(scheme['flows'], scopes);
    default:
      return undefined;
  }
}

const PERSON = { username: variable('username'), password: variable('password') };
const BASIC: Method = {
  auth: { type: 'basic', basic: values(PERSON) },
  variables: ['username', 'password'],
};
const BEARER: Method = {
  auth: { type: 'bearer', bearer: values({ token: variable('accessToken') }) },
  variables: ['accessToken'],
};

const GRANTS = {
  authorizationCode: { grant_type: 'authorization_code_with_pkce', challengeAlgorithm: 'S256' },
  clientCredentials: { grant_type: 'client_credentials' },
  password: { grant_type: 'password_credentials', ...PERSON },
} as const;

/** The first flow that Postman has. It fetches the token itself. */
function oauth2(flows: unknown, scopes: readonly unknown[]): Method {
  const offered = isObject(flows) ? flows : {};
  for (const [name, grant] of Object.entries(GRANTS)) {
    const flow = offered[name];
    if (!isObject(flow)) continue;
    const { tokenUrl, authorizationUrl } = flow;
    const members = {
      ...grant,
      ...(typeof authorizationUrl === 'string' && { authUrl: authorizationUrl }),
      accessTokenUrl: `${tokenUrl}`,
      clientId: variable('clientId'),
      clientSecret: variable('clientSecret'),
      scope: scopes.join(' '),
      addTokenTo: 'header',
    };
    const asked = name === 'password' ? ['username', 'password'] : [];
    return {
      auth: { type: 'oauth2', oauth2: values(members) },
      variables: ['clientId', 'clientSecret', ...asked],
    };
  }
  return BEARER;
}
