import type { Formats } from '../../kit/formats.ts';
import { type notices as english, inBlocks, listed } from '../en/notices.ts';

const germanSubscription = (application: string, product: string | null) =>
  `Das Abonnement von ${application}${product === null ? '' : ` für ${product}`}`;

const germanEnds = (sunsetAt: string | null, format: Formats) =>
  sunsetAt === null
    ? 'Es antwortet wie bisher und nimmt keine neuen Abonnements an.'
    : `Es nimmt keine neuen Abonnements an und antwortet nur noch bis ${format.date(sunsetAt)}.`;

const because = (reason: string | null | undefined) => (reason == null ? '' : ` Der Grund: ${reason}`);

/** Texts of notices. */
export const notices = (format: Formats): ReturnType<typeof english> => ({
  of: {
    LIMIT_ALERT: (application, { share, limit, endsAt, product, plan }) => ({
      subject: `${application} hat ${share} % eines Limits verbraucht`,
      text: `Die Anwendung ${application} hat ${share} % dessen verbraucht, was der Plan ${plan} von ${product} erlaubt: ${limit}. Das Zeitfenster endet am ${format.dateTime(endsAt)}.${
        share >= 100 ? ' Weitere Aufrufe werden bis dahin abgewiesen.' : ''
      }`,
    }),
    CREDENTIAL_ENDING: (application, { days, kind, title, endsAt }) => {
      const what = kind === 'API_KEY' ? `Der API-Key ${title}` : `Das Client-Secret von ${title}`;
      const it = kind === 'API_KEY' ? 'ihn' : 'es';
      return days > 0
        ? {
            subject: `${what} läuft in ${days === 1 ? '1 Tag' : `${days} Tagen`} ab`,
            text: `${what} der Anwendung ${application} läuft am ${format.dateTime(endsAt)} ab. Aufrufe damit werden von da an abgewiesen. Ersetzen Sie ${it} vorher.`,
          }
        : {
            subject: `${what} ist abgelaufen`,
            text: `${what} der Anwendung ${application} ist abgelaufen. Aufrufe damit werden abgewiesen. Ersetzen Sie ${it}.`,
          };
    },
    SUBSCRIPTION_ACTIVE: (application, { product, plan }) => ({
      subject: `${germanSubscription(application, product)} ist aktiv`,
      text: `${germanSubscription(application, product)} ist jetzt aktiv, mit dem Plan ${plan}. Seine Aufrufe werden beantwortet.`,
    }),
    SUBSCRIPTION_PENDING_APPROVAL: (application, { product }) => ({
      subject: `${germanSubscription(application, product)} wartet auf Genehmigung`,
      text: `${germanSubscription(application, product)} wartet auf Genehmigung. Seine Aufrufe werden bis dahin abgewiesen.`,
    }),
    SUBSCRIPTION_REJECTED: (application, { product, reason }) => ({
      subject: `${germanSubscription(application, product)} wurde abgelehnt`,
      text: `${germanSubscription(application, product)} wurde abgelehnt; Sie können noch einmal darum bitten.${because(reason)}`,
    }),
    SUBSCRIPTION_ENDED: (application, { product }) => ({
      subject: `${germanSubscription(application, product)} ist beendet`,
      text: `${germanSubscription(application, product)} ist beendet. Seine Aufrufe werden abgewiesen.`,
    }),
    PLAN_REJECTED: (application, { product, plan, reason }) => ({
      subject: `${germanSubscription(application, product)}: Der Plan ${plan} wurde abgelehnt`,
      text: `${germanSubscription(application, product)} läuft mit seinem bisherigen Plan weiter: Der Plan ${plan} wurde abgelehnt.${because(reason)}`,
    }),
    PRODUCT_DEPRECATED: (product, { sunsetAt }) => ({
      subject: `${product} ist veraltet`,
      text: `${product}, das Ihre Anwendungen aufrufen, ist veraltet. ${germanEnds(sunsetAt, format)}`,
    }),
    PRODUCT_SUPERSEDED: (product, { sunsetAt, successor }) => ({
      subject: `${successor} tritt an die Stelle von ${product}`,
      text: `${product}, das Ihre Anwendungen aufrufen, ist veraltet. ${germanEnds(sunsetAt, format)} An seine Stelle tritt ${successor}: Das Portal zeigt, was sich ändert.`,
    }),
    PRODUCT_SUNSET: (product, { days, sunsetAt, successor }) => ({
      subject: `${product} antwortet nur noch ${days === 1 ? '1 Tag' : `${days} Tage`}`,
      text: [
        `${product}, das Ihre Anwendungen abonniert haben, soll nur noch bis ${format.date(sunsetAt ?? '')} antworten.`,
        successor === null
          ? 'Stellen Sie die Anwendungen vorher auf ein anderes Produkt um.'
          : `An seine Stelle tritt ${successor}: Stellen Sie die Abonnements vorher um.`,
      ].join(' '),
    }),
    PRODUCT_RETIRED: (product) => ({
      subject: `${product} ist eingestellt`,
      text: `${product}, das Ihre Anwendungen abonniert hatten, ist eingestellt. Die Abonnements sind beendet, und Aufrufe werden abgewiesen.`,
    }),
    API_CHANGED: (api, { product, security, added, removed, changed }) => ({
      subject: `${api} hat sich geändert`,
      ...inBlocks(
        ...(security
          ? [
              `Aufrufe von ${api}, einer API von ${product}, müssen anderes mitbringen: einen anderen Key oder ein anderes Token, oder einen anderen Scope. Die Seite des Produkts sagt, was zu senden ist.`,
            ]
          : []),
        ...(security && added.length + removed.length + changed.length === 0
          ? []
          : [`Das Dokument von ${api}, einer API von ${product}, hat sich geändert.`]),
        ...listed('Neu:', added),
        ...listed('Entfernt:', removed),
        ...listed('Geändert:', changed),
      ),
    }),
    MESSAGE: (product, { title, text, asksAcknowledgement }) => ({
      subject: title,
      text: `${text}\n\nEs geht um Ihr Abonnement von ${product}.${
        asksAcknowledgement ? ' Bitte bestätigen Sie die Nachricht im Portal.' : ''
      }`,
    }),
    WEBHOOK_DISABLED: (host, { since }) => ({
      subject: `Der Webhook bei ${host} wurde abgeschaltet`,
      text: `Der Webhook Ihrer Organisation bei ${host} hat seit dem ${format.dateTime(since)} nichts angenommen. Er wurde abgeschaltet: Benachrichtigungen werden nicht mehr an ihn gesendet. Aktivieren Sie ihn im Portal, wenn er wieder funktioniert.`,
    }),
    APPLICATION_SUSPENDED: (application, { reason }) => ({
      subject: `${application} ist gesperrt`,
      text: `Der Anbieter hat die Anwendung ${application} gesperrt: Ihre Aufrufe werden abgewiesen.${because(reason)}`,
    }),
    APPLICATION_ENABLED: (application) => ({
      subject: `${application} ist wieder freigegeben`,
      text: `Der Anbieter hat die Anwendung ${application} wieder freigegeben. Ihre Aufrufe werden beantwortet.`,
    }),
  },
  see: 'Im Portal ansehen:',
  button: 'Im Portal ansehen',
  reason: (organization, catalog) =>
    `Sie bekommen diese E-Mail von ${catalog}, als Mitglied der Organisation ${organization}.`,
  end: 'Keine Benachrichtigungen per E-Mail mehr bekommen:',
  endButton: 'Keine Benachrichtigungen per E-Mail mehr bekommen',
});
