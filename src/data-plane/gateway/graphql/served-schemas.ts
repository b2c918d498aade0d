import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../../foundation/errors.ts';
import { FairCache, type FairCacheBounds } from '../../../foundation/fair-cache.ts';
import { TurnQueue } from '../../../foundation/turn-queue.ts';
import { costRules } from '../../../graphql/cost/cost-rules.ts';
import { introspectionBound } from '../../../graphql/cost/introspection-size.ts';
import { visibleCostRules } from '../../../graphql/cost/visible-cost-rules.ts';
import { forgetNodes, schemaInTurns } from '../../../graphql/schema/schema-in-turns.ts';
import { schemaViewTask } from '../../../graphql/schema/schema-view-task.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { FieldSets } from '../accounting/field-sets.ts';
import { LARGE, type ServedSchema } from './served-schema.ts';

/** The org of a schema and the parts that a plan hides, as schema coordinates. */
type SchemaViewer = { readonly orgId: string; readonly hidden: readonly string[] };

/** Bytes of a schema for each character of its SDL without descriptions. */
const BYTES_OF_SDL = 30;
/** A document that is remembered takes as many, with what was found out about it. */
const BYTES_OF_DOCUMENT = 50;
/** A character of coordinates is kept twice: in a set, and in its name. */
const BYTES_OF_COORDINATE = 4;
const DOCUMENTS_MAX = 1_000;
const DOCUMENT_CHARACTERS_MAX = 500_000;
const PARSED_CHARACTERS_MAX = 100_000;
const BODY_CHARACTERS_MAX = 100_000;
const FIELD_CHARACTERS_MAX = 1_000_000;
/** Room for the largest schema, whole and as a plan shows it, with its documents. */
const CACHE = { bytesMax: 320_000_000, bytesMaxOfOrg: 160_000_000 };

/**
 * The schemas that documents are checked against. Each is built when it is first asked for, in several turns of the
 * event loop and one after another, orgs in turn; what they take of the memory of this process is shared fairly between
 * orgs.
 */
export class Schemas {
  readonly #cache: FairCache<ServedSchema>;
  /** Keys are long to make. */
  readonly #keys = new WeakMap<PublishedApi, Map<string, string>>();
  readonly #turns = new TurnQueue({
    atOnceMax: 1,
    waitingMax: [400, 20],
    tooMany: () =>
      refuse('TEMPORARILY_UNAVAILABLE', {
        detail: 'Too many schemas are read at this moment: try again.',
        headers: { 'Retry-After': '2' },
      }),
  });

  constructor(memory: FairCacheBounds = CACHE) {
    this.#cache = new FairCache(memory, bytesOf);
  }

  /**
   * Returns the schema of an API, at once where it is known, else once built.
   *
   * @throws Error when the API has no schema, or one that cannot be built; TEMPORARILY_UNAVAILABLE when too many are
   *   built
   */
  of(api: PublishedApi, viewer: SchemaViewer): ServedSchema | Promise<ServedSchema> {
    const key = this.#keyOf(api, viewer.hidden);
    const { orgId } = viewer;
    return (
      this.#cache.known(orgId, key) ??
      this.#cache.get(orgId, key, () => this.#turns.run([orgId], () => this.#build(api, viewer, key)))
    );
  }

  async #build(api: PublishedApi, viewer: SchemaViewer, key: string): Promise<ServedSchema> {
    const built = await build(api, viewer);
    const served: ServedSchema = {
      ...built,
      key,
      documents: remembering(DOCUMENT_CHARACTERS_MAX),
      parsed: remembering(PARSED_CHARACTERS_MAX),
      bodies: remembering(BODY_CHARACTERS_MAX),
      fieldSets: new FieldSets(FIELD_CHARACTERS_MAX),
      grown: () => this.#cache.keep(viewer.orgId, key, served),
    };
    return served;
  }

  #keyOf(api: PublishedApi, hidden: readonly string[]): string {
    const keys = this.#keys.get(api) ?? new Map<string, string>();
    this.#keys.set(api, keys);
    const view = hidden.length === 0 ? '' : hidden.join(' ');
    const known = keys.get(view);
    if (known) return known;
    const { sdl, costs, documentBounds } = api;
    const variant = JSON.stringify([hidden, costs, documentBounds, sdl]);
    const key = createHash('sha256').update(variant).digest('base64url');
    keys.set(view, key);
    return key;
  }
}

async function build(
  { name, version, sdl: text, costs, documentBounds: bounds }: PublishedApi,
  { orgId, hidden }: SchemaViewer,
) {
  if (text === null) throw new TypeError(`The API ${name}:${version} has no schema.`);
  const whole = await schemaInTurns(text);
  const known = costRules(whole, costs);
  forgetNodes(whole);
  const isLarge = text.length > LARGE;
  const sdl =
    hidden.length === 0
      ? text
      : await inChildIf({ isLarge, queueKey: orgId }, schemaViewTask({ sdl: text, hidden }));
  const visible = sdl === text ? whole : await schemaInTurns(sdl);
  if (visible !== whole) forgetNodes(visible);
  return {
    whole,
    visible,
    rules: visible === whole ? known : visibleCostRules(known, { whole, view: visible }),
    bounds,
    introspectionBound: introspectionBound(visible),
    sdl,
    orgId,
  };
}

const remembering = <Value extends object>(maxSize: number) =>
  new LRUCache<string, Value>({
    max: DOCUMENTS_MAX,
    maxSize,
    sizeCalculation: (_, text) => text.length + 1,
  });

function bytesOf({ whole, visible, sdl, documents, parsed, bodies, fieldSets }: ServedSchema): number {
  const schemas = visible === whole ? 1 : 2;
  const remembered = documents.calculatedSize + parsed.calculatedSize + bodies.calculatedSize;
  return (
    schemas * sdl.length * BYTES_OF_SDL +
    remembered * BYTES_OF_DOCUMENT +
    fieldSets.characters * BYTES_OF_COORDINATE
  );
}
