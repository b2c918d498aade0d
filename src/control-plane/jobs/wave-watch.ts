import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { judgeWaves } from '../management/change-request/waves/watched-requests.ts';
import type { ManagementDeps } from '../management/context.ts';

type WaveWatchOptions = ManagementDeps & { readonly onFault: (error: unknown) => void };

/** Gateways write what they have counted about each second. What they have written is soon judged. */
const EVERY_MS = 500;

/** Judges the waves of change requests, as long as the process runs. */
export function watchWaves({ onFault, ...deps }: WaveWatchOptions): BackgroundJob {
  return startBackgroundJob(
    async () => {
      for (const fault of await judgeWaves(deps)) onFault(fault);
    },
    { everyMs: EVERY_MS, onFault },
  );
}
