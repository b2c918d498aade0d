import type { ResponseCache } from '../../../domain/api/response-cache.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { FairCache } from '../../../foundation/fair-cache.ts';
import type { StoredAnswer } from '../../../http/caching/stored-answer.ts';
import type { PublishedApi } from '../../snapshot/snapshot.ts';
import { type Call, chosenOf, hasBody, upstreamOf } from '../call.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import { AddressChanges } from './address-changes.ts';
import { CallCache } from './call-cache.ts';

/** Bytes of answers that a process keeps: in all, and of an org. */
const BYTES = { bytesMax: 64_000_000, bytesMaxOfOrg: 16_000_000 };
const BYTES_OF_ENTRY = 1_000;
/** Headers of a request for a part, or for one caller. Its answer is neither kept nor one that was kept. */
const NOT_KEPT = ['range', 'if-range', 'if-match', 'if-unmodified-since', 'cookie'];
/** Stale answers of an org that are refreshed at once, while callers get them. */
const REFRESHED_MAX = 20;

/** An answer, and the number of changes when its call began. */
type KeptResponse = StoredAnswer & { readonly since: number };

/**
 * The answers that a process keeps. Orgs share its memory fairly.
 *
 * Decision: one that was kept is for callers of the same copy of an API, on the same plan, at the same back-end and
 * path, and for whom steps of the API write the same headers. `Vary` tells of what else changes it.
 */
export class ResponseCaches {
  readonly #kept = new FairCache<KeptResponse>(BYTES, ({ headers, body, rules }) =>
    [...headers, ...rules.chosenBy.flat()].reduce(
      (sum, text = '') => sum + text.length,
      body.length + BYTES_OF_ENTRY,
    ),
  );
  readonly #ids = new WeakMap<PublishedApi, number>();
  /** Changes by org. Those of one make no other forget its own. */
  readonly #changes = new Map<string, AddressChanges>();
  /** Keys of answers that are refreshed, by org. */
  readonly #refreshing = new Map<string, Set<string>>();
  readonly #clock: Clock;
  #apis = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the cache of a call; null for none, as of most APIs. */
  of(call: Call, changes: CallChanges | null): CallCache | null {
    const { api } = chosenOf(call);
    const { responseCache: rules } = api;
    if (rules === null) return null;
    const { method = 'GET' } = call.request;
    if (method === 'OPTIONS' || method === 'TRACE') return null;
    const isKept = (method === 'GET' || method === 'HEAD') && isFor(rules, call);
    const headers = changes?.request.headers.map(({ key, value }) => `${key}:${value}`).join('\n') ?? '';
    const { orgId } = call.catalog;
    const at = (path: string) => `${this.#idOf(api)} ${upstreamOf(call).origin}${path}`;
    const keyOf = (path: string) => [call.subscription?.plan.id ?? '', at(path), headers].join(' ');
    const changed = this.#changesOf(orgId);
    const since = changed.last;
    return new CallCache({
      method,
      isKept,
      isAuthorized: call.request.headers.authorization !== undefined && !rules.authorized,
      seconds: rules.seconds,
      clock: this.#clock,
      known: (path) => {
        const kept = this.#kept.known(orgId, keyOf(path));
        return kept && !changed.isChanged(at(path), kept.since) ? kept : undefined;
      },
      keep: (path, answer) => this.#kept.keep(orgId, keyOf(path), { ...answer, since }),
      forget: (path, answer) => {
        if (this.#kept.peek(orgId, keyOf(path)) === answer) this.#kept.forget(orgId, keyOf(path));
      },
      refreshes: (path) => this.#refreshes(orgId, keyOf(path)),
      refreshed: (path) => this.#refreshed(orgId, keyOf(path)),
      changed: (path) => changed.note(at(path)),
    });
  }

  #refreshes(orgId: string, key: string): boolean {
    const keys = this.#refreshing.get(orgId) ?? new Set();
    if (keys.has(key) || keys.size >= REFRESHED_MAX) return false;
    this.#refreshing.set(orgId, keys.add(key));
    return true;
  }

  #refreshed(orgId: string, key: string): void {
    const keys = this.#refreshing.get(orgId);
    keys?.delete(key);
    if (keys?.size === 0) this.#refreshing.delete(orgId);
  }

  #changesOf(orgId: string): AddressChanges {
    const known = this.#changes.get(orgId);
    if (known) return known;
    const made = new AddressChanges();
    this.#changes.set(orgId, made);
    return made;
  }

  #idOf(api: PublishedApi): number {
    const known = this.#ids.get(api);
    if (known !== undefined) return known;
    this.#apis += 1;
    this.#ids.set(api, this.#apis);
    return this.#apis;
  }
}

const isFor = ({ operations }: ResponseCache, { operation = '', request }: Call): boolean =>
  !hasBody(request) &&
  (operations.length === 0 || operations.includes(operation)) &&
  NOT_KEPT.every((name) => request.headers[name] === undefined);
