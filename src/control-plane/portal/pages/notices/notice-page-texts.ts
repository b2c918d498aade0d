import type { NoticeKind } from '../../../../domain/events/notices.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

type KindNames = Readonly<Record<NoticeKind, string>>;

const en = (format: Formats) => ({
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
    } satisfies KindNames as KindNames,
  },
});

const de: typeof en = (format) => ({
  notices: {
    title: 'Benachrichtigungen',
    lead: 'Was sich für Ihre Organisation ändert. Alle darin werden informiert; was Sie gelesen haben, gilt nur für Sie.',
    show: 'Anzeigen',
    all: 'Alle Benachrichtigungen',
    unread: 'Ungelesene',
    kind: 'Worüber',
    everyKind: 'Alles',
    filter: 'Filtern',
    markAll: 'Alle als gelesen markieren',
    markRead: 'Als gelesen markieren',
    markUnread: 'Als ungelesen markieren',
    open: 'Ansehen',
    acknowledge: 'Bestätigen',
    acknowledged: (who, at) => `Bestätigt von ${who} am ${format.dateTime(at)}`,
    new: 'Neu',
    none: 'Keine Benachrichtigungen',
    noneOfThem: 'Keine solchen Benachrichtigungen',
    noneText:
      'Hier erfahren Sie von Limits, ablaufenden Secrets, Ihren Abonnements und Änderungen ihrer Produkte.',
    kinds: {
      LIMIT_ALERT: 'Verbrauch von Limits',
      CREDENTIAL_ENDING: 'Ende eines Secrets oder Schlüssels',
      SUBSCRIPTION_ACTIVE: 'Abonnement aktiv',
      SUBSCRIPTION_PENDING_APPROVAL: 'Abonnement wartet',
      SUBSCRIPTION_REJECTED: 'Abonnement abgelehnt',
      SUBSCRIPTION_ENDED: 'Abonnement beendet',
      PLAN_REJECTED: 'Plan abgelehnt',
      PRODUCT_DEPRECATED: 'Produkt veraltet',
      PRODUCT_SUPERSEDED: 'Produkt abgelöst',
      PRODUCT_SUNSET: 'Ende eines Produkts naht',
      PRODUCT_RETIRED: 'Produkt eingestellt',
      API_CHANGED: 'API geändert',
      MESSAGE: 'Nachricht des Anbieters',
      WEBHOOK_DISABLED: 'Webhook abgeschaltet',
    },
  },
});

/** Texts of the inbox. */
export const noticePageTexts = { en, de } satisfies Texts;
