import type { EventType } from '../../../../domain/events/events.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

/** Events that a webhook can be sent, in words for its form. */
type EventWords = Readonly<Record<EventType, { readonly label: string; readonly hint: string }>>;

const englishEvents: EventWords = {
  PRODUCT_LIFECYCLE: { label: 'Products', hint: 'Staged, published, deprecated, retired.' },
  SUBSCRIPTION: { label: 'Subscriptions', hint: 'Created, changed, ended.' },
  LIMIT_ALERT: { label: 'Use of limits', hint: '80 % and 100 % of a day, week or month.' },
  USAGE_ALERT: { label: 'Spikes and silence', hint: 'Far more calls than usual, or none at all.' },
  CREDENTIAL_ENDING: { label: 'Expiry of secrets and API keys', hint: 'Some days before, and at expiry.' },
  CREDENTIAL: { label: 'Client keys', hint: 'Created, withdrawn, with a new secret.' },
  API_ONLINE_STATE: { label: 'APIs', hint: 'Online, offline.' },
  API_CHANGED: { label: 'Documents of APIs', hint: 'A published API got a new one.' },
  SUNSET: { label: 'Sunsets', hint: 'In 30, 7 and 1 days.' },
  MESSAGE: { label: 'Messages', hint: 'A message was sent to subscribers.' },
  GRAPHQL_SERVER_STATE: { label: 'GraphQL servers', hint: 'Pending, ready, failed.' },
  GRAPHQL_SCHEMA: { label: 'GraphQL schemas', hint: 'Changed, held, failed.' },
  CHANGE_REQUEST: {
    label: 'Change requests',
    hint: 'A change was proposed, approved, committed, or ended otherwise.',
  },
  CHANGE_WAVE: { label: 'Waves', hint: 'A wave of a change began, is done, or was taken back.' },
  CONTRACT_DRIFT: {
    label: 'Drift from documents',
    hint: 'Calls or answers of an API break its document, each way once a day.',
  },
  REHEARSAL: { label: 'Rehearsals', hint: 'A rehearsal finished or was stopped.' },
  BACKEND_HEALTH: { label: 'Health of back-ends', hint: 'A target became unhealthy, or healthy again.' },
  WEBHOOK_DISABLED: {
    label: 'Webhooks of consumers',
    hint: 'A webhook was switched off after long failure.',
  },
  APPLICATION_STATE: { label: 'Applications', hint: 'Suspended, enabled again.' },
};

const en = (format: Formats) => ({
  list: {
    title: (catalog: string) => `Webhooks of ${catalog}`,
    webhooks: 'Webhooks',
    lead: 'Events of the catalog are sent to webhooks, signed, and retried for two days.',
    none: 'No webhooks yet.',
    webhook: 'Webhook',
    state: 'State',
    address: 'Address',
    events: 'Events',
    create: 'Create a webhook',
    submit: 'Create',
  },

  states: { active: 'Active', paused: 'Paused' },

  secret: {
    what: 'secret',
    issued: (webhook: string) => `The webhook ${webhook}`,
    replaced: (webhook: string) => `The new secret of ${webhook}`,
    /** Text around the name of the header and its form. */
    signature: {
      before: 'The receiver verifies deliveries with it:',
      between: 'holds',
      after: ', the HMAC-SHA-256 of the seconds, a point and the body.',
      form: 't=<seconds>,v1=<hex>',
      standard: 'Deliveries are signed as Standard Webhooks says, in the header webhook-signature.',
    },
    signs: 'Deliveries are signed with it from now on.',
    title: 'Secret',
    text: 'Signs deliveries. A new one is shown once, and the old one stops at once.',
    replace: 'Replace the secret',
    confirm: (webhook: string) => `Replace the secret of the webhook ${webhook}?`,
  },

  fields: {
    name: 'Name',
    nameForm: 'Lower case letters, digits and single hyphens between them, for example billing',
    address: 'Address',
    addressHint: 'Events are posted to it as JSON.',
    events: 'Events',
    format: 'Format',
    formatHint:
      'There are libraries for Standard Webhooks in most languages. It needs a secret that was made here.',
  },

  formats: { GATEHOUSE: 'Gatehouse', STANDARD: 'Standard Webhooks' },

  events: englishEvents,

  webhook: {
    address: 'Address',
    created: 'Created',
    settings: 'Settings',
    save: 'Save the settings',
    deliveries: (count: number) => `Deliveries: ${format.number(count)}`,
    pagerRows: 'deliveries',
  },

  pause: {
    title: 'Pause',
    text: 'No events are sent or kept for it until it is activated again.',
    submit: 'Pause the webhook',
  },

  activate: {
    title: 'Activate',
    text: 'Events are sent from then on. Events from the pause are not.',
    submit: 'Activate the webhook',
  },

  deletion: {
    title: 'Delete',
    text: 'Deletes it with its deliveries. Pending events are not delivered.',
    confirm: (webhook: string) => `Delete the webhook ${webhook}, with its deliveries?`,
    submit: 'Delete the webhook',
  },

  deliveries: {
    none: 'No deliveries yet.',
    title: 'Deliveries',
    event: 'Event',
    happened: 'Happened',
    state: 'State',
    attempts: 'Attempts',
    lastAnswer: 'Last answer',
    accepted: 'Accepted',
    noAnswer: 'None yet',
    sentAgain: 'Sent again',
    never: 'No',
    atOnce: 'At once',
    resend: 'Send again',
  },
});

