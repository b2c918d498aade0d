import { counted, listed } from './listed.ts';
import type { Subscriber } from './migration.ts';

/** `It touches 2 applications: consumers/alpha and consumers/beta.`: whose subscriptions, the first few by name. */
export function touchedInWords(
  subscribers: readonly Pick<Subscriber, 'consumerOrg' | 'application'>[],
): string {
  const names = subscribers.map(({ consumerOrg, application }) => `${consumerOrg}/${application}`);
  if (names.length === 0) return 'Nobody is subscribed.';
  return `It touches ${counted(names.length, 'application')}: ${listed(names.sort(), 'and')}.`;
}
