import { headersByName } from '../answer-body.ts';
import { type CacheDirectives, cacheDirectives, secondsIn } from './cache-directives.ts';

/** The head of an answer. Headers are names and values in turn, as they came. */
export type CacheableHead = { readonly status: number; readonly headers: readonly string[] };

/** A request as caches see it. Headers are by their names in lower case. */
export type CachedRequest = {
  readonly headers: ReadonlyMap<string, string>;
  /** Tells whether its answer is shared only where RFC 9111 §3.5 allows it. */
  readonly isAuthorized: boolean;
};

/** An answer that is kept, and what the rules say of it. */
export type StoredAnswer = CacheableHead & {
  readonly body: Buffer;
  readonly rules: StorageRules;
};

/** The rules of an answer that may be kept. */
export type StorageRules = {
  /** The instant of its storage in milliseconds, and its age then in seconds. */
  readonly at: number;
  readonly age: number;
  /** Seconds that it is fresh. Zero has to be validated each time. */
  readonly fresh: number;
  /** Seconds after that in which it may be given all the same. (RFC 5861) */
  readonly whileRevalidate: number;
  readonly ifError: number;
  /** The headers of the request that chose it, by `Vary`. */
  readonly chosenBy: readonly (readonly [name: string, value: string | undefined])[];
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** Tells whether requests with Authorization may share it. */
  readonly isShared: boolean;
};

type Storing = {
  /** Seconds that a 200 is fresh where nothing says so; undefined for none. */
  readonly seconds: number | undefined;
  readonly now: number;
};

/** Statuses that a cache understands. Those of the second list only where a time is told. (RFC 9111 §3) */
const KEPT = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);
const KEPT_IF_TOLD = new Set([302, 303, 307]);
/** Longest time that an answer is given after it was fresh. A back-end that says more is down for good. */
const STALE_SECONDS_MAX = 86_400;

/**
 * Tells the rules of an answer to GET. Undefined where it may not be kept. (RFC 9111 §3)
 *
 * Decision: one whose freshness nothing tells is not kept, however it could be validated.
 */
export function storageRules(
  request: CachedRequest,
  { status, headers }: CacheableHead,
  { seconds, now }: Storing,
): StorageRules | undefined {
  const known = headersByName(headers);
  const told = cacheDirectives(known.get('cache-control'));
  const asked = cacheDirectives(request.headers.get('cache-control'));
  const isShared = ['public', 's-maxage', 'must-revalidate'].some((name) => told.has(name));
  const vary = namesIn(known.get('vary'));
  const isForbidden =
    asked.has('no-store') || told.has('no-store') || told.has('private') || known.has('set-cookie');
  if (isForbidden || vary.includes('*') || (request.isAuthorized && !isShared)) return undefined;
  const fresh = freshSeconds(known, told, now) ?? (status === 200 ? seconds : undefined);
  if (fresh === undefined || !(KEPT.has(status) || KEPT_IF_TOLD.has(status))) return undefined;
  const [etag, lastModified] = [known.get('etag'), known.get('last-modified')];
  // A cache that is shared never gives what is stale where these are told. (RFC 9111 §5.2.2)
  const isStrict = ['no-cache', 'must-revalidate', 'proxy-revalidate', 's-maxage'].some((name) =>
    told.has(name),
  );
  const after = (name: string) =>
    isStrict ? 0 : Math.min(secondsIn(told.get(name) ?? ''), STALE_SECONDS_MAX);
  const rules = {
    at: now,
    age: secondsIn(known.get('age')?.split(',', 1)[0]?.trim() ?? ''),
    fresh: told.has('no-cache') ? 0 : fresh,
    whileRevalidate: after('stale-while-revalidate'),
    ifError: after('stale-if-error'),
    chosenBy: vary.map((name) => [name, request.headers.get(name)] as const),
    etag,
    lastModified,
    isShared,
  };
  const isUseful = rules.fresh > rules.age || etag !== undefined || lastModified !== undefined;
  return isUseful ? rules : undefined;
}

/** The seconds that an answer is fresh by its headers; undefined without any. (RFC 9111 §4.2.1) */
function freshSeconds(
  known: ReadonlyMap<string, string>,
  told: CacheDirectives,
  now: number,
): number | undefined {
  const age = told.get('s-maxage') ?? told.get('max-age');
  if (age !== undefined) return secondsIn(age);
  const expires = known.get('expires');
  if (expires !== undefined) {
    const lifetime = (Date.parse(expires) - (Date.parse(known.get('date') ?? '') || now)) / 1_000;
    return lifetime > 0 ? Math.floor(lifetime) : 0;
  }
  return known.has('cache-control') || known.has('pragma') ? 0 : undefined;
}

const namesIn = (vary: string | undefined): string[] =>
  (vary ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The age of an answer in seconds. (RFC 9111 §4.2.3) */
export const ageOf = ({ at, age }: StorageRules, now: number): number => age + Math.max(0, now - at) / 1_000;

/** The seconds that an answer is still fresh. Negative ones have passed since. */
export const secondsLeft = (rules: StorageRules, now: number): number => rules.fresh - ageOf(rules, now);

/** The use of a stored answer. A stale hit is given while it is validated. */
export type StoredUse = 'HIT' | 'STALE_HIT' | 'STALE' | 'ASKED' | 'VARY';

/** Tells how an answer that is kept may be used for a request. (RFC 9111 §4) */
export function useOf({ rules }: StoredAnswer, { headers }: CachedRequest, now: number): StoredUse {
  if (rules.chosenBy.some(([name, value]) => headers.get(name) !== value)) return 'VARY';
  const left = secondsLeft(rules, now);
  if (isAnotherAsked(headers, { age: ageOf(rules, now), left })) return 'ASKED';
  if (left > 0) return 'HIT';
  return left + rules.whileRevalidate > 0 ? 'STALE_HIT' : 'STALE';
}

/** Tells whether a request asks for what is newer. That it takes what is stale is not heard. (RFC 9111 §5.2.1) */
function isAnotherAsked(
  headers: ReadonlyMap<string, string>,
  { age, left }: { readonly age: number; readonly left: number },
): boolean {
  const control = headers.get('cache-control');
  if (control === undefined) return /no-cache/i.test(headers.get('pragma') ?? '');
  const asked = cacheDirectives(control);
  const [maxAge, minFresh] = [asked.get('max-age'), asked.get('min-fresh')];
  return (
    asked.has('no-cache') ||
    asked.has('no-store') ||
    (maxAge !== undefined && age > secondsIn(maxAge)) ||
    (minFresh !== undefined && left < secondsIn(minFresh))
  );
}

/** Tells whether an answer may be given where the back-end fails. (RFC 5861 §4) */
export const isUsableOnError = (rules: StorageRules, now: number): boolean =>
  rules.ifError > 0 && secondsLeft(rules, now) + rules.ifError > 0;
