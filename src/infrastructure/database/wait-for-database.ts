import { setTimeout as sleep } from 'node:timers/promises';
import { outOfReach } from './unreachable.ts';

const RETRY_MS = 500;

export type WaitForDatabaseOptions = {
  /** Told once that the start waits, with the reason. */
  readonly onWait: (fault: Error) => void;
  /** Is it waited for after this fault? Only after one of a database that is out of reach, unless given. */
  readonly mayPass?: (error: unknown) => boolean;
  /** Does nobody wait any more? */
  readonly isOver?: () => boolean;
};

/**
 * Begins what needs the database: again and again, as long as it is out of reach.
 *
 * @throws what else stands in the way
 */
export async function waitForDatabase(
  begin: () => Promise<void>,
  {
    onWait,
    mayPass = (error) => outOfReach(error) !== undefined,
    isOver = () => false,
  }: WaitForDatabaseOptions,
): Promise<void> {
  for (let isToldOf = false; !isOver(); isToldOf = true)
    try {
      return await begin();
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (!isToldOf)
        onWait(new Error('The database does not answer: the start waits for it.', { cause: error }));
      await sleep(RETRY_MS);
    }
}
