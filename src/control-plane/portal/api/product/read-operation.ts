import { createHash } from 'node:crypto';
import { refusal } from '../../../../foundation/errors.ts';
import { freshTurn } from '../../../../foundation/event-loop-turns.ts';
import { FairCache } from '../../../../foundation/fair-cache.ts';
import { type RootFieldDetails, rootFieldsTask } from '../../../../graphql/schema/root-field-details.ts';
import { inChildIf } from '../../../../infrastructure/child-processes/concurrency-limit.ts';
import {
  type OperationDetails,
  type OperationName,
  operationDetails,
} from '../../../../openapi/operation-details.ts';
import type { PortalContext } from '../context.ts';
import type { ConsumerApiDocument } from './api-document.ts';

/** Characters of a document that is read at once: a few hundredths of a second. */
const HERE_MAX = 131_072;
const BOUNDS = { bytesMax: 32_000_000, bytesMaxOfOrg: 4_000_000 };

type Kept<Value> = { readonly value: Value; readonly bytes: number };
const kept = <Value>(value: Value): Kept<Value> => ({ value, bytes: JSON.stringify(value).length });

const operations = new FairCache<Kept<OperationDetails | null>>(BOUNDS, ({ bytes }) => bytes);
const fields = new FairCache<Kept<readonly RootFieldDetails[]>>(BOUNDS, ({ bytes }) => bytes);

/**
 * Reads one operation of a document, once for each document. Null where it has none.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are read at this moment
 */
export async function readOperation(
  { text, etag, operations: listed }: ConsumerApiDocument,
  { method, path }: OperationName,
  { catalog: { orgId } }: Pick<PortalContext, 'catalog'>,
): Promise<OperationDetails | null> {
  // What is not there is not kept, as callers could name without end.
  if (!listed.some((each) => each.method === method && each.path === path)) return null;
  const { value } = await operations.get(orgId, `${etag} ${method} ${path}`, async () => {
    await freshTurn();
    const run = {
      module: 'openapi/operation-details',
      work: operationDetails,
      input: { openapi: text, method, path },
      tooMuch: (amount: string) =>
        refusal('TEMPORARILY_UNAVAILABLE', { detail: `To read the operation takes ${amount}: try again.` }),
    };
    return kept(await inChildIf({ isLarge: text.length > HERE_MAX, queueKey: orgId }, run));
  });
  return value;
}

/**
 * Reads the root fields of a shown schema, once for each schema.
 *
 * @throws TEMPORARILY_UNAVAILABLE when too many are read at this moment
 */
export async function readRootFields(
  sdl: string,
  { catalog: { orgId } }: Pick<PortalContext, 'catalog'>,
): Promise<readonly RootFieldDetails[]> {
  const key = createHash('sha256').update(sdl).digest('base64url');
  const { value } = await fields.get(orgId, key, async () => {
    await freshTurn();
    return kept(await inChildIf({ isLarge: sdl.length > HERE_MAX, queueKey: orgId }, rootFieldsTask(sdl)));
  });
  return value;
}
