import { setTimeout as sleep } from 'node:timers/promises';
import { outOfReach } from './unreachable.ts';

const RETRY_MS = 500;

type WaitForDatabaseOptions = {
  /** Called once when the start waits, with the reason. */
  readonly onWait: (fault: Error) => void;
  /** Tells whether to wait after this fault. By default only after a database out of reach. */
  readonly mayPass?: (error: unknown) => boolean;
  /** Is true when the start was given up. */
  readonly isOver?: () => boolean;
};

/**
 * Starts work that needs the database. It retries as long as the database is out of reach.
 *
 * @throws any other error
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
