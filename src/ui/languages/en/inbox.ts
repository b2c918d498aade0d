import type { NoticeKind } from '../../../domain/events/notices.ts';
import type { Formats } from '../../kit/formats.ts';

type KindNames = Readonly<Record<NoticeKind, string>>;

/** Texts of the inbox. */
export const inbox = (format: Formats) => ({
  notices: {
    title: 'Notices',
    lead: 'What changes for your organization. Everybody in it is told; what you have read is yours alone.',
    show: 'Show',
    all: 'All notices',
    unread: 'Unread',
    kind: 'About',
    everyKind: 'Everything',
    filter: 'Filter',
    markAll: 'Mark all as read',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    open: 'See it',
    acknowledge: 'Acknowledge',
    acknowledged: (who: string, at: string) => `Acknowledged by ${who} on ${format.dateTime(at)}`,
    new: 'New',
    none: 'No notices',
    noneOfThem: 'No such notices',
    noneText:
      'Here you are told of limits, ends of secrets, your subscriptions and changes of their products.',
    kinds: {
      LIMIT_ALERT: 'Use of limits',
      CREDENTIAL_ENDING: 'End of a secret or key',
      SUBSCRIPTION_ACTIVE: 'Subscription active',
      SUBSCRIPTION_PENDING_APPROVAL: 'Subscription waits',
      SUBSCRIPTION_REJECTED: 'Subscription rejected',
      SUBSCRIPTION_ENDED: 'Subscription ended',
      PLAN_REJECTED: 'Plan rejected',
      PRODUCT_DEPRECATED: 'Product deprecated',
      PRODUCT_SUPERSEDED: 'Product superseded',
      PRODUCT_SUNSET: 'Sunset',
      PRODUCT_RETIRED: 'Product retired',
      API_CHANGED: 'API changed',
      MESSAGE: 'Message of the provider',
      WEBHOOK_DISABLED: 'Webhook switched off',
      APPLICATION_SUSPENDED: 'Application suspended',
      APPLICATION_ENABLED: 'Application enabled again',
    } satisfies KindNames as KindNames,
  },
});
