import { type InputPath, refuse } from '../../foundation/errors.ts';
import { DAY_MS } from '../call/usage.ts';

/** Policy of a catalog for secrets and API keys: longest life and first notice. */
export type CredentialPolicy = {
  readonly maxDays: number;
  readonly noticeDays: number;
};

/** A policy as the management API and a manifest take it. */
type CredentialPolicyDraft = {
  readonly maxDays: number;
  readonly noticeDays?: number | null | undefined;
};

/** Ten years. */
const MAX_DAYS = 3_650;
export const NOTICE_DAYS_DEFAULT = 30;
const NOTICE_DAYS_MAX = 365;
/** Days before an end that it is told again after the first notice. 0 is the end itself. */
const LATER_NOTICES = [7, 1, 0];

/**
 * Checks a policy. Without days of notice it has 30, or half of a shorter life.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function credentialPolicyFrom(
  { maxDays, noticeDays }: CredentialPolicyDraft,
  path: InputPath,
): CredentialPolicy {
  if (!Number.isInteger(maxDays) || maxDays < 2 || maxDays > MAX_DAYS)
    refuse('BAD_USER_INPUT', {
      detail: `maxDays is ${maxDays}: give 2 to ${MAX_DAYS} days.`,
      path: [...path, 'maxDays'],
    });
  const most = Math.min(NOTICE_DAYS_MAX, maxDays - 1);
  const notice = noticeDays ?? Math.min(NOTICE_DAYS_DEFAULT, Math.floor(maxDays / 2));
  if (!Number.isInteger(notice) || notice < 1 || notice > most)
    refuse('BAD_USER_INPUT', {
      detail: `noticeDays is ${notice}: give 1 to ${most} days, which is less than maxDays.`,
      path: [...path, 'noticeDays'],
    });
  return { maxDays, noticeDays: notice };
}

type Making = {
  /** Null is a catalog without a policy. */
  readonly policy: CredentialPolicy | null;
  /** The end that was asked for; null is none. */
  readonly expiresAt: Date | null;
  readonly now: Date;
  readonly path: InputPath;
};

/**
 * Returns the end of a secret or an API key that is made now. Null is none.
 *
 * @throws BAD_USER_INPUT when the asked end has passed, or is later than the policy allows
 */
export function credentialEnd({ policy, expiresAt, now, path }: Making): Date | null {
  const latest = policy && new Date(now.getTime() + policy.maxDays * DAY_MS);
  if (expiresAt === null) return latest;
  if (expiresAt <= now)
    refuse('BAD_USER_INPUT', {
      detail: 'expiresAt has passed: give an instant to come, or leave it out.',
      path: [...path, 'expiresAt'],
    });
  if (latest && expiresAt > latest)
    refuse('BAD_USER_INPUT', {
      detail: `expiresAt is later than this catalog allows: at most ${policy.maxDays} days, until ${latest.toISOString()}.`,
      path: [...path, 'expiresAt'],
    });
  return expiresAt;
}

type Ending = {
  readonly endsAt: Date;
  readonly noticeDays: number;
  readonly now: Date;
};

/** Days before an end at which it is told, the first notice first. */
const stagesOf = (noticeDays: number) => [noticeDays, ...LATER_NOTICES.filter((days) => days < noticeDays)];
const instantOf = (endsAt: Date, days: number) => new Date(endsAt.getTime() - days * DAY_MS);

/** The next instant at which an end is told. Null is where all has been told. */
export function nextNotice({ endsAt, noticeDays, now }: Ending): Date | null {
  const instants = stagesOf(noticeDays).map((days) => instantOf(endsAt, days));
  return instants.find((instant) => instant > now) ?? null;
}

/** The days before an end that are told now. They are those of the last due notice; null is before the first. */
export function noticedDays({ endsAt, noticeDays, now }: Ending): number | null {
  return stagesOf(noticeDays).findLast((days) => instantOf(endsAt, days) <= now) ?? null;
}

/**
 * The first notice of an end that was set now. Null is none.
 *
 * Decision: of what lasts a day or less nothing is told. Who makes a key for so short a time knows when it ends, such
 * as the console for a test call.
 */
export function firstNotice({ endsAt, noticeDays, now }: Ending): Date | null {
  return endsAt.getTime() - now.getTime() <= DAY_MS ? null : nextNotice({ endsAt, noticeDays, now });
}
