import { governedActions } from '../change-request/actions.ts';
import { type ChangePolicy, EXPIRY_DAYS_DEFAULT } from '../change-request/policy.ts';
import { unlessDefault, type Written } from './write-settings.ts';

/** Writes who approves changes of a catalog. */
export const changePolicyWritten = (policy: ChangePolicy | null): Written | null =>
  policy && {
    rules: policy.rules.map(({ actions, approvals, role }) => ({
      ...unlessDefault<readonly string[]>('actions', actions, governedActions),
      approvals,
      ...unlessDefault('role', role, 'DEVELOPER'),
    })),
    ...unlessDefault<readonly unknown[]>(
      'freezes',
      // A policy from before freeze windows has none.
      (policy.freezes ?? []).map(({ title, from, until, timeZone, weekly }) => ({
        title,
        from,
        until,
        ...unlessDefault('timeZone', timeZone, 'UTC'),
        ...unlessDefault('weekly', weekly, false),
      })),
      [],
    ),
    ...unlessDefault('refuseDirect', policy.refuseDirect, false),
    ...unlessDefault('expiresAfterDays', policy.expiresAfterDays, EXPIRY_DAYS_DEFAULT),
  };
