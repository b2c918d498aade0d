import { atOneMoment, type Transaction } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/database.ts';
import { createUnpacked, PackedClients, type RereadClients, type Unpacked } from './clients.ts';
import { type Definition, type DefinitionContext, readDefinitions } from './definitions.ts';
import { GatheredRows } from './gathered-rows.ts';
import { binaryId } from './packed-row.ts';
import { type ReadClient, readAllClients, readClients } from './read-clients.ts';
import type { ChangedProducts } from './stamps.ts';
import type { PackedClient } from './unpack-client.ts';

export type LoadContext = DefinitionContext & { readonly database: Database };

/** A catalog as a gateway holds it, and what it takes to read it again. */
export type LoadedCatalog = Definition & { readonly clients: PackedClients };
/** Catalogs by `/<org>/<catalog>`. */
export type Catalogs = ReadonlyMap<string, LoadedCatalog>;

/** Clients and products that were created, changed or deleted. */
export type Change = {
  readonly orgId: string;
  /** Keys of clients. For API keys they are `#` and the hash. */
  readonly clientKeys: readonly string[];
  readonly products: ChangedProducts;
};

type LoadedChange = {
  readonly catalogs: Catalogs;
  /** Keys of clients in catalogs that are missing so far. They belong to the change that brings those. */
  readonly early: readonly string[];
};

/** Reads what a gateway holds, as it was at one moment, between changes. What has not changed stays the same object. */
export type Loader = {
  /** @param goesOn is told now and then that reading gets on */
  all(held: Catalogs, goesOn?: () => void): Promise<Catalogs>;
  /** The same after a change of one org. */
  changed(held: Catalogs, change: Change, goesOn?: () => void): Promise<LoadedChange>;
  /** Unpacked clients of all catalogs. */
  readonly unpacked: Unpacked;
};

/** A million clients are read in half a minute. */
const READING_MS = 5 * 60_000;

/** @throws what the database throws; UnsealError when the secret key is another one */
export function createLoader(context: LoadContext): Loader {
  const unpacked = createUnpacked();
  const { prisma } = context.database;
  const reading = <T>(work: (transaction: Transaction) => Promise<T>) =>
    atOneMoment({ prisma, timeoutMs: READING_MS }, work);

  return {
    unpacked,

    async all(held, goesOn = () => {}) {
      const { definitions, clients } = await reading(async (transaction) => ({
        definitions: await readDefinitions(transaction, context, {
          orgId: undefined,
          held,
          changed: new Map(),
        }),
        clients: await gatherAll(transaction, held, goesOn),
      }));
      const catalogs = new Map<string, LoadedCatalog>();
      for (const definition of definitions) {
        const { plans, id } = definition;
        const { known, others } = clients.get(binaryId(id)) ?? noneRead();
        const packed = known
          ? (await known.done()).under(plans)
          : await PackedClients.of(others, { plans, unpacked });
        catalogs.set(definition.path, { ...definition, clients: packed });
      }
      return catalogs;
    },

    async changed(held, { orgId, clientKeys, products }, goesOn = () => {}) {
      const { definitions, clients } = await reading(async (transaction) => ({
        definitions: await readDefinitions(transaction, context, { orgId, held, changed: products }),
        clients: await gather(readClients(transaction, clientKeys), goesOn),
      }));
      const catalogs = new Map([...held].filter(([, each]) => each.orgId !== orgId));
      for (const definition of definitions) {
        const known = held.get(definition.path);
        const before =
          known?.id === definition.id
            ? known.clients.under(definition.plans)
            : await PackedClients.of(new GatheredRows(), { plans: definition.plans, unpacked });
        catalogs.set(definition.path, { ...definition, clients: before });
      }
      const found = new Set([...clients.values()].flatMap((each) => [...each.keys()]));
      const gone = clientKeys.filter((clientKey) => !found.has(clientKey));
      for (const [path, catalog] of catalogs) {
        const changed = new Map<string, PackedClient | undefined>(clients.get(catalog.id));
        for (const clientKey of gone) if (catalog.clients.holds(clientKey)) changed.set(clientKey, undefined);
        if (changed.size > 0)
          catalogs.set(path, { ...catalog, clients: await catalog.clients.with(changed) });
      }
      const ids = new Set([...catalogs.values()].map(({ id }) => id));
      const early = [...clients].flatMap(([id, each]) => (ids.has(id) ? [] : [...each.keys()]));
      return { catalogs, early };
    },
  };
}

/** All clients of a catalog: compared with those that are held, or else as read. */
type AllClients = { readonly known?: RereadClients; readonly others: GatheredRows };

const noneRead = (): AllClients => ({ others: new GatheredRows() });

/** Gathers all clients by the binary id of their catalog. */
async function gatherAll(
  transaction: Transaction,
  held: Catalogs,
  goesOn: () => void,
): Promise<ReadonlyMap<string, AllClients>> {
  const gathered = new Map<string, AllClients>(
    [...held.values()].map(({ id, clients }) => [
      binaryId(id),
      { known: clients.reread(), others: new GatheredRows() },
    ]),
  );
  const take = (catalog: string, bytes: Buffer, end: number) => {
    const { known, others } = gathered.get(catalog) ?? noneRead();
    (known ?? others).add(bytes, 0, end);
    if (!gathered.has(catalog)) gathered.set(catalog, { others });
  };
  await readAllClients(transaction, { take, goesOn });
  return gathered;
}

/** Clients by catalog id, then by client key. */
type ClientsByKey = ReadonlyMap<string, ReadonlyMap<string, PackedClient>>;

async function gather(
  pages: AsyncIterable<readonly ReadClient[]>,
  goesOn: () => void,
): Promise<ClientsByKey> {
  const gathered = new Map<string, Map<string, PackedClient>>();
  for await (const page of pages) {
    for (const [catalogId, clientKey, packed] of page) {
      const clients = gathered.get(catalogId);
      if (clients) clients.set(clientKey, packed);
      else gathered.set(catalogId, new Map([[clientKey, packed]]));
    }
    goesOn();
  }
  return gathered;
}
