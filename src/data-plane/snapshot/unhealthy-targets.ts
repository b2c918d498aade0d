import type { Snapshot } from './snapshot.ts';

/** Counts the targets that get no calls, because their health checks fail. */
export function unhealthyTargets({ catalogs }: Snapshot): number {
  let unhealthy = 0;
  for (const { backends } of catalogs.values())
    for (const { targets } of backends.values())
      for (const { health } of targets) if (health === 'UNHEALTHY') unhealthy += 1;
  return unhealthy;
}
