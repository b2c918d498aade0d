import type { z } from 'zod';
import { positionName } from '../../../domain/manifest/definition.ts';
import {
  type ApiFromManifest,
  type FromManifest,
  listNames,
  type Manifest,
  type ManifestLists,
} from '../../../domain/manifest/manifest.ts';
import { Faults, type ManifestPath } from '../../../domain/manifest/manifest-fault.ts';
import { freshTurn, isTurnOver } from '../../../foundation/event-loop-turns.ts';
import { isObject, type JsonObject } from '../../../foundation/json.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import { storedForm } from '../../../infrastructure/database/documents.ts';
import { refuseLoneOverlay } from '../api/api-source.ts';
import { type ApiDocument, readApiDocument } from '../api/openapi-document.ts';
import {
  apiFromManifest,
  backendFromManifest,
  catalogFromManifest,
  graphqlServerFromManifest,
  oauthProviderFromManifest,
  positionFromManifest,
  productFromManifest,
  userRegistryFromManifest,
} from './from-manifest.ts';
import { apiItem, backendItem, graphqlServerItem, productItem } from './items.ts';
import { catalogItem, manifestFrame, positionItem } from './manifest-schema.ts';
import { oauthProviderItem } from './oauth-provider-item.ts';
import { type Parsed, parseItem } from './parse.ts';
import { ruleSetFromManifest, ruleSetItem } from './rule-set-item.ts';
import { userRegistryItem } from './user-registry-item.ts';

/** Readers of each list: the schema of an item, its conversion, and its name. */
const readers = {
  UserRegistry: reader(userRegistryItem, userRegistryFromManifest),
  OAuthProvider: reader(oauthProviderItem, oauthProviderFromManifest),
  Backend: reader(backendItem, backendFromManifest),
  RuleSet: reader(ruleSetItem, ruleSetFromManifest),
  Api: readApi,
  Product: reader(productItem, productFromManifest),
  Catalog: reader(catalogItem, catalogFromManifest),
  GraphQLServer: reader(graphqlServerItem, graphqlServerFromManifest),
};

type Reader<Thing> = (
  raw: unknown,
  path: ManifestPath,
  reading: ReadContext,
) => Promise<Parsed<Thing> | undefined>;

function reader<S extends z.ZodType, Thing>(
  item: S,
  build: (read: z.output<S>, queueKey: string) => Thing | Promise<Thing>,
): Reader<Thing> {
  return async (raw, path, { faults, queueKey }) => {
    const parsed = parseItem(item, { raw, path, faults });
    return parsed && parsedItem(parsed, () => build(parsed.read, queueKey), { faults, path });
  };
}

/** Applies the rules of an item, unless a part is missing. A rule would only report the missing part again. */
async function parsedItem<Thing>(
  { isWhole }: Parsed<unknown>,
  build: () => Thing | Promise<Thing>,
  { faults, path }: { readonly faults: Faults; readonly path: ManifestPath },
): Promise<Parsed<Thing> | undefined> {
  const thing = await (isWhole ? faults : new Faults()).gather(path, build);
  return thing === undefined ? undefined : { read: thing, isWhole };
}

/** Reads an API. A child process reads its document, even where other members have faults. */
async function readApi(...[raw, path, reading]: Parameters<Reader<ApiFromManifest>>) {
  const parsed = parseItem(apiItem, { raw, path, faults: reading.faults });
  const { document, isSound } = await documentOf(raw, path, reading);
  if (!parsed || !isSound) return undefined;
  return parsedItem(parsed, () => apiFromManifest({ ...parsed.read, openapi: document }, reading.queueKey), {
    ...reading,
    path,
  });
}

type ReadDocument = { readonly document?: ApiDocument; readonly isSound: boolean };

/** The document of an item, if it has one. */
async function documentOf(
  raw: unknown,
  path: ManifestPath,
  { faults, queueKey, database }: ReadContext,
): Promise<ReadDocument> {
  const { openapi, overlay } = isObject(raw) ? raw : {};
  const read = await faults.gather(path, async () => {
    refuseLoneOverlay({ openapi, overlay });
    return openapi === undefined
      ? null
      : readApiDocument({ openapi, overlay }, ['input', 'openapi'], queueKey);
  });
  if (read === null) return { isSound: true };
  if (!read) return { isSound: false };
  return { document: { ...read, text: await storedForm(database, read.text) }, isSound: true };
}

/** Context of reading a manifest. */
type ManifestReading = {
  /** List that gets the faults. */
  readonly faults: Faults;
  /** The org whose turn a child process takes. */
  readonly queueKey: string;
  readonly database: Pick<Database['prisma'], '$queryRaw'>;
};

type ReadContext = ManifestReading & { readonly broken: Set<string> };

