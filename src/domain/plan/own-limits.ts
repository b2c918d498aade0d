import { type InputPath, refuse } from '../../foundation/errors.ts';
import { type PlanLimits, type PlanLimitsDraft, planLimits } from './plan.ts';

/** The limits of one subscription, in place of those of its plan. */
export type OwnLimits = PlanLimits & {
  /** The plan that they were set for. They hold under a plan of this name, also that of another version. */
  readonly plan: string;
  /** The instant that the plan's limits are back at; null is never. */
  readonly until: string | null;
  /** The provider's reason. Consumers do not see it. */
  readonly reason: string;
};

type OwnLimitsInput = {
  readonly plan: string;
  readonly until: Date | null;
  readonly reason: string;
  readonly now: Date;
  readonly path: InputPath;
};

const REASON_LENGTH_MAX = 500;
/** The last year that RFC 3339 can write. */
const YEAR_MAX = 9999;

/** @throws BAD_USER_INPUT when a limit, the end or the reason is wrong */
export function ownLimits(
  draft: PlanLimitsDraft,
  { plan, until, reason, now, path }: OwnLimitsInput,
): OwnLimits {
  checkEnd(until, now, [...path, 'until']);
  const limits = planLimits(draft, [...path, 'limits']);
  return { ...limits, plan, until: until?.toISOString() ?? null, reason };
}

/** @throws BAD_USER_INPUT when the reason is blank or too long */
export function checkLimitsReason(reason: string, path: InputPath): void {
  if (reason.trim() === '')
    refuse('BAD_USER_INPUT', { detail: 'The reason is empty: say why the limits change.', path });
  if (reason.length > REASON_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The reason is longer than ${REASON_LENGTH_MAX} characters.`,
      path,
    });
}

function checkEnd(until: Date | null, now: Date, path: InputPath): void {
  if (until === null) return;
  if (until <= now)
    refuse('BAD_USER_INPUT', {
      detail: `until is ${until.toISOString()}, which has passed: give a later instant, or null for no end.`,
      path,
    });
  if (until.getUTCFullYear() > YEAR_MAX)
    refuse('BAD_USER_INPUT', { detail: `until is after the year ${YEAR_MAX}.`, path });
}

/** Returns the own limits of a subscription unless they have ended. */
export function ownLimitsAt(own: OwnLimits | null, now: Date): OwnLimits | null {
  return own && (own.until === null || new Date(own.until) > now) ? own : null;
}

/** Returns the own limits that hold now. Null is where those of the plan do. */
export function ownLimitsInEffect(own: OwnLimits | null, plan: string, now: Date): OwnLimits | null {
  const current = ownLimitsAt(own, now);
  return current?.plan === plan ? current : null;
}
