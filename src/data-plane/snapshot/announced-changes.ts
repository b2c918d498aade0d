import type { Catalogs, Change } from './load.ts';

/** The first character of the key of a product: `/<catalog id>/<product id>`. (prisma/triggers/tellProducts.sql) */
const PRODUCT = '/';

/** Keys of clients and products that were announced, and are not read yet. */
export class AnnouncedChanges {
  readonly #clientKeys = new Set<string>();
  /** Ids of products by the ids of their catalogs. */
  readonly #products = new Map<string, Set<string>>();

  add(keys: Iterable<string>): void {
    for (const key of keys) {
      if (!key.startsWith(PRODUCT)) {
        this.#clientKeys.add(key);
        continue;
      }
      const [, catalogId = '', productId = ''] = key.split('/');
      this.#addProducts(catalogId, [productId]);
    }
  }

  clear(): void {
    this.#clientKeys.clear();
    this.#products.clear();
  }

  /**
   * Takes the changes that a reading of an org looks at.
   *
   * They are all clients and the products of its catalogs. Nothing is kept of a catalog that is not held: it is read whole.
   */
  take(orgId: string, held: Catalogs): Change {
    const clientKeys = [...this.#clientKeys];
    this.#clientKeys.clear();
    const orgOf = new Map([...held.values()].map((catalog) => [catalog.id, catalog.orgId]));
    const products = new Map<string, ReadonlySet<string>>();
    for (const [catalogId, ids] of this.#products) {
      const owner = orgOf.get(catalogId);
      if (owner === orgId) products.set(catalogId, ids);
      if (owner === orgId || owner === undefined) this.#products.delete(catalogId);
    }
    return { orgId, clientKeys, products };
  }

  /** Adds what could not be read. */
  putBack({ clientKeys, products }: Change): void {
    this.add(clientKeys);
    for (const [catalogId, ids] of products) this.#addProducts(catalogId, ids);
  }

  #addProducts(catalogId: string, ids: Iterable<string>): void {
    const known = this.#products.get(catalogId) ?? new Set();
    for (const id of ids) known.add(id);
    this.#products.set(catalogId, known);
  }
}
