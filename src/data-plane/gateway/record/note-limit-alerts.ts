import { alertShare } from '../../../domain/plan/limit-alert.ts';
import type { LimitAlerts } from '../../recorded/limit-alerts.ts';
import type { CountedLimit } from '../accounting/counted-limit.ts';
import type { Call } from '../call.ts';

type NoteLimitAlertsDeps = {
  readonly alerts: Pick<LimitAlerts, 'note'>;
  /** Returns when the call was counted, in milliseconds since 1970. Few calls need it. */
  readonly countedAt: () => number;
};

/**
 * Notes the shares of windows that a call has used up to. Only windows of the calendar are told of, since others end
 * too soon.
 */
export function noteLimitAlerts(
  { subscription }: Call,
  limits: readonly CountedLimit[],
  deps: NoteLimitAlertsDeps,
): void {
  if (!subscription) return;
  for (const each of limits) if (each.window.calendar) noteAlert(subscription.id, each, deps);
}

function noteAlert(
  subscriptionId: string,
  { window: { name, calendar, isMeasured }, result }: CountedLimit,
  { alerts, countedAt }: NoteLimitAlertsDeps,
): void {
  const share = isMeasured ? undefined : alertShare(result);
  if (!calendar || !share) return;
  alerts.note({ subscriptionId, limit: name, share, endsAt: calendar.at(countedAt()).endsAt });
}
