import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { commitDue, type DueDeps, expireDue } from '../management/change-request/due-requests.ts';

type ChangeRequestWatchOptions = DueDeps & { readonly onFault: (error: unknown) => void };

/** A change is committed at most so long after its time. */
const EVERY_MS = 10_000;

/** Commits change requests at their times, and ends those that are over. */
export function watchChangeRequests({ onFault, ...deps }: ChangeRequestWatchOptions): BackgroundJob {
  return startBackgroundJob(
    async () => {
      for (const fault of [...(await commitDue(deps)), ...(await expireDue(deps))]) onFault(fault);
    },
    { everyMs: EVERY_MS, onFault },
  );
}
