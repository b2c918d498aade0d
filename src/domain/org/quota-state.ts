import type { QuotaUse } from './quota.ts';

/** The share above which a quota is nearly full. */
const NEARLY = 0.8;
export const nearlyFull = (limit: number): number => limit * NEARLY;

type FullState = 'ROOM' | 'NEARLY_FULL' | 'FULL';
/** Returns how full a quota is, in one word. */
export function quotaState({ used, limit }: Pick<QuotaUse, 'used' | 'limit'>): FullState {
  if (used >= limit) return 'FULL';
  return used >= nearlyFull(limit) ? 'NEARLY_FULL' : 'ROOM';
}
