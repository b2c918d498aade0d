import { Prisma } from '../../../../bundles/prisma.js';
import { type UsageAlertPolicy, usageAlertPolicyFrom } from '../../../domain/call/usage-alert.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const terms = {
  spikeFactor:
    'How many times the calls of the same hour, on any of the last seven days, an hour needs to be a spike: 2 to 1000.',
  spikeCalls: 'How many calls an hour needs to be a spike, at least.',
  silentHours:
    'How many hours without a call are silence, where each of the seven days before had some: 1 to 168.',
};

export const UsageAlertPolicyRef = builder.objectRef<UsageAlertPolicy>('UsageAlertPolicy').implement({
  description: 'When the usage of a subscription is told of, by USAGE_ALERT.',
  fields: (t) => ({
    spikeFactor: t.exposeInt('spikeFactor', { description: terms.spikeFactor }),
    spikeCalls: t.exposeInt('spikeCalls', { description: terms.spikeCalls }),
    silentHours: t.exposeInt('silentHours', { description: terms.silentHours }),
  }),
});

export const UsageAlertPolicyInput = builder.inputType('UsageAlertPolicyInput', {
  description: 'When the usage of a subscription is told of, by USAGE_ALERT.',
  fields: (t) => ({
    spikeFactor: t.int({ defaultValue: 5, description: terms.spikeFactor }),
    spikeCalls: t.int({ defaultValue: 100, description: terms.spikeCalls }),
    silentHours: t.int({ defaultValue: 24, description: terms.silentHours }),
  }),
});

/** Converts a policy for its column. Undefined leaves it, null takes it away. */
export function usageAlertsColumn(
  input: Parameters<typeof usageAlertPolicyFrom>[0] | null | undefined,
): Prisma.InputJsonValue | typeof Prisma.DbNull | undefined {
  if (input === undefined) return undefined;
  if (input === null) return Prisma.DbNull;
  return toStore(usageAlertPolicyFrom(input, ['input', 'usageAlerts']));
}
