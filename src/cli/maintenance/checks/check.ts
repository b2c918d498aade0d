import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { Config } from '../../../process/settings/config.ts';

/** The result of a check: its subject, its state and the remedy. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly remedy?: string;
};

export type CheckContext = {
  readonly config: Config;
  readonly clock: Clock;
  /** Undefined when it is out of reach, or the platform has it open. */
  readonly database: Database | undefined;
  /** The same database where its tables are those of this version. Otherwise the check of migrations reports it. */
  readonly current: Database | undefined;
};

/** One file a check; it throws nothing that it could tell. */
export type Check = (examined: CheckContext) => Promise<readonly Finding[]>;

const FAR_MS = 1_000;

/** Compares another clock with this machine's, read before and after the other one. */
export function clockFinding(
  check: string,
  { before, there, after }: { readonly before: Date; readonly there: Date; readonly after: Date },
): Finding {
  const here = (before.getTime() + after.getTime()) / 2;
  const apartMs = Math.round(there.getTime() - here);
  const slackMs = (after.getTime() - before.getTime()) / 2;
  const message = `its clock is ${Math.abs(apartMs)} ms ${apartMs < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (Math.abs(apartMs) <= FAR_MS + slackMs) return { check, state: 'ok', message };
  return {
    check,
    state: 'warn',
    message,
    remedy: 'Synchronise both clocks (NTP): tokens and windows of limits are told by them.',
  };
}

export const sentenceOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
};
