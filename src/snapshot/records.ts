import { exportSigningKey, importSigningKey, type SigningKeyPair } from '../tokens/keys.ts';
import { type PackedClient, PackedClients, type Plans, type Unpacked } from './clients.ts';
import type { Definition } from './definitions.ts';
import type { Catalogs, LoadedCatalog } from './load.ts';
import { type ReadApi, routesOf } from './published-apis.ts';
import type { RevocationMemory } from './revocations.ts';
import type { Provider } from './snapshot.ts';

type KeptKey = { readonly pair: SigningKeyPair; readonly signsFrom: Date };
type KeptProvider = Omit<Provider, 'keys'> & { readonly keys: readonly KeptKey[] };

/**
 * What a gateway holds, in pieces that are small enough to be worked on between calls: each catalog, then what belongs to
 * it, then the revocations. Every one can be cloned. (HTML, "Safe passing of structured data")
 */
export type SnapshotRecord =
  | {
      readonly catalog: Omit<Definition, 'routes' | 'apis' | 'providers' | 'plans'>;
      readonly plans: Plans;
      readonly providers: readonly KeptProvider[];
    }
  | { readonly api: readonly [id: string, read: ReadApi] }
  | { readonly clients: readonly PackedClient[] }
  | { readonly revoked: { readonly ids: readonly string[]; readonly expiresAt: number } };

type Held = { readonly catalogs: Catalogs; readonly revocations: RevocationMemory };

export function* recordsOf({ catalogs, revocations }: Held): Generator<SnapshotRecord> {
  for (const { routes, apis, providers, plans, clients, ...catalog } of catalogs.values()) {
    yield { catalog, plans, providers: [...providers.values()].map(keptProvider) };
    for (const api of apis) yield { api };
    for (const page of clients.pages()) yield { clients: page };
  }
  for (const revoked of revocations.pages()) yield { revoked };
}

function keptProvider({ keys, ...provider }: Provider): KeptProvider {
  return {
    ...provider,
    keys: keys.map((key) => ({ pair: exportSigningKey(key), signsFrom: new Date(key.signsFrom) })),
  };
}

type Into = { readonly unpacked: Unpacked; readonly revocations: RevocationMemory };
type Draft = { -readonly [Name in keyof Definition]: Definition[Name] } & {
  readonly apis: Map<string, ReadApi>;
  readonly clients: PackedClient[];
};

/** The catalogs of records, as `recordsOf` gave them; revocations are added to those that there are. */
export async function catalogsOf(
  records: AsyncIterable<SnapshotRecord>,
  { unpacked, revocations }: Into,
): Promise<Catalogs> {
  const drafts: Draft[] = [];
  for await (const record of records) {
    const draft = drafts.at(-1);
    if ('catalog' in record) drafts.push(draftOf(record));
    else if ('api' in record) draft?.apis.set(...record.api);
    else if ('clients' in record) draft?.clients.push(...record.clients);
    else for (const id of record.revoked.ids) revocations.add({ id, expiresAt: record.revoked.expiresAt });
  }
  const catalogs = new Map<string, LoadedCatalog>();
  for (const { clients: packed, ...draft } of drafts) {
    const routes = routesOf(draft.apis.values(), new Map());
    const clients = await PackedClients.of(packed, { plans: draft.plans, unpacked });
    catalogs.set(draft.path, { ...draft, routes, clients });
  }
  return catalogs;
}

function draftOf({ catalog, plans, providers }: Extract<SnapshotRecord, { catalog: unknown }>): Draft {
  const used = providers.map((provider): [string, Provider] => [
    provider.name,
    { ...provider, keys: provider.keys.map(({ pair, signsFrom }) => importSigningKey(pair, signsFrom)) },
  ]);
  return { ...catalog, plans, providers: new Map(used), apis: new Map(), routes: new Map(), clients: [] };
}
