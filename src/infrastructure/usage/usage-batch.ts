import type { UsageOutcome } from '../../domain/call/usage.ts';
import type { RefusalCode } from '../../foundation/errors.ts';

/**
 * A series of calls: all that tells calls apart but time and outcome. Things are named, so that reports stay readable
 * after they are deleted. Facts that were not known when a call was refused are null.
 */
export type UsageSeries = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string | null;
  readonly application: string | null;
  readonly subscriptionId: string | null;
  /** `name:version` */
  readonly product: string | null;
  readonly plan: string | null;
  /** `name:version` */
  readonly api: string | null;
  /**
   * `GET /customers/{id}`, or the operation of a GraphQL document. The latter is its kind, or the id of a registered
   * one.
   */
  readonly operation: string | null;
};

/** The code of calls that a limit would have refused if it were enforced. */
export const MEASURED = 'MEASURED';

/** Calls of one series with one outcome in one minute. */
export type UsageCount = {
  readonly series: UsageSeries;
  /** The beginning of the minute. */
  readonly minute: Date;
  readonly outcome: UsageOutcome;
  /** The code of the refusal. Null where the back-end answered, or MEASURED where a limit would have refused the call. */
  readonly code: RefusalCode | typeof MEASURED | null;
  /** Calls by bucket of domain/latency.ts */
  readonly durations: readonly number[];
};

/** Units that answers to calls of one series told, in one minute. */
export type MeterCount = {
  readonly series: UsageSeries;
  /** The beginning of the minute. */
  readonly minute: Date;
  /** The name of a meter of the API. */
  readonly meter: string;
  readonly units: number;
  /** Answers whose units could not be told. They count as none. */
  readonly faults: number;
};

/**
 * The fields that a call used, as sorted coordinates. They are those of a GraphQL schema, or the operation and query
 * parameters of an OpenAPI document. Many calls share one. Null is more than is kept.
 */
export type FieldSet = { readonly coordinates: readonly string[] | null };

/** Calls of one series that used the same fields, in one minute. */
export type FieldSetCount = {
  readonly series: UsageSeries;
  /** The beginning of the minute. */
  readonly minute: Date;
  /** Tells that they are calls of REST. Most gateways do not read the queries of these. */
  readonly isOfQuery: boolean;
  readonly set: FieldSet;
  readonly calls: number;
};

/** Counts that are written together. The same sequence stands for the same counts, however often it is sent. */
export type UsageBatch = {
  /** Rises with every batch of a writer. */
  readonly sequence: number;
  readonly at: Date;
  readonly counts: readonly UsageCount[];
  readonly meters: readonly MeterCount[];
  readonly fieldSets: readonly FieldSetCount[];
  /** The last use of each credential by its id, in milliseconds since 1970. */
  readonly lastUse: ReadonlyMap<string, number>;
};
