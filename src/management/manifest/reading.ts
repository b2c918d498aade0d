import type { z } from 'zod';
import { positionName } from '../../domain/manifest/definition.ts';
import { createFaults, type Faults, type Place } from '../../domain/manifest/fault.ts';
import { listNames, type Manifest, type ManifestLists, type Said } from '../../domain/manifest/manifest.ts';
import { isObject, type JsonObject } from '../../domain/openapi-tree.ts';
import { apiItem, graphqlServerItem, oauthProviderItem, productItem, userRegistryItem } from './items.ts';
import { type Parsed, parseItem } from './parse.ts';
import {
  apiSaid,
  catalogSaid,
  graphqlServerSaid,
  oauthProviderSaid,
  positionSaid,
  productSaid,
  userRegistrySaid,
} from './said.ts';
import { catalogItem, manifestFrame, positionItem } from './schema.ts';

/** How a thing of each list is read: its form, what it says, and what others call it. */
const readers = {
  UserRegistry: reader(userRegistryItem, userRegistrySaid),
  OAuthProvider: reader(oauthProviderItem, oauthProviderSaid),
  Api: reader(apiItem, apiSaid),
  Product: reader(productItem, productSaid),
  Catalog: reader(catalogItem, catalogSaid),
  GraphQLServer: reader(graphqlServerItem, graphqlServerSaid),
};

type Reader<Thing> = (
  raw: unknown,
  place: Place,
  reading: Pick<Reading, 'faults' | 'whose'>,
) => Promise<Parsed<Thing> | undefined>;

function reader<S extends z.ZodType, Thing>(
  item: S,
  said: (read: z.output<S>, whose: string) => Thing | Promise<Thing>,
): Reader<Thing> {
  return async (raw, place, { faults, whose }) => {
    const parsed = parseItem(item, { raw, place, faults });
    if (!parsed) return undefined;
    const { read, isWhole } = parsed;
    // Where a part is missing, a rule would only say so again.
    const thing = await (isWhole ? faults : createFaults()).gather(place, () => said(read, whose));
    return thing === undefined ? undefined : { read: thing, isWhole };
  };
}

/**
 * Reads a manifest. Each thing is read by itself, so that all that is wrong with any of them is told at once.
 *
 * @param value as JSON has it
 * @param faults gets what is wrong
 * @param whose the org whose turn a thread takes
 */
export async function readManifest(value: unknown, faults: Faults, whose: string): Promise<Manifest> {
  const frame = parseItem(manifestFrame, { raw: value, place: [], faults });
  const raw = isObject(value) ? value : {};
  const broken = new Set<string>();
  const lists: Record<string, unknown> = {};
  for (const kind of Object.keys(listNames) as (keyof ManifestLists)[]) {
    const list = raw[listNames[kind]];
    if (Array.isArray(list)) lists[kind] = await readList(kind, list, { faults, broken, whose });
  }
  return {
    org: frame?.read.org ?? {},
    lists: lists as ManifestLists,
    ...readPositions(raw, { faults, broken, whose }),
    isBroken: (kind, name) => broken.has(`${kind} ${name}`),
  };
}

type Reading = { readonly faults: Faults; readonly broken: Set<string>; readonly whose: string };

async function readList<K extends keyof ManifestLists>(
  kind: K,
  list: readonly unknown[],
  { faults, broken, whose }: Reading,
): Promise<Said<unknown>[]> {
  const names = new Set<string>();
  const said: Said<unknown>[] = [];
  for (const [index, raw] of list.entries()) {
    const place = [listNames[kind], index];
    const name = nameOf(raw);
    const parsed = await readers[kind](raw, place, { faults, whose });
    if (names.has(name)) faults.add([...place, 'name'], `${name} is described twice: leave one out.`);
    names.add(name);
    if (!parsed?.isWhole) broken.add(`${kind} ${name}`);
    if (parsed) said.push({ name, place, thing: parsed.read });
  }
  return said;
}

/** What others call a thing, as far as it can be told of one that may be wrong in every way. */
function nameOf(raw: unknown): string {
  if (!isObject(raw)) return '';
  return typeof raw['version'] === 'string' ? `${raw['name']}:${raw['version']}` : String(raw['name']);
}

function readPositions(raw: JsonObject, reading: Reading): Pick<Manifest, 'positions' | 'listed'> {
  const catalogs = Array.isArray(raw['catalogs']) ? raw['catalogs'] : [];
  const listed = new Set<string>();
  const positions = catalogs.flatMap((catalog: unknown, index) => {
    if (!isObject(catalog) || !Array.isArray(catalog['products'])) return [];
    const name = nameOf(catalog);
    listed.add(name);
    return readCatalog(name, catalog['products'], { ...reading, place: ['catalogs', index, 'products'] });
  });
  return { positions, listed };
}

function readCatalog(
  catalog: string,
  list: readonly unknown[],
  { faults, broken, place: listPlace }: Reading & { readonly place: Place },
): Manifest['positions'][number][] {
  const names = new Set<string>();
  return list.flatMap((raw, index) => {
    const place = [...listPlace, index];
    const product = isObject(raw) ? String(raw['product']) : '';
    const name = positionName({ catalog, product });
    const parsed = parseItem(positionItem, { raw, place, faults });
    if (names.has(name)) faults.add([...place, 'product'], `${product} is listed twice: leave one out.`);
    names.add(name);
    const thing = parsed && positionSaid({ catalog, read: parsed.read, place }, faults);
    if (!thing || !parsed.isWhole) broken.add(`CatalogProduct ${name}`);
    return thing ? [{ name, place, thing }] : [];
  });
}
