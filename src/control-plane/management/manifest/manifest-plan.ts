import type { CatalogBackendDefinition, OrgDefinition } from '../../../domain/manifest/definition.ts';
import { desiredOrg, manifestPathsOf } from '../../../domain/manifest/desired-org.ts';
import type {
  ApiFromManifest,
  FromManifest,
  Manifest,
  UserRegistryFromManifest,
} from '../../../domain/manifest/manifest.ts';
import type { Faults, ManifestPath } from '../../../domain/manifest/manifest-fault.ts';
import { type ManifestStep, planManifest } from '../../../domain/manifest/plan-manifest.ts';
import { checkReferences } from '../../../domain/manifest/references.ts';
import { calledAddresses } from '../../../domain/oauth/external-issuer.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { SchemePorts } from '../../../infrastructure/outbound/scheme-ports.ts';
import { userRegistryTypeNamed, userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { isCalled } from '../oauth/registry-address.ts';

export type DecideInput = {
  readonly manifest: Manifest;
  readonly current: OrgDefinition;
  readonly prune: boolean;
  /** The schemas of GraphQL servers that were asked, by their URLs. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly faults: Faults;
};

type ManifestPlan = {
  readonly steps: readonly ManifestStep[];
  /** The GraphQL servers that have to be asked for their schemas first. */
  readonly unasked: readonly string[];
};

/**
 * Decides the steps that bring an org to its manifest, or lists the faults. It works in turns, since both may be
 * large.
 */
export function* decide({
  manifest,
  current,
  prune,
  schemas,
  faults,
}: DecideInput): Generator<undefined, ManifestPlan> {
  const unasked = new Set<string>();
  const sdlOf = (api: ApiFromManifest): string => {
    const known = knownSdl(api, current) ?? schemas.get(api.graphqlUrl ?? '');
    if (known === undefined) unasked.add(api.graphqlUrl ?? '');
    return known ?? '';
  };
  const desired = desiredOrg({ manifest, current, prune, sdlOf, faults });
  yield;
  checkReferences({ manifest, current, desired, faults });
  yield;
  const steps = yield* planManifest({ current, desired, pathOf: manifestPathsOf(manifest), faults });
  return { steps, unasked: [...unasked] };
}

/** Finds the present schema, which stays as long as the server is the same. */
function knownSdl(api: ApiFromManifest, { Api }: OrgDefinition): string | undefined {
  const before = Api.get(versionedName(api));
  return before?.graphqlUrl === api.graphqlUrl ? (before.sdl ?? undefined) : undefined;
}

/** An address in a manifest, with its path and its use. */
export type ManifestUrl = {
  readonly url: string;
  readonly path: ManifestPath;
  readonly use: 'TARGET' | 'GRAPHQL' | 'OTHER';
  /** The schemes that it may have, where they are not http and https. */
  readonly ports?: SchemePorts;
};

/** Tells whether the platform connects to a registry. To local users and SAML it does not. */
const isAsked = ({ thing }: FromManifest<UserRegistryFromManifest>) =>
  isCalled(userRegistryTypeNamed(thing.type));

/** Lists the addresses of a manifest that the org does not have yet. Only these have to be checked. */
export function newAddresses({ lists, positions }: Manifest, current: OrgDefinition): ManifestUrl[] {
  const known = new Set([
    ...[...current.UserRegistry.values()].map(({ url }) => url),
    ...[...current.OAuthProvider.values()].flatMap(({ issuer }) => (issuer ? calledAddresses(issuer) : [])),
    ...[...current.Catalog.values()].flatMap(({ webhooks }) => webhooks.map(({ url }) => url)),
    ...[...current.Catalog.values()].flatMap(({ backends }) =>
      backends.flatMap(({ targets, credentials }) => [
        ...targets.map(({ url }) => url),
        ...('tokenUrl' in credentials ? [credentials.tokenUrl] : []),
      ]),
    ),
    ...[...current.Api.values()].flatMap(urlsOf),
    ...[...current.GraphQLServer.values()].flatMap(({ sources }) => sources.map(({ url }) => url)),
    ...[...current.CatalogProduct.values()].flatMap(({ copy }) => copy.apis.flatMap(urlsOf)),
  ]);
  const urls = [
    ...(lists.UserRegistry ?? []).filter(isAsked).map(({ thing, path }) => ({
      url: thing.url,
      use: 'OTHER' as const,
      path: [...path, 'url'],
      ports: userRegistryTypes[userRegistryTypeNamed(thing.type)].ports,
    })),
    ...(lists.OAuthProvider ?? []).flatMap(({ thing: { issuer }, path }) =>
      (issuer ? calledAddresses(issuer) : []).map((url) => ({
        url,
        use: 'OTHER' as const,
        path: [...path, 'issuer'],
      })),
    ),
    ...(lists.Api ?? []).flatMap(({ thing, path }) => addressesOf(thing, path)),
    ...(lists.Catalog ?? []).flatMap(({ thing, path }) =>
      (thing.webhooks ?? []).map(({ url }, index) => ({
        url,
        use: 'OTHER' as const,
        path: [...path, 'webhooks', index, 'url'],
      })),
    ),
    ...(lists.Catalog ?? []).flatMap(({ thing, path }) =>
      (thing.backends ?? []).flatMap((backend, index) =>
        backendAddresses(backend, [...path, 'backends', index]),
      ),
    ),
    ...(lists.GraphQLServer ?? []).flatMap(({ thing, path }) =>
      thing.sources.map(({ url }, index) => ({
        url,
        path: [...path, 'sources', index, 'url'],
        use: 'TARGET' as const,
      })),
    ),
    ...positions.flatMap(({ thing, path }) =>
      (thing.copy?.apis ?? []).flatMap((api, index) =>
        typeof api === 'string' ? [] : addressesOf(api, [...path, 'copy', 'apis', index]),
      ),
    ),
  ];
  return urls.filter(({ url }) => !known.has(url));
}

function backendAddresses(
  { targets, credentials }: CatalogBackendDefinition,
  path: ManifestPath,
): ManifestUrl[] {
  const addresses: ManifestUrl[] = targets.map(({ url }, at) => ({
    url,
    use: 'TARGET',
    path: [...path, 'targets', at, 'url'],
  }));
  if ('tokenUrl' in credentials)
    addresses.push({
      url: credentials.tokenUrl,
      use: 'OTHER',
      path: [...path, 'credentials', 'tokenUrl'],
    });
  return addresses;
}

type ApiUrls = Pick<ApiFromManifest, 'targetUrl' | 'graphqlUrl'>;

function urlsOf({ targetUrl, graphqlUrl }: ApiUrls): string[] {
  return [targetUrl, graphqlUrl].filter((url) => url !== null);
}

function addressesOf({ targetUrl, graphqlUrl }: ApiUrls, path: ManifestPath): ManifestUrl[] {
  return [
    ...(targetUrl === null ? [] : [{ url: targetUrl, path: [...path, 'targetUrl'], use: 'TARGET' as const }]),
    ...(graphqlUrl === null
      ? []
      : [{ url: graphqlUrl, path: [...path, 'graphqlUrl'], use: 'GRAPHQL' as const }]),
  ];
}
