import { isObject } from '../../foundation/json.ts';
import { measure, type ValueSize } from './cost.ts';

/** A CEL value of JSON: whole numbers are int, others double, objects are maps. (cel-spec, "Values") */
type CelValue = null | boolean | bigint | number | string | readonly CelValue[] | CelMap;
type CelMap = ReadonlyMap<string, CelValue>;

/** Converts a value of JSON for CEL. Undefined members are left out. Its size was measured before. */
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

/** The API that a call came through, and whom the gateway knows. */
export type CallingGateway = {
  readonly org: string;
  /** `name:version` */
  readonly api: string;
  /** The client id. Null where none is known. */
  readonly client: string | null;
  /** The person of HTTP Basic, as the user registry names them. Null without one. */
  readonly subject: string | null;
};

export const gatewayMembers: readonly string[] = [
  'org',
  'api',
  'client',
  'subject',
] satisfies (keyof CallingGateway)[];

type CallerFacts = {
  readonly claims?: object;
  readonly headers?: Iterable<[string, string]>;
  readonly gateway?: CallingGateway | null;
};

/** The policy caller: the `caller` of conditions. */
export class PolicyCaller {
  /** Claims of the verified access token, named as in RFC 9068 §2.2. Empty without a token. */
  readonly claims: CelMap;
  /** The names in the claim `scope`. */
  readonly scopes: readonly string[];
  /** Headers by their names in lower case, without those that carry a credential. */
  readonly headers: ReadonlyMap<string, string>;
  /** Null for a call that came to the server directly. */
  readonly gateway: CelMap | null;
  readonly measure: ValueSize;

  /** @throws NestedTooDeep for claims that are nested too deep */
  constructor({ claims = {}, headers = [], gateway = null }: CallerFacts) {
    const named = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
    this.headers = new Map(named.filter(([name]) => !isCredential(name)));
    const scope = isObject(claims) ? claims['scope'] : undefined;
    this.scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
    this.measure = measure([claims, this.scopes, Object.fromEntries(this.headers), gateway]);
    this.claims = celMap(claims);
    this.gateway = gateway && celMap(membersOf(gateway));
  }
}

/** Copies the members by name: a pass has others that no condition sees. */
const membersOf = ({ org, api, client, subject }: CallingGateway) => ({ org, api, client, subject });

/** Is true for headers that conditions never see. The name is in lower case. */
export function isCredential(header: string): boolean {
  return /^(authorization|proxy-authorization|cookie)$|secret|password|token|api-?key|client-id/.test(header);
}