const germanEvents: EventWords = {
  PRODUCT_LIFECYCLE: { label: 'Produkte', hint: 'Bereitgestellt, veröffentlicht, veraltet, eingestellt.' },
  SUBSCRIPTION: { label: 'Abonnements', hint: 'Angelegt, geändert, beendet.' },
  LIMIT_ALERT: {
    label: 'Verbrauch von Limits',
    hint: '80 % und 100 % eines Tages, einer Woche oder eines Monats.',
  },
  USAGE_ALERT: { label: 'Spitzen und Stille', hint: 'Weit mehr Aufrufe als üblich oder keine mehr.' },
  CREDENTIAL_ENDING: { label: 'Ende von Secrets und API-Keys', hint: 'In einigen Tagen und am Ende.' },
  CREDENTIAL: { label: 'Client-Keys', hint: 'Angelegt, entzogen, mit neuem Secret.' },
  API_ONLINE_STATE: { label: 'APIs', hint: 'Online, offline.' },
  API_CHANGED: { label: 'Dokumente von APIs', hint: 'Eine API in Betrieb bekam ein anderes.' },
  SUNSET: { label: 'Enden von Produkten', hint: 'In 30, 7 und 1 Tagen.' },
  MESSAGE: { label: 'Nachrichten', hint: 'Eine ging an Abonnenten.' },
  GRAPHQL_SERVER_STATE: { label: 'GraphQL-Server', hint: 'Ausstehend, bereit, fehlgeschlagen.' },
  GRAPHQL_SCHEMA: { label: 'GraphQL-Schemas', hint: 'Geändert, zurückgehalten, fehlgeschlagen.' },
  CHANGE_REQUEST: {
    label: 'Änderungsanträge',
    hint: 'Eine Änderung wurde vorgeschlagen, freigegeben, ausgeführt oder endete anders.',
  },
  CHANGE_WAVE: {
    label: 'Wellen',
    hint: 'Eine Welle einer Änderung begann, ist beendet oder wurde zurückgenommen.',
  },
  CONTRACT_DRIFT: {
    label: 'Abweichungen von Dokumenten',
    hint: 'Aufrufe oder Antworten einer API verletzen ihr Dokument, jede Art einmal am Tag.',
  },
  REHEARSAL: { label: 'Generalproben', hint: 'Eine ist zu Ende oder wurde beendet.' },
  BACKEND_HEALTH: {
    label: 'Zustand von Backends',
    hint: 'Ein Ziel wurde gestört oder arbeitet wieder.',
  },
  WEBHOOK_DISABLED: {
    label: 'Webhooks von Konsumenten',
    hint: 'Einer wurde abgeschaltet, weil er lange fehlschlug.',
  },
  APPLICATION_STATE: { label: 'Anwendungen', hint: 'Gesperrt, wieder freigegeben.' },
};

