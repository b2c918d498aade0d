import type { inbox as english } from '../en/inbox.ts';

/** Texts of the inbox. */
export const inbox: typeof english = (format) => ({
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
      APPLICATION_SUSPENDED: 'Anwendung gesperrt',
      APPLICATION_ENABLED: 'Anwendung wieder freigegeben',
    },
  },
});
