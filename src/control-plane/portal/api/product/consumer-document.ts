import type { ReachableProvider } from '../../../../domain/api/security/security-type.ts';
import { type SecurityDefinition, securityTypeOf } from '../../../../domain/api/security/types.ts';
import { requiredBy, type SecurityRequirement, type WholeSecurity } from '../../../../domain/api/security.ts';
import type { JsonObject } from '../../../../foundation/json.ts';
import { withOperationMembers } from '../../../../openapi/operation-members.ts';

/** An API in a catalog: the facts for its document, and those to hide. */
export type ConsumerView = WholeSecurity & {
  readonly title: string;
  readonly version: string;
  /** The API's own words, in place of those of the document. */
  readonly summary?: string;
  readonly description?: string;
  /** Public address: the gateway's URL with the base path. */
  readonly url: string;
  /** Address of the back-end, which is never shown. */
  readonly targetUrl: string | null;
  /** Providers by name. */
  readonly providers: ReadonlyMap<string, ReachableProvider>;
};

/**
 * Removes from an OpenAPI document what consumers must not read. That is the servers and the security of paths and
 * operations, vendor extensions, and the back-end's host, in whose place is the gateway's.
 */
export const shownDocument = (openapi: JsonObject, view: ConsumerView): JsonObject =>
  cleaned(openapi, 'object', backendHider(openapi, view)) as JsonObject;

/**
 * Completes the shown document of a REST API for consumers. Its server is the gateway, and its security that of the
 * gateway.
 *
 * Decision (spec.md does not show it): title and version are the API's own, since a document that was saved as a new
 * version still has the old one in `info`. So are its summary and its description, where it has any.
 *
 * Decision: a document of OpenAPI 3.0 has no scheme for client certificates, as 3.0 has no `mutualTLS`: its description tells
 * of them. Generators and validators refuse a type that they do not know, and the whole document with it. To call it 3.1
 * would change what its schemas mean.
 */
export function consumerDocument(document: JsonObject, view: ConsumerView): JsonObject {
  const shown = { ...view, isOld: String(document['openapi']).startsWith('3.0') };
  const { securityDefinitions, security, operationSecurity = [], url } = view;
  const own = operationSecurity.map(
    (each) => [each.operation, { security: each.security.map((one) => requirementOf(one, shown)) }] as const,
  );
  return {
    ...withOperationMembers(document, new Map(own)),
    info: infoOf(document, shown),
    servers: [{ url }],
    security: security.map((requirement) => requirementOf(requirement, shown)),
    components: {
      ...asObject(document['components']),
      securitySchemes: Object.fromEntries(
        securityDefinitions.flatMap((definition) => schemesOf(definition, shown)),
      ),
    },
  };
}

const CONDITIONAL =
  'The provider has set conditions for calls. One that does not meet them is refused with 403 and the code CONDITION_UNMET.';

const BY_CERTIFICATE =
  'Calls can need a client certificate that is registered with an application, in the TLS handshake (mutual TLS). OpenAPI 3.0 has no security scheme for it, so that the requirements of this document do not show it.';

/** A view for a document, which is of OpenAPI 3.0 where it is old. */
type DocumentView = ConsumerView & { readonly isOld: boolean };

/** The description tells of what a security requirement of the document has no room for. */
function infoOf(document: JsonObject, view: DocumentView): JsonObject {
  const { title, version, summary, description, security, operationSecurity = [], isOld } = view;
  const info = {
    ...asObject(document['info']),
    title,
    version,
    // OpenAPI 3.0 has no summary of an API.
    ...(summary !== undefined && !isOld && { summary }),
    ...(description !== undefined && { description }),
  };
  const requirements = [security, ...operationSecurity.map((each) => each.security)].flat();
  const hidden = requirements.flatMap(requiredBy).some(({ definition }) => isHidden(definition, view));
  const isConditional = requirements.some(({ condition }) => condition !== undefined);
  if (!hidden && !isConditional) return info;
  const told = [info.description, isConditional && CONDITIONAL, hidden && BY_CERTIFICATE];
  const texts = told.filter((each) => typeof each === 'string' && each !== '');
  return { ...info, description: texts.join('\n\n') };
}

/** Is true for a definition that the document cannot show. */
function isHidden(name: string, view: DocumentView): boolean {
  const definition = view.securityDefinitions.find((each) => each.name === name);
  return definition !== undefined && schemesOf(definition, view).length === 0;
}

/** Returns the names of the schemes that a definition needs together, with the schemes. */
function schemesOf(
  definition: SecurityDefinition,
  { providers, isOld }: DocumentView,
): readonly (readonly [name: string, scheme: JsonObject])[] {
  return securityTypeOf(definition)
    .schemes(definition, providers)
    .filter(({ isNew }) => !(isOld && isNew))
    .map(({ suffix, scheme }) => [`${definition.name}${suffix}`, scheme]);
}

