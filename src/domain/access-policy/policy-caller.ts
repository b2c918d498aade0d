import { isObject } from '../../foundation/json.ts';
import { measure, type ValueSize } from './cost.ts';

/** A value as conditions know it: whole numbers are int, others double, objects are maps. (cel-spec, "Values") */
type CelValue = null | boolean | bigint | number | string | readonly CelValue[] | CelMap;
type CelMap = ReadonlyMap<string, CelValue>;

/** A value of JSON as conditions know it; members that are undefined are left out. It was measured before. */
function celValue(value: unknown): CelValue {
  if (Array.isArray(value)) return value.map(celValue);
  if (isObject(value)) return celMap(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return value;
  return value == null ? null : String(value);
}

export function celMap(value: object): CelMap {
  const map = new Map<string, CelValue>();
  for (const [name, each] of Object.entries(value)) if (each !== undefined) map.set(name, celValue(each));
  return map;
}

/** Through whose API a call came: of which org, which API (`name:version`), by which client; null where that is not known. */
export type CallingGateway = { readonly org: string; readonly api: string; readonly client: string | null };

export const gatewayMembers: readonly string[] = ['org', 'api', 'client'] satisfies (keyof CallingGateway)[];

type CallerFacts = {
  readonly claims?: object;
  readonly headers?: Iterable<[string, string]>;
  readonly gateway?: CallingGateway | null;
};

/** Who asks, as conditions see it: `caller`. */
export class PolicyCaller {
  /** Of the access token that was verified, as RFC 9068 §2.2 names them; empty without one. */
  readonly claims: CelMap;
  /** The names in the claim `scope`. */
  readonly scopes: readonly string[];
  /** By their names in lower case, without those that carry a credential. */
  readonly headers: ReadonlyMap<string, string>;
  /** Null for a call that came to the server directly. */
  readonly gateway: CelMap | null;
  readonly measure: ValueSize;

  /** @throws NestedTooDeep for such claims */
  constructor({ claims = {}, headers = [], gateway = null }: CallerFacts) {
    const named = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
    this.headers = new Map(named.filter(([name]) => !isCredential(name)));
    const scope = isObject(claims) ? claims['scope'] : undefined;
    this.scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
    this.measure = measure([claims, this.scopes, Object.fromEntries(this.headers), gateway]);
    this.claims = celMap(claims);
    this.gateway = gateway && celMap({ org: gateway.org, api: gateway.api, client: gateway.client });
  }
}

/** Is a header of this name, in lower case, one that conditions never see? */
export function isCredential(header: string): boolean {
  return /^(authorization|proxy-authorization|cookie)$|secret|password|token|api-?key|client-id/.test(header);
}
