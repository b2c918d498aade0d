type Scheme = { readonly type?: string; readonly flows?: Readonly<Record<string, object>> };

/** What of an OpenAPI document says how callers are admitted. */
export type Secured = {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, Scheme>> };
};

/** What the reference fills in before anybody types: an application's client key, and the scopes that are needed. */
export function credentials(document: Secured, clientKey: string | null): object {
  if (clientKey === null) return {};
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  return {
    securitySchemes: Object.fromEntries(
      schemes.map(([name, scheme]) => [name, filled(scheme, clientKey, scopesOf(document, name))]),
    ),
  };
}

function filled({ type, flows = {} }: Scheme, clientKey: string, scopes: readonly string[]): object {
  if (type === 'apiKey') return { value: clientKey };
  const flow = { 'x-scalar-client-id': clientKey, selectedScopes: scopes };
  return { flows: Object.fromEntries(Object.keys(flows).map((name) => [name, flow])) };
}

function scopesOf({ security = [] }: Secured, scheme: string): string[] {
  return [...new Set(security.flatMap((requirement) => requirement[scheme] ?? []))];
}
