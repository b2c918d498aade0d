import { exportSigningKey, importSigningKey, type SigningKeyPair } from '../../infrastructure/tokens/keys.ts';
import { PackedClients, type Unpacked } from './clients.ts';
import { type Definition, NOTHING, published } from './definitions.ts';
import { GatheredRows } from './gathered-rows.ts';
import type { Catalogs, LoadedCatalog } from './load.ts';
import type { ReadProduct } from './products.ts';
import type { ReadApi } from './published-apis.ts';
import type { RevocationMemory } from './revocations.ts';
import { type RowPage, rowsIn } from './row-page.ts';
import type { Provider } from './snapshot.ts';

type KeptKey = { readonly pair: SigningKeyPair; readonly signsFrom: Date };
type KeptProvider = Omit<Provider, 'keys'> & { readonly keys: readonly KeptKey[] };

/**
 * The parts of a snapshot, small enough to be handled between calls.
 *
 * Each catalog comes before what belongs to it, each product before its APIs, and the revocations come last. Every part
 * can be cloned. (HTML, "Safe passing of structured data")
 */
export type SnapshotRecord =
  | {
      readonly catalog: Omit<Definition, 'routes' | 'depth' | 'products' | 'providers' | 'plans'>;
      readonly providers: readonly KeptProvider[];
    }
  | { readonly product: readonly [id: string, read: Omit<ReadProduct, 'apis'>] }
  | { readonly api: readonly [productId: string, id: string, read: ReadApi] }
  | { readonly clients: RowPage }
  | { readonly revoked: { readonly ids: readonly string[]; readonly expiresAt: number } };

type CatalogRecord = Exclude<SnapshotRecord, { catalog: unknown } | { revoked: unknown }>;

type RecordsOfInput = { readonly catalogs: Catalogs; readonly revocations: RevocationMemory };

export function* recordsOf({ catalogs, revocations }: RecordsOfInput): Generator<SnapshotRecord> {
  for (const { routes, depth, products, providers, plans, clients, ...catalog } of catalogs.values()) {
    // What a rehearsal finds is written to the database, without which this is read.
    const kept = { ...catalog, rehearsals: null };
    yield { catalog: kept, providers: [...providers.values()].map(keptProvider) };
    for (const [id, { apis, ...product }] of products) {
      yield { product: [id, product] };
      for (const api of apis) yield { api: [id, ...api] };
    }
    for (const page of clients.pages) yield { clients: page };
  }
  for (const revoked of revocations.pages()) yield { revoked };
}

function keptProvider({ keys, ...provider }: Provider): KeptProvider {
  return {
    ...provider,
    keys: keys.map((key) => ({ pair: exportSigningKey(key), signsFrom: new Date(key.signsFrom) })),
  };
}

type RestoreInput = { readonly unpacked: Unpacked; readonly revocations: RevocationMemory };
type Draft = {
  readonly own: Omit<Definition, 'routes' | 'depth' | 'products' | 'plans'>;
  readonly products: Map<string, ReadProduct & { readonly apis: Map<string, ReadApi> }>;
  readonly clients: GatheredRows;
};

/** Restores the catalogs of records from `recordsOf`. Revocations are added to the present ones. */
export async function catalogsOf(
  records: AsyncIterable<SnapshotRecord>,
  { unpacked, revocations }: RestoreInput,
): Promise<Catalogs> {
  const drafts: Draft[] = [];
  for await (const record of records) {
    const draft = drafts.at(-1);
    if ('catalog' in record) drafts.push(draftOf(record));
    else if ('revoked' in record)
      for (const id of record.revoked.ids) revocations.add({ id, expiresAt: record.revoked.expiresAt });
    else if (draft) take(draft, record);
  }
  const catalogs = new Map<string, LoadedCatalog>();
  for (const { own, products, clients: gathered } of drafts) {
    const followed = published(NOTHING, { gone: [], come: products });
    const clients = await PackedClients.of(gathered, { plans: followed.plans, unpacked });
    catalogs.set(own.path, { ...own, ...followed, clients });
  }
  return catalogs;
}

function draftOf({ catalog, providers }: Extract<SnapshotRecord, { catalog: unknown }>): Draft {
  const used = providers.map((provider): [string, Provider] => [
    provider.name,
    { ...provider, keys: provider.keys.map(({ pair, signsFrom }) => importSigningKey(pair, signsFrom)) },
  ]);
  const own = { ...catalog, providers: new Map(used) };
  return { own, products: new Map(), clients: new GatheredRows() };
}

/** Takes a record of the current catalog. */
function take({ products, clients }: Draft, record: CatalogRecord): void {
  if ('clients' in record) {
    for (const client of rowsIn(record.clients)) clients.add(client);
  } else if ('product' in record) {
    const [id, product] = record.product;
    products.set(id, { ...product, apis: new Map() });
  } else {
    const [productId, id, read] = record.api;
    products.get(productId)?.apis.set(id, read);
  }
}