/**
 * Reads a manifest. Each item is read separately, so that the faults of all are reported at once.
 *
 * @param value as JSON has it
 */
export async function readManifest(value: unknown, options: ManifestReading): Promise<Manifest> {
  const { faults } = options;
  const reading = { ...options, broken: new Set<string>() };
  const { broken } = reading;
  const frame = parseItem(manifestFrame, { raw: value, path: [], faults });
  const raw = isObject(value) ? value : {};
  const lists: Record<string, unknown> = {};
  for (const kind of Object.keys(listNames) as (keyof ManifestLists)[]) {
    const list = raw[listNames[kind]];
    if (Array.isArray(list)) lists[kind] = await readList(kind, list, reading);
  }
  return {
    org: frame?.read.org ?? {},
    lists: lists as ManifestLists,
    ...(await readPositions(raw, reading)),
    isBroken: (kind, name) => broken.has(`${kind} ${name}`),
  };
}

async function readList<K extends keyof ManifestLists>(
  kind: K,
  list: readonly unknown[],
  reading: ReadContext,
): Promise<FromManifest<unknown>[]> {
  const { faults, broken } = reading;
  const names = new Set<string>();
  const items: FromManifest<unknown>[] = [];
  for (const [index, raw] of list.entries()) {
    if (isTurnOver()) await freshTurn();
    const path = [listNames[kind], index];
    const name = nameOf(raw);
    const parsed = await readers[kind](raw, path, reading);
    if (names.has(name)) faults.add([...path, 'name'], `${name} is described twice: leave one out.`);
    names.add(name);
    if (!parsed?.isWhole) broken.add(`${kind} ${name}`);
    if (parsed) items.push({ name, path, thing: parsed.read });
  }
  return items;
}

/** Name of an item, which may be wrong in every way. */
function nameOf(raw: unknown): string {
  if (!isObject(raw)) return '';
  return typeof raw['version'] === 'string' ? `${raw['name']}:${raw['version']}` : String(raw['name']);
}

async function readPositions(
  raw: JsonObject,
  reading: ReadContext,
): Promise<Pick<Manifest, 'positions' | 'listed'>> {
  const catalogs = Array.isArray(raw['catalogs']) ? raw['catalogs'] : [];
  const listed = new Set<string>();
  const positions: Manifest['positions'][number][] = [];
  for (const [index, catalog] of catalogs.entries()) {
    if (!isObject(catalog) || !Array.isArray(catalog['products'])) continue;
    const name = nameOf(catalog);
    listed.add(name);
    const path = ['catalogs', index, 'products'];
    positions.push(...(await readCatalog(name, catalog['products'], { ...reading, path })));
  }
  return { positions, listed };
}

async function readCatalog(
  catalog: string,
  list: readonly unknown[],
  { path: listPath, ...reading }: ReadContext & { readonly path: ManifestPath },
): Promise<Manifest['positions'][number][]> {
  const { faults, broken } = reading;
  const names = new Set<string>();
  const positions: Manifest['positions'][number][] = [];
  for (const [index, raw] of list.entries()) {
    if (isTurnOver()) await freshTurn();
    const path = [...listPath, index];
    const product = isObject(raw) ? String(raw['product']) : '';
    const name = positionName({ catalog, product });
    const parsed = parseItem(positionItem, { raw, path, faults });
    const documents = await copiedDocuments(raw, [...path, 'copy', 'apis'], reading);
    const isSound = documents.every((each) => each.isSound);
    if (names.has(name)) faults.add([...path, 'product'], `${product} is listed twice: leave one out.`);
    names.add(name);
    const thing =
      parsed &&
      isSound &&
      (await positionFromManifest({ catalog, read: withDocuments(parsed.read, documents), path }, reading));
    if (!thing || !parsed?.isWhole) broken.add(`CatalogProduct ${name}`);
    if (thing) positions.push({ name, path, thing });
  }
  return positions;
}

/** The documents of the APIs of a position's copy, in their order. */
async function copiedDocuments(
  raw: unknown,
  path: ManifestPath,
  reading: ReadContext,
): Promise<ReadDocument[]> {
  const copy = isObject(raw) ? raw['copy'] : undefined;
  const apis = isObject(copy) && Array.isArray(copy['apis']) ? copy['apis'] : [];
  const documents: ReadDocument[] = [];
  for (const [index, api] of apis.entries()) documents.push(await documentOf(api, [...path, index], reading));
  return documents;
}

type PositionItem = z.output<typeof positionItem>;

function withDocuments(read: PositionItem, documents: readonly ReadDocument[]): PositionItem {
  if (!read.copy) return read;
  const apis = read.copy.apis.map((api, index) =>
    typeof api === 'string' ? api : { ...api, openapi: documents[index]?.document },
  );
  return { ...read, copy: { ...read.copy, apis } };
}
