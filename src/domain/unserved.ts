import type { LifecycleWarning } from './impact.ts';
import type { GrantType } from './oauth-provider.ts';
import {
  entrancesOf,
  isForPeople,
  type OAuth2Definition,
  type Security,
  takesTokens,
  waysToToken,
} from './security.ts';
import { type VersionedName, versionedName } from './version.ts';

export type OfferedApi = VersionedName &
  Security & {
    readonly kind: 'REST' | 'GRAPHQL';
    readonly targetUrl: string | null;
  };

/** An OAuth provider of the org, as it stands to the catalog. */
export type StandingProvider = {
  readonly name: string;
  readonly grantTypes: readonly GrantType[];
  readonly isAssigned: boolean;
  /** Who knows its people, where somebody does. */
  readonly registry: { readonly name: string; readonly isAssigned: boolean } | null;
};

export type Offer = {
  readonly catalog: string;
  readonly apis: readonly OfferedApi[];
  readonly providers: readonly StandingProvider[];
};

/** What the APIs of a product in a catalog lack, without which none of their calls can be served. */
export function unservedWarnings({ apis, ...scene }: Offer): LifecycleWarning[] {
  return apis.flatMap((api) => [...withoutBackend(api), ...withoutToken(api, scene)]);
}

/** The APIs that callers can get a token for now, and could not without an OAuth provider. */
export function closedWithout({ apis, ...scene }: Offer, provider: string): OfferedApi[] {
  const providers = scene.providers.map((each) =>
    each.name === provider ? { ...each, isAssigned: false } : each,
  );
  const isClosed = (api: OfferedApi, to: Omit<Offer, 'apis'>) => withoutToken(api, to).length > 0;
  return apis.filter((api) => !isClosed(api, scene) && isClosed(api, { ...scene, providers }));
}

function withoutBackend({ kind, targetUrl, ...api }: OfferedApi): LifecycleWarning[] {
  if (kind !== 'REST' || targetUrl !== null) return [];
  const subject = versionedName(api);
  return [
    {
      code: 'BACKEND_MISSING',
      message: `Calls of ${subject} lead nowhere: its document names no server. Give it a targetUrl.`,
      subject,
    },
  ];
}

/** Of several requirements one that can be met is enough. */
function withoutToken(api: OfferedApi, scene: Omit<Offer, 'apis'>): LifecycleWarning[] {
  const reasons = entrancesOf(api).map(({ definition }) =>
    definition.type === 'OAUTH2' ? whyNoToken(definition, scene) : undefined,
  );
  if (reasons.length === 0 || reasons.includes(undefined)) return [];
  const subject = versionedName(api);
  return [
    {
      code: 'TOKEN_UNOBTAINABLE',
      message: `Nobody can get the access token that ${subject} asks for: ${[...new Set(reasons)].join('; ')}.`,
      subject,
    },
  ];
}

/** What stands between a caller and a token; undefined for nothing. */
function whyNoToken(
  definition: OAuth2Definition,
  { catalog, providers }: Omit<Offer, 'apis'>,
): string | undefined {
  const { oauthProvider: name } = definition;
  const provider = providers.find((each) => each.name === name);
  if (!provider?.isAssigned) return `assign the OAuth provider ${name} to the catalog ${catalog}`;
  const ways = waysToToken(definition, provider.grantTypes);
  if (ways.length === 0)
    return `the OAuth provider ${name} lacks the grant type ${takesTokens(definition, true) ? 'RESOURCE_OWNER_PASSWORD or ACCESS_CODE' : 'APPLICATION'}`;
  if (!ways.every(isForPeople)) return undefined;
  if (!provider.registry) return `the OAuth provider ${name} has no user registry to ask`;
  if (!provider.registry.isAssigned)
    return `assign the user registry ${provider.registry.name} to the catalog ${catalog}`;
  return undefined;
}
