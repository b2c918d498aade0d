import { HOUR_MS, MINUTE_MS } from '../../../domain/call/usage.ts';
import { SharedRoom } from '../../../foundation/shared-room.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { UNKNOWN_FIELDS } from '../../../infrastructure/usage/field-sets.ts';
import type {
  FieldSet,
  MeterCount,
  UsageCount,
  UsageSeries,
} from '../../../infrastructure/usage/usage-batch.ts';
import type { Call } from '../call.ts';

/** The parts of a call that name its client and operation. */
export type TalliedCall = Pick<Call, 'catalog' | 'client' | 'subscription' | 'chosen' | 'operation'>;

/** The calls of a client to an operation in a minute. */
export type Tally = {
  readonly series: UsageSeries;
  readonly minute: Date;
  readonly credentialId: string | undefined;
  /** Last admission of one of its calls, in milliseconds since 1970; 0 is never. */
  usedAt: number;
  /** Counts by outcome. */
  readonly counts: Count[];
  /** State of the queries of these calls. Undefined for GraphQL, and where no operation is known. */
  readonly query: 'READ' | 'UNREAD' | undefined;
  /** Units by meter; undefined for none. */
  meters: Units[] | undefined;
  /** Calls by the fields that they use; undefined for none. */
  fieldSets: Map<FieldSet, number> | undefined;
};

export type Count = UsageCount & { readonly durations: number[] };
type Units = Pick<MeterCount, 'meter'> & { units: number; faults: number };

type Clients = Map<Call['client'], Tally>;
type Operations = Map<string | undefined, Clients>;
type Apis = Map<string | undefined, Operations>;

/**
 * Tallies of an org that are held while the store is out of reach.
 *
 * They take some ten megabytes, and those of all orgs twice as much. Further calls are counted by catalog, outcome and minute alone.
 */
export const TALLIES_MAX = 20_000;
/** Tallies from which on calls are told apart by the hour. They then last sixty times as long. */
const MINUTE_TALLIES_MAX = TALLIES_MAX / 2;
/** Sets of fields in all tallies of an org. The fields of further calls are not known. */
export const TALLIED_SETS_MAX = 2 * TALLIES_MAX;

/**
 * The tallies of a process. A tally is found by way of what many calls share, and last by the client.
 *
 * A name put together of all these, and its hash, would cost each call more.
 */
export class Tallies {
  readonly #all: Tally[] = [];
  readonly #room = new SharedRoom(2 * TALLIES_MAX);
  readonly #roomForSets = new SharedRoom(2 * TALLIED_SETS_MAX);
  #catalogs = new Map<string, Apis>();
  /** The beginning of the present minute, or hour. */
  #from = Number.NaN;

  get all(): readonly Tally[] {
    return this.#all;
  }

  /** @param time of the call, in milliseconds since 1970 */
  of(call: TalliedCall, time: number): Tally {
    const ms = this.#all.length < MINUTE_TALLIES_MAX ? MINUTE_MS : HOUR_MS;
    const from = Math.floor(time / ms) * ms;
    if (from !== this.#from) this.#catalogs = new Map();
    this.#from = from;
    return this.#tallyOf(call);
  }

  /** Counts a call by the fields that it uses. */
  countFields(tally: Tally, sets: readonly FieldSet[]): void {
    for (const set of sets) this.#countSet(tally, set);
  }

  #countSet(tally: Tally, set: FieldSet): void {
    tally.fieldSets ??= new Map();
    const counts = tally.fieldSets;
    const known = counts.get(set);
    if (known !== undefined) counts.set(set, known + 1);
    else if (set !== UNKNOWN_FIELDS && !this.#roomForSets.take(tally.series.orgId))
      this.#countSet(tally, UNKNOWN_FIELDS);
    else counts.set(set, 1);
  }

  #tallyOf(call: TalliedCall): Tally {
    const apis = valueIn(this.#catalogs, call.catalog.id, newMap<string | undefined, Operations>);
    const operations = valueIn(apis, call.chosen?.api.id, newMap<string | undefined, Clients>);
    const clients = valueIn(operations, call.operation, newMap<Call['client'], Tally>);
    const known = clients.get(call.client);
    if (known) return known;
    if ((call.client || call.chosen) && !this.#room.take(call.catalog.orgId))
      return this.#tallyOf(rest(call));
    const tally = newTally(call, new Date(this.#from));
    clients.set(call.client, tally);
    this.#all.push(tally);
    return tally;
  }
}

function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

const newMap = <Key, Value>() => new Map<Key, Value>();

const newTally = (call: TalliedCall, minute: Date): Tally => ({
  series: seriesOf(call),
  minute,
  credentialId: call.client?.credentialId,
  usedAt: 0,
  query: queryOf(call),
  counts: [],
  meters: undefined,
  fieldSets: undefined,
});

/** Queries are read where requests are held to the document of their API. */
function queryOf({ chosen, operation }: TalliedCall): Tally['query'] {
  if (chosen?.api.kind !== 'REST' || operation === undefined) return undefined;
  return (chosen.api.contract?.requests ?? 'OFF') === 'OFF' ? 'UNREAD' : 'READ';
}

/** The same call, of which nothing is told but its catalog. */
const rest = ({ catalog }: TalliedCall): TalliedCall => ({
  catalog,
  client: undefined,
  subscription: undefined,
  chosen: undefined,
  operation: undefined,
});

function seriesOf({ catalog, client, subscription, chosen, operation }: TalliedCall): UsageSeries {
  const api = chosen?.api;
  return {
    orgId: catalog.orgId,
    catalog: catalog.path.slice(catalog.path.lastIndexOf('/') + 1),
    consumerOrg: client?.application.consumerOrg ?? null,
    application: client?.application.name ?? null,
    subscriptionId: subscription?.id ?? null,
    product: api ? versionedName(api.product) : null,
    plan: subscription?.plan.name ?? null,
    api: api ? versionedName(api) : null,
    operation: operation ?? null,
  };
}