/** Scopes are those of the first scheme of each definition, which has its name. */
function requirementOf(requirement: SecurityRequirement, view: DocumentView): JsonObject {
  const schemes = requiredBy(requirement).flatMap(({ definition: name, scopes }) => {
    const definition = view.securityDefinitions.find((each) => each.name === name);
    if (isHidden(name, view)) return [];
    const [, ...more] = definition ? schemesOf(definition, view) : [];
    return [[name, [...scopes]] as const, ...more.map(([other]) => [other, []] as const)];
  });
  return Object.fromEntries(schemes);
}

/**
 * The kind of a value in the document. In a map and in data a key that begins with `x-` is a name like any other;
 * elsewhere it is a vendor extension. (OpenAPI 3.1, "Specification Extensions")
 */
type FieldKind = 'object' | 'map' | 'components' | 'responses' | 'examples' | 'data';

/** The fields whose values are not plain OpenAPI objects, lists of them, or texts. */
const FIELDS = new Map<string, FieldKind>([
  ['components', 'components'],
  ['responses', 'responses'],
  ['examples', 'examples'],
  ...(['example', 'default', 'enum', 'const', 'value'] as const).map((key): [string, FieldKind] => [
    key,
    'data',
  ]),
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', '$defs', 'definitions']
    .concat(['headers', 'content', 'encoding', 'links', 'callbacks', 'parameters', 'mapping', 'webhooks'])
    .map((key): [string, FieldKind] => [key, 'map']),
]);
const NOT_SHOWN = new Set(['servers', 'server', 'security']);

function partOf(key: string, parent: FieldKind): FieldKind {
  if (parent === 'data') return 'data';
  if (parent === 'components') return 'map';
  return parent === 'object' ? (FIELDS.get(key) ?? 'object') : 'object';
}

function isShown(key: string, parent: FieldKind): boolean {
  if (parent === 'data' || parent === 'map' || parent === 'examples') return true;
  return !key.startsWith('x-') && !(parent === 'object' && NOT_SHOWN.has(key));
}

function cleaned(value: unknown, part: FieldKind, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) {
    // The examples of a schema are a list of values; those of a media type are a map of Example Objects.
    const items = part === 'data' || part === 'examples' ? 'data' : 'object';
    return value.map((item) => cleaned(item, items, hide));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isShown(key, part))
      .map(([key, child]) => [hide(key), cleaned(child, partOf(key, part), hide)]),
  );
}

/** Replaces the URLs and hosts of back-ends by those of the gateway. */
function backendHider(openapi: JsonObject, { url, targetUrl }: ConsumerView): (text: string) => string {
  const gateway = new URL(url);
  const backends = [...(targetUrl === null ? [] : [targetUrl]), ...serverUrls(openapi)]
    .filter((each) => /^https?:/i.test(each) && URL.canParse(each))
    .map((each) => new URL(each))
    .sort((a, b) => b.pathname.length - a.pathname.length);
  if (backends.length === 0) return (text) => text;
  const roots = anyOf(backends.map(rootPattern));
  const hosts = anyOf(backends.map((backend) => hostPattern(backend, gateway)));
  return (text) => text.replace(roots, () => url).replace(hosts, () => gateway.host);
}

/** The servers of the document, its paths, operations and links, their variables at the defaults. */
function serverUrls(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(serverUrls);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === 'servers' && Array.isArray(child)) return child.flatMap(serverUrl);
    return key === 'server' ? serverUrl(child) : serverUrls(child);
  });
}

function serverUrl(server: unknown): string[] {
  const { url, variables } = asObject(server);
  if (typeof url !== 'string') return [];
  return [url.replace(/\{([^{}]+)\}/g, (_, name) => String(asObject(asObject(variables)[name])['default']))];
}

const anyOf = (patterns: readonly string[]) => new RegExp([...new Set(patterns)].join('|'), 'gi');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches the end of a host. Nothing may follow that makes another host, port or path segment; a sentence may end. */
const END = String.raw`(?![\w-]|\.\w|:\d)`;

/** The host with its port; a port that the scheme implies may be left out. */
function authority({ hostname, port }: URL): string {
  return escaped(hostname) + (port ? `:${port}` : '(?::(?:80|443))?');
}

function rootPattern(backend: URL): string {
  return `https?://${authority(backend)}${escaped(backend.pathname.replace(/\/+$/, ''))}${END}`;
}

/**
 * Pattern of the back-end's host. A host of one word, such as `backend`, is also a word of descriptions, and the
 * gateway may have the same host with another port. Those are replaced only where the text can mean nothing else.
 */
function hostPattern(backend: URL, gateway: URL): string {
  const { hostname, port } = backend;
  if (hostname.includes('.') && hostname !== gateway.hostname)
    return String.raw`(?<![\w.-])${escaped(hostname)}(?::\d+)?(?![\w-]|\.\w)`;
  return `${port ? String.raw`(?<![\w.-])` : '(?<=//)'}${authority(backend)}${END}`;
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
