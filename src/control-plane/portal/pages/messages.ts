import { remedyFor } from '../../../domain/call/remedies.ts';
import { inEveryLanguage } from '../../../ui/languages/translations.ts';

/** Every text of the portal in each language. */
export const messages = inEveryLanguage(({ pages, remedies, security }, format) => ({
  ...pages.account(format),
  ...pages.applications(format),
  ...pages.calls(format),
  ...pages.changePlan(format),
  ...pages.changelog(format),
  ...pages.clientKeys(),
  ...pages.errors(),
  ...pages.forms(),
  ...pages.guides(),
  ...pages.home(format),
  ...pages.inbox(format),
  ...pages.operations(format),
  ...pages.products(format),
  ...pages.shared(format),
  ...pages.signIn(),
  ...pages.subscriptions(format),
  ...pages.team(format),
  ...pages.token(),
  ...pages.webhooks(format),
  remedy: { of: (refused: Parameters<typeof remedyFor>[0]) => remedyFor(refused, remedies) },
  secured: security,
}));

export type Messages = (typeof messages)['en'];
