import { LRUCache } from 'lru-cache';
import { documentHash } from '../../../domain/api/registered-operations.ts';
import { refuse } from '../../../foundation/errors.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';

/** The names of a document in a request: its text, an id, or both. */
export type DocumentName = {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
};

/** The API that a request is for, and the org of its schema. */
type NamedAt = { readonly api: PublishedApi; readonly schema: { readonly orgId: string } };

const DOCUMENTS_MAX = 1_000;
const CHARACTERS_MAX = 500_000;
/** Characters that a document counts for at least. So there are not too many of them. */
const CHARACTERS_EACH = CHARACTERS_MAX / DOCUMENTS_MAX;
const BYTES_OF_CHARACTER = 2;
/** Bytes of the documents of all APIs. An org has room for eight APIs that keep as much as they may. */
const BYTES = { bytesMax: 32_000_000, bytesMaxOfOrg: 8_100_000 };

type Registered = {
  readonly byId: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
};

/**
 * Documents that callers name instead of sending them. Those of an API never serve another one.
 *
 * Decision: a process does not share the automatic ones that it keeps. A client that meets another process sends the
 * text once more, as the protocol says. A shared store would cost each first use a round trip, and give callers that
 * are refused a way to fill it.
 */
export class Persisted {
  /** Automatic ones, by the id of their API, then by hash. Those of an org displace none of another. */
  readonly #kept = new FairCache<LRUCache<string, string>>(
    BYTES,
    ({ calculatedSize }) => calculatedSize * BYTES_OF_CHARACTER,
  );
  readonly #registered = new WeakMap<PublishedApi, Registered>();

  /**
   * The text of a document that a request names. (GraphQL over HTTP, "Persisted Documents"; automatic persisted queries)
   *
   * @param onlyRegistered serves the plan nothing else?
   * @throws BAD_USER_INPUT, PERSISTED_QUERY_NOT_FOUND, OPERATION_NOT_REGISTERED
   */
  textOf({ api, schema: { orgId } }: NamedAt, request: DocumentName, onlyRegistered: boolean): string {
    const { query } = request;
    const name = nameIn(request);
    if (typeof query === 'string') {
      const hash = hashIn(request);
      if (onlyRegistered && !this.#registeredOf(api).ids.has(query)) refuse('OPERATION_NOT_REGISTERED');
      if (hash !== undefined && hash !== documentHash(query) && this.#textNamed(api, hash) !== query)
        refuse('BAD_USER_INPUT', { detail: 'The sha256Hash is not that of the query.' });
      return query;
    }
    if (query !== undefined || name === undefined)
      return refuse('BAD_USER_INPUT', { detail: 'Send the GraphQL document as the string `query`.' });
    const text = this.#textNamed(api, name);
    if (text !== undefined) return text;
    if (onlyRegistered) return refuse('OPERATION_NOT_REGISTERED');
    return this.#kept.known(orgId, api.id)?.get(name) ?? refuse('PERSISTED_QUERY_NOT_FOUND');
  }

  /** The id of the registered operation that a document is. */
  idOf(api: PublishedApi, document: string): string | undefined {
    return this.#registeredOf(api).ids.get(document);
  }

  /** Keeps the document of a request that was sent with its hash and found valid. */
  keep({ api, schema: { orgId } }: NamedAt, request: DocumentName): void {
    const hash = hashIn(request);
    if (hash === undefined || typeof request.query !== 'string') return;
    const ofApi = this.#kept.known(orgId, api.id) ?? newDocuments();
    if (ofApi.get(hash) === request.query) return;
    ofApi.set(hash, request.query);
    this.#kept.keep(orgId, api.id, ofApi);
  }

  #textNamed(api: PublishedApi, name: string): string | undefined {
    const { byId } = this.#registeredOf(api);
    return byId.get(name) ?? (name.startsWith('sha256:') ? byId.get(name.slice(7)) : undefined);
  }

  #registeredOf(api: PublishedApi): Registered {
    const known = this.#registered.get(api);
    if (known) return known;
    const { registeredOperations: all } = api;
    const made = {
      byId: new Map(all.map(({ id, document }) => [id, document])),
      ids: new Map(all.map(({ id, document }) => [document, id])),
    };
    this.#registered.set(api, made);
    return made;
  }
}

const newDocuments = () =>
  new LRUCache<string, string>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text) => Math.max(text.length, CHARACTERS_EACH),
  });

/** @throws BAD_USER_INPUT when the request names a document in two ways, or wrongly */
function nameIn(request: DocumentName): string | undefined {
  const { query, documentId } = request;
  const hash = hashIn(request);
  if (documentId === undefined) return hash;
  if (typeof documentId !== 'string' || query !== undefined || hash !== undefined)
    refuse('BAD_USER_INPUT', { detail: 'Send a documentId as a string, and no other document beside it.' });
  return documentId;
}

function hashIn({ extensions }: DocumentName): string | undefined {
  const persisted = memberOf(extensions, 'persistedQuery');
  if (persisted === undefined) return undefined;
  const hash = memberOf(persisted, 'sha256Hash');
  if (typeof hash !== 'string' || memberOf(persisted, 'version') !== 1)
    return refuse('BAD_USER_INPUT', {
      detail: 'Send extensions.persistedQuery as { "version": 1, "sha256Hash": "…" }.',
    });
  return hash;
}

/** @throws BAD_USER_INPUT when it is neither left out nor an object */
function memberOf(value: unknown, name: string): unknown {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    refuse('BAD_USER_INPUT', {
      detail: 'The extensions must be an object or null, and a persistedQuery too.',
    });
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
