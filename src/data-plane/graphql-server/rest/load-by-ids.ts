import DataLoader from 'dataloader';
import { refuse } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';
import type { Batch } from '../../../openapi/to-graphql/model.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import { type BoundOperation, call, recordOrigin } from './rest-call.ts';
import { restRequest } from './rest-request.ts';

export type Id = string | number | bigint;
type ById = Batch & {
  /** Answers with one record. */
  readonly single: BoundOperation;
  /** Answers with those of a list of ids. */
  readonly list: BoundOperation;
};
type Loader = DataLoader<Id, unknown, string>;

/** Loaders of one request by operation. Nothing is remembered from one request to the next. */
const loaders = new WeakMap<GraphQLServerContext, Map<string, Loader>>();

/** Forgets the records of a request after a change. The fields that follow load them anew. */
export function forgetRecords(context: GraphQLServerContext): void {
  loaders.delete(context);
}

/**
 * The record of an id. Those that are asked for in one turn, by the fields of a list, are asked for in one call; one
 * alone is asked for by itself.
 *
 * @throws what the call of its batch failed with, as the others of the batch do
 */
export function loadById(id: Id, byId: ById, context: GraphQLServerContext): Promise<unknown> {
  const own = loaders.get(context) ?? new Map<string, Loader>();
  loaders.set(context, own);
  const { single, list, argument } = byId;
  const key = [single.operation.source, single.operation.id, list.operation.id, argument].join('\n');
  const loader =
    own.get(key) ??
    new DataLoader<Id, unknown, string>((ids) => recordsOf(ids, byId, context), {
      maxBatchSize: byId.max,
      cacheKeyFn: String,
    });
  own.set(key, loader);
  return loader.load(id);
}

/**
 * Loads the records in the order of their ids.
 *
 * A record that the list lacks is loaded by itself, since a list may be one page of several. One that is missing then
 * is null.
 */
async function recordsOf(
  ids: readonly Id[],
  byId: ById,
  context: GraphQLServerContext,
): Promise<readonly unknown[]> {
  const { single, list, argument, member } = byId;
  const alone = (id: Id) => call(single, { [byId.id]: id }, context);
  const [only, another] = ids;
  if (only !== undefined && another === undefined)
    return [await alone(only).catch((error: unknown) => error)];
  const answered = (await call(list, { [argument]: ids }, context)) ?? [];
  if (!Array.isArray(answered))
    return refuse('BACKEND_ANSWER_INVALID', { detail: 'The back-end did not answer with a list.' });
  const records = new Map(
    answered.filter(isObject).map((record) => [String(record[member]), record] as const),
  );
  const recordOf = async (id: Id) => {
    const record = records.get(String(id));
    if (!record) return alone(id);
    const { operation, backEnd } = single;
    const args = { [byId.id]: id };
    const request = { ...restRequest(operation, args, backEnd.url), operation, args, status: 200 };
    recordOrigin([record], { bound: single, request });
    return record;
  };
  // An id that no path can hold fails its own field, and none of the others.
  return Promise.all(ids.map((id) => recordOf(id).catch((error: unknown) => error)));
}
