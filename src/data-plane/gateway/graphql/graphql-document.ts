import type { Cost } from '../../../graphql/cost/static-cost.ts';
import type { OperationMeasure } from './operation-measure.ts';

/** A GraphQL request that was checked. */
export type GraphQLDocument = {
  /** The body as it came, but for a document that was only named: what is forwarded. */
  readonly bytes: Buffer;
  /** The id of a registered operation, or the kind of any other. */
  readonly operation: string;
  /** The measure of the operation that is to run; of a batch, of all together. */
  readonly measure: OperationMeasure;
  /** Answers it in place of the back-end, as JSON: it asks for the schema alone. @throws DocumentRefusal */
  readonly introspect: (() => string | Promise<string>) | undefined;
  /** How many documents it is: more than one in a batch. */
  readonly count: number;
  /** Does its caller want to be told what it cost, in `extensions.cost` of the answer? */
  readonly tellsCost: boolean;
  /** What an answer cost, read from JSON; undefined where it has no data to tell it by. */
  readonly costOf: (answer: unknown) => Cost | undefined;
};
