import type { Cost } from '../../../graphql/cost/static-cost.ts';
import type { FieldSet } from '../../../infrastructure/usage/usage-batch.ts';
import type { OperationMeasure } from './operation-measure.ts';

/** A GraphQL request that was checked. */
export type GraphQLDocument = {
  /** The body that is forwarded: as it came, unless the document was only named. */
  readonly bytes: Buffer;
  /** The id of a registered operation, or the kind of any other. */
  readonly operation: string;
  /** The measure of the operation that is to run; of a batch, of all together. */
  readonly measure: OperationMeasure;
  /** The fields that it uses: a set for each of its documents. */
  readonly fieldSets: readonly FieldSet[];
  /** Answers it in place of the back-end, as JSON: it asks for the schema alone. @throws DocumentRefusal */
  readonly introspect: (() => string | Promise<string>) | undefined;
  /** Number of documents: more than one in a batch. */
  readonly count: number;
  /** Tells whether its caller wants the cost in `extensions.cost` of the answer. */
  readonly tellsCost: boolean;
  /** Computes the cost of an answer, read from JSON; undefined where it has no data. */
  readonly costOf: (answer: unknown) => Cost | undefined;
};
