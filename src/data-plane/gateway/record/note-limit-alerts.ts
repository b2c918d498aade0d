import { alertShare } from '../../../domain/plan/limit-alert.ts';
import type { LimitAlerts } from '../../recorded/limit-alerts.ts';
import type { CountedLimit } from '../accounting/counted-limit.ts';
import type { Call } from '../call.ts';

/**
 * Notes the shares of windows that a call has used up to. Only windows of the calendar are told of: others end too soon.
 *
 * @param at when the call was counted
 */
export function noteLimitAlerts(
  { subscription, counted, charged }: Call,
  alerts: Pick<LimitAlerts, 'note'>,
  at: number,
): void {
  if (!subscription) return;
  for (const each of counted) noteAlert(subscription.id, each, { alerts, at });
  for (const each of charged) noteAlert(subscription.id, each, { alerts, at });
}

type NoteAlertDeps = { readonly alerts: Pick<LimitAlerts, 'note'>; readonly at: number };

function noteAlert(
  subscriptionId: string,
  { window: { name, calendar, isMeasured }, result }: CountedLimit,
  { alerts, at }: NoteAlertDeps,
): void {
  if (!calendar || isMeasured) return;
  const share = alertShare(result);
  if (share) alerts.note({ subscriptionId, limit: name, share, endsAt: calendar.at(at).endsAt });
}