const de: typeof en = (format) => ({
  list: {
    title: (catalog) => `Webhooks von ${catalog}`,
    webhooks: 'Webhooks',
    lead: 'Was im Katalog geschieht, wird ihnen signiert gesendet, bis sie es annehmen, höchstens zwei Tage lang.',
    none: 'Es gibt noch keine.',
    webhook: 'Webhook',
    state: 'Zustand',
    address: 'Adresse',
    events: 'Ereignisse',
    create: 'Webhook anlegen',
    submit: 'Anlegen',
  },

  states: { active: 'Aktiv', paused: 'Pausiert' },

  secret: {
    what: 'Secret',
    issued: (webhook) => `Der Webhook ${webhook}`,
    replaced: (webhook) => `Das neue Secret von ${webhook}`,
    signature: {
      before: 'Der Empfänger erkennt daran, dass eine Zustellung von uns ist:',
      between: 'enthält',
      after: ', den HMAC-SHA-256 aus den Sekunden, einem Punkt und dem Body.',
      form: 't=<Sekunden>,v1=<hex>',
      standard: 'Zustellungen werden nach Standard Webhooks signiert, im Header webhook-signature.',
    },
    signs: 'Zustellungen werden ab jetzt damit signiert.',
    title: 'Secret',
    text: 'Damit werden Zustellungen signiert. Ein neues wird einmal gezeigt, und das bisherige gilt sofort nicht mehr.',
    replace: 'Secret ersetzen',
    confirm: (webhook) => `Das Secret des Webhooks ${webhook} ersetzen?`,
  },

  fields: {
    name: 'Name',
    nameForm: 'Kleinbuchstaben, Ziffern und einzelne Bindestriche dazwischen, zum Beispiel billing',
    address: 'Adresse',
    addressHint: 'Ereignisse werden als JSON an sie gesendet (POST).',
    events: 'Ereignisse',
    format: 'Format',
    formatHint:
      'Für Standard Webhooks gibt es Bibliotheken in den meisten Sprachen. Es braucht ein Secret, das hier gemacht wurde.',
  },

  formats: { GATEHOUSE: 'Gatehouse', STANDARD: 'Standard Webhooks' },

  events: germanEvents,

  webhook: {
    address: 'Adresse',
    created: 'Angelegt',
    settings: 'Einstellungen',
    save: 'Einstellungen speichern',
    deliveries: (count) => `Zustellungen: ${format.number(count)}`,
    pagerRows: 'Zustellungen',
  },

  pause: {
    title: 'Pausieren',
    text: 'Ereignisse werden für ihn weder gesendet noch aufbewahrt, bis er wieder aktiviert wird.',
    submit: 'Webhook pausieren',
  },

  activate: {
    title: 'Aktivieren',
    text: 'Gesendet wird, was ab dann geschieht; was inzwischen geschah, wird nicht gesendet.',
    submit: 'Webhook aktivieren',
  },

  deletion: {
    title: 'Löschen',
    text: 'Mit seinen Zustellungen; was noch nicht zugestellt ist, wird nie zugestellt.',
    confirm: (webhook) => `Den Webhook ${webhook} mit seinen Zustellungen löschen?`,
    submit: 'Webhook löschen',
  },

  deliveries: {
    none: 'Noch ist nichts geschehen, was ihm gesendet wird.',
    title: 'Zustellungen',
    event: 'Ereignis',
    happened: 'Geschehen',
    state: 'Zustand',
    attempts: 'Versuche',
    lastAnswer: 'Letzte Antwort',
    accepted: 'Angenommen',
    noAnswer: 'Noch keine',
    sentAgain: 'Nächster Versuch',
    never: 'Keiner',
    atOnce: 'Sofort',
    resend: 'Erneut senden',
  },
});

/** Texts of webhooks and their deliveries. */
export const webhookTexts = { en, de } satisfies Texts;
