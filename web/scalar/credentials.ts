type Flow = { readonly tokenUrl?: string; readonly authorizationUrl?: string; readonly scopes?: object };

type Scheme = {
  readonly type?: string;
  /** Header or query parameter of an apiKey. */
  readonly name?: string;
  readonly flows?: Readonly<Record<string, Flow>>;
};

/** The application that calls. */
export type ReferenceClient = {
  readonly clientKey: string | null;
  /** The headers and query parameters that take its client key. */
  readonly clientKeyNames: readonly string[];
  /** Address at which a sign-in in its own window ends. */
  readonly redirectUri: string;
};

type Requirements = readonly Readonly<Record<string, readonly string[]>>[];

/** The parts of an OpenAPI document on security. */
export type SecuredDocument = {
  readonly security?: Requirements;
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, Scheme>> };
};

/**
 * Fills in an application's client key and the required scopes.
 *
 * A secret and an API key, which nobody keeps, are typed.
 */
export function credentials(document: SecuredDocument, caller: ReferenceClient): object {
  const { clientKey, clientKeyNames } = caller;
  if (clientKey === null) return {};
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  return {
    securitySchemes: Object.fromEntries(
      schemes.map(([name, scheme]) => {
        if (scheme.type !== 'apiKey') return [name, flowsOf(scheme, caller, scopesOf(document, name))];
        return [name, { value: clientKeyNames.includes(scheme.name ?? '') ? clientKey : '' }];
      }),
    ),
  };
}

/** Lists the schemes of keys that are sent by these names. */
export function schemesOf({ components = {} }: SecuredDocument, keyNames: readonly string[]): string[] {
  return Object.entries(components.securitySchemes ?? {}).flatMap(([scheme, { type, name = '' }]) =>
    type === 'apiKey' && keyNames.includes(name) ? [scheme] : [],
  );
}

function flowsOf(
  { flows = {} }: Scheme,
  { clientKey, redirectUri }: ReferenceClient,
  scopes: readonly string[],
): object {
  const flow = { 'x-scalar-client-id': clientKey, selectedScopes: scopes };
  const byCode = { ...flow, 'x-scalar-redirect-uri': redirectUri, 'x-usePkce': 'SHA-256' };
  return {
    flows: Object.fromEntries(
      Object.keys(flows).map((name) => [name, name === 'authorizationCode' ? byCode : flow]),
    ),
  };
}

/** The scopes that any operation asks for. */
function scopesOf({ security = [], paths = {} }: SecuredDocument, scheme: string): string[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const own = operations.flatMap((operation: { readonly security?: Requirements } | null) =>
    Array.isArray(operation?.security) ? operation.security : [],
  );
  return [...new Set([...security, ...own].flatMap((requirement) => requirement[scheme] ?? []))];
}

type SchemeToken = {
  readonly name: string;
  /** The flows of the scheme, each with the token. */
  readonly flows: Readonly<Record<string, object>>;
};

/** Lists the schemes whose tokens come from an endpoint, each with a token of it. */
export function flowsWithToken(
  { components = {} }: SecuredDocument,
  { tokenUrl, token }: { readonly tokenUrl: string; readonly token: string },
): SchemeToken[] {
  return Object.entries(components.securitySchemes ?? {}).flatMap(([name, { flows = {} }]) => {
    const own = Object.entries(flows).filter(([, flow]) => flow.tokenUrl === tokenUrl);
    if (own.length === 0) return [];
    return [
      { name, flows: Object.fromEntries(own.map(([flow]) => [flow, { 'x-scalar-secret-token': token }])) },
    ];
  });
}
