import { removeOver } from '../../src/control-plane/jobs/retention/retention-job.ts';
import type { RetentionSettings } from '../../src/control-plane/jobs/retention/rules.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';

const KEPT: RetentionSettings = {
  hourlyUsageDays: 35,
  usageDays: 400,
  eventDays: 90,
  historyDays: 400,
  auditDays: null,
};

/** Removes what is over at an instant, as the control plane does every ten minutes. @throws what stands in the way */
export async function removeWhatIsOver(
  database: Database,
  now: Date,
  kept: Partial<RetentionSettings> = {},
): Promise<void> {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  await removeOver({ database, clock: () => now, kept: { ...KEPT, ...kept }, onFault });
  if (faults.length > 0) throw faults[0];
}
