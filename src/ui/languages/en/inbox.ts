import type { NoticeKind } from '../../../domain/events/notices.ts';
import type { Formats } from '../../kit/formats.ts';

type KindNames = Readonly<Record<NoticeKind, string>>;

/** Texts of the inbox. */
export const inbox = (format: Formats) => ({
  notices: {
    title: 'Notices',
    lead: 'Changes that concern your organization. All its people see them; what you have read is marked for you alone.',
    show: 'Show',
    all: 'All notices',
    unread: 'Unread',
    kind: 'About',
    everyKind: 'Everything',
    filter: 'Filter',
    markAll: 'Mark all as read',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    open: 'Open',
    acknowledge: 'Acknowledge',
    acknowledged: (who: string, at: string) => `Acknowledged by ${who} on ${format.dateTime(at)}`,
    new: 'New',
    none: 'No notices',
    noneOfThem: 'No notices match',
    noneText:
      'Notices about limits, expiring secrets, your subscriptions and changes of their products appear here.',
    kinds: {
      LIMIT_ALERT: 'Limits',
      CREDENTIAL_ENDING: 'Expiry of a secret or key',
      SUBSCRIPTION_ACTIVE: 'Subscription active',
      SUBSCRIPTION_PENDING_APPROVAL: 'Subscription pending',
      SUBSCRIPTION_REJECTED: 'Subscription rejected',
      SUBSCRIPTION_ENDED: 'Subscription ended',
      PLAN_REJECTED: 'Plan rejected',
      PRODUCT_DEPRECATED: 'Product deprecated',
      PRODUCT_SUPERSEDED: 'Product superseded',
      PRODUCT_SUNSET: 'Sunset',
      PRODUCT_RETIRED: 'Product retired',
      API_CHANGED: 'API changed',
      MESSAGE: 'Message from the provider',
      WEBHOOK_DISABLED: 'Webhook switched off',
      APPLICATION_SUSPENDED: 'Application suspended',
      APPLICATION_ENABLED: 'Application enabled again',
    } satisfies KindNames as KindNames,
  },
});
