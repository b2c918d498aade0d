import type { ChangeRequestState } from '../../../domain/change-request/states.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import type { Closing } from './request-parts.ts';

/** Bytes of an input that is kept after its request has ended. */
const KEPT_BYTES_MAX = 64_000;

/** The end of a request. */
export type RequestEnd = {
  readonly state: ChangeRequestState;
  /** The actor who ended it. */
  readonly by: string;
  readonly at: Date;
  readonly closing?: Closing;
  readonly undoId?: string | null;
};

/** Ends a request. The input of a manifest goes, since it may be large and nobody reads it any more. */
export async function closeRequest(
  transaction: Transaction,
  id: string,
  { state, by, at, closing, undoId = null }: RequestEnd,
): Promise<void> {
  await transaction.changeRequest.update({
    where: { id },
    data: {
      state,
      closedBy: by,
      closedAt: at,
      claimedUntil: null,
      undoId,
      ...(closing && { closing: toStore(closing) }),
    },
    select: { id: true },
  });
  await transaction.$executeRaw`
    UPDATE "ChangeRequest" SET "inputSealed" = NULL
    WHERE "id" = ${id}::uuid AND ("mutation" = 'applyManifest' OR octet_length("inputSealed") > ${KEPT_BYTES_MAX})`;
}
