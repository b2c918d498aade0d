import {
  type ChangeItems,
  comparedItems,
  hashOf,
  movements,
} from '../../../../domain/change-request/change-set.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import type { ManagementDeps } from '../../context.ts';
import { MovedOn } from '../moved-on.ts';
import type { NumberedRequest } from '../request-rows.ts';
import type { Reviewed } from '../reviewed.ts';
import { storedProposal } from '../stored-proposal.ts';
import { beginWaves } from './run-waves.ts';
import { MOVES_TIMEOUT_MS } from './wave-moves.ts';
import { waveMutationOf, wavePairOf } from './wave-rows.ts';

/**
 * Makes the commit of a request with waves. The whole mutation is run as it was reviewed, compared with that, and rolled
 * back; then the first wave begins, in the same transaction.
 */
export function firstWave(deps: ManagementDeps, row: NumberedRequest, by: string) {
  let moved = 0;
  return {
    audited: {
      action: 'beginWaves',
      subject: `#${row.number}`,
      timeoutMs: MOVES_TIMEOUT_MS,
      detail: () => ({ mutation: row.mutation, subject: row.subject, wave: 1, moved }),
    },
    before: async (transaction: Transaction) => {
      await transaction.$executeRaw`SAVEPOINT reviewed`;
    },
    after: async (transaction: Transaction, reviewed: Reviewed) => {
      const was = stored<ChangeItems>(row.items);
      const items = {
        ...comparedItems(await reviewed.items(transaction), row.anySubscribers),
        ...wavesIn(was),
      };
      if (hashOf(items) !== row.hash) throw new MovedOn(movements(was, items));
      await transaction.$executeRaw`ROLLBACK TO SAVEPOINT reviewed`;
      const proposal = await storedProposal(transaction, deps, row);
      const named = await waveMutationOf(transaction, row.orgId, proposal);
      const pair = await wavePairOf(transaction, row.orgId, named);
      if (pair) moved = await beginWaves(transaction, { deps, request: row, mutation: named, pair, by });
    },
  };
}

/** The item of the waves, which nobody changes. */
const wavesIn = ({ waves }: ChangeItems): ChangeItems => (waves ? { waves } : {});
