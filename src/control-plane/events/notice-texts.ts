import type { Letter } from '../../domain/events/letters.ts';
import { filled, type NoticeTemplate, noticePlaceholders } from '../../domain/events/notice-template.ts';
import type { Notice, NoticeDetails, NoticeKind } from '../../domain/events/notices.ts';
import type { Language } from '../../foundation/text/languages.ts';
import type { Formats } from '../../ui/kit/formats.ts';
import { inEveryLanguage, type Texts } from '../../ui/kit/texts.ts';
import { letterTexts } from './letter-texts.ts';

/** Subject and text of a notice. */
export type NoticeText = { readonly subject: string; readonly text: string };

type Sentences = {
  readonly [Kind in NoticeKind]: (about: string, detail: NoticeDetails[Kind]) => NoticeText;
};

/** One line for a change of operations, where there are any. */
const listed = (change: string, operations: readonly string[]) =>
  operations.length === 0 ? [] : [`${change}: ${operations.join(', ')}`];

const subscription = (application: string, product: string | null) =>
  `subscription of ${application}${product === null ? '' : ` to ${product}`}`;

const ends = (sunsetAt: string | null, format: Formats) =>
  sunsetAt === null
    ? 'It answers as before, and takes no new subscriptions.'
    : `It takes no new subscriptions, and stops answering on ${format.date(sunsetAt)}.`;

const en = (format: Formats) => ({
  of: {
    LIMIT_ALERT: (application, { share, limit, endsAt, product, plan }) => ({
      subject: `${application} has used ${share}% of a limit`,
      text: `The application ${application} has used ${share}% of what the plan ${plan} of ${product} allows (${limit}). The window ends on ${format.dateTime(endsAt)}.${
        share >= 100 ? ' Further calls are refused until then.' : ''
      }`,
    }),
    CREDENTIAL_ENDING: (application, { days, kind, title, endsAt }) => {
      const what = kind === 'API_KEY' ? `API key ${title}` : `client secret of ${title}`;
      return days > 0
        ? {
            subject: `The ${what} ends in ${days === 1 ? '1 day' : `${days} days`}`,
            text: `The ${what} of the application ${application} ends on ${format.dateTime(endsAt)}. Calls that use it are refused from then on. Replace it before.`,
          }
        : {
            subject: `The ${what} has ended`,
            text: `The ${what} of the application ${application} has ended. Calls that use it are refused. Replace it.`,
          };
    },
    SUBSCRIPTION_ACTIVE: (application, { product, plan }) => ({
      subject: `The ${subscription(application, product)} is active`,
      text: `The ${subscription(application, product)} is active now, on the plan ${plan}. Its calls are answered.`,
    }),
    SUBSCRIPTION_PENDING_APPROVAL: (application, { product }) => ({
      subject: `The ${subscription(application, product)} waits for approval`,
      text: `The ${subscription(application, product)} waits for approval. Its calls are refused until then.`,
    }),
    SUBSCRIPTION_REJECTED: (application, { product }) => ({
      subject: `The ${subscription(application, product)} was rejected`,
      text: `The ${subscription(application, product)} was rejected. The portal says why, where a reason was given.`,
    }),
    SUBSCRIPTION_ENDED: (application, { product }) => ({
      subject: `The ${subscription(application, product)} has ended`,
      text: `The ${subscription(application, product)} has ended. Its calls are refused.`,
    }),
    PLAN_REJECTED: (application, { product, plan }) => ({
      subject: `The plan ${plan} was rejected for the ${subscription(application, product)}`,
      text: `The plan ${plan} was rejected for the ${subscription(application, product)}, which goes on under its present plan. The portal says why, where a reason was given.`,
    }),
    PRODUCT_DEPRECATED: (product, { sunsetAt }) => ({
      subject: `${product} is deprecated`,
      text: `${product}, which applications of yours call, is deprecated. ${ends(sunsetAt, format)}`,
    }),
    PRODUCT_SUPERSEDED: (product, { sunsetAt, successor }) => ({
      subject: `${successor} takes the place of ${product}`,
      text: `${product}, which applications of yours call, is deprecated. ${ends(sunsetAt, format)} ${successor} takes its place: the portal shows what changes.`,
    }),
    PRODUCT_SUNSET: (product, { days, sunsetAt, successor }) => ({
      subject: `${product} stops answering in ${days === 1 ? '1 day' : `${days} days`}`,
      text: [
        `${product}, which applications of yours are subscribed to, is to stop answering on ${format.date(sunsetAt ?? '')}.`,
        successor === null
          ? 'Move the applications to another product before.'
          : `${successor} takes its place: move the subscriptions before.`,
      ].join(' '),
    }),
    PRODUCT_RETIRED: (product) => ({
      subject: `${product} is retired`,
      text: `${product}, which applications of yours were subscribed to, is retired. The subscriptions have ended, and calls are refused.`,
    }),
    API_CHANGED: (api, { product, added, removed, changed }) => ({
      subject: `${api} has changed`,
      text: [
        `The document of ${api}, an API of ${product}, has changed.`,
        ...listed('New', added),
        ...listed('Removed', removed),
        ...listed('Changed', changed),
      ].join('\n'),
    }),
    MESSAGE: (_product, { title, text, asksAcknowledgement }) => ({
      subject: title,
      text: asksAcknowledgement ? `${text}\n\nPlease acknowledge this in the portal.` : text,
    }),
    WEBHOOK_DISABLED: (host, { since }) => ({
      subject: `The webhook at ${host} was switched off`,
      text: `The webhook of your organization at ${host} has accepted nothing since ${format.dateTime(since)}. It was switched off: notices are not sent to it any more. Activate it in the portal when it works again.`,
    }),
  } satisfies Sentences as Sentences,
  see: 'See it in the portal:',
  reason: (catalog: string) => `You are told as a member of a consumer organization of ${catalog}.`,
  end: 'To get no more notices by mail:',
});

const germanSubscription = (application: string, product: string | null) =>
  `Das Abonnement von ${application}${product === null ? '' : ` für ${product}`}`;

const germanEnds = (sunsetAt: string | null, format: Formats) =>
  sunsetAt === null
    ? 'Es antwortet wie bisher und nimmt keine neuen Abonnements an.'
    : `Es nimmt keine neuen Abonnements an und antwortet nur noch bis ${format.date(sunsetAt)}.`;

const de = (format: Formats): ReturnType<typeof en> => ({
  of: {
    LIMIT_ALERT: (application, { share, limit, endsAt, product, plan }) => ({
      subject: `${application} hat ${share} % eines Limits verbraucht`,
      text: `Die Anwendung ${application} hat ${share} % dessen verbraucht, was der Plan ${plan} von ${product} erlaubt (${limit}). Das Zeitfenster endet am ${format.dateTime(endsAt)}.${
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
    SUBSCRIPTION_REJECTED: (application, { product }) => ({
      subject: `${germanSubscription(application, product)} wurde abgelehnt`,
      text: `${germanSubscription(application, product)} wurde abgelehnt. Das Portal nennt den Grund, wenn einer angegeben wurde.`,
    }),
    SUBSCRIPTION_ENDED: (application, { product }) => ({
      subject: `${germanSubscription(application, product)} ist beendet`,
      text: `${germanSubscription(application, product)} ist beendet. Seine Aufrufe werden abgewiesen.`,
    }),
    PLAN_REJECTED: (application, { product, plan }) => ({
      subject: `${germanSubscription(application, product)}: Der Plan ${plan} wurde abgelehnt`,
      text: `${germanSubscription(application, product)} läuft mit seinem bisherigen Plan weiter: Der Plan ${plan} wurde abgelehnt. Das Portal nennt den Grund, wenn einer angegeben wurde.`,
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
    API_CHANGED: (api, { product, added, removed, changed }) => ({
      subject: `${api} hat sich geändert`,
      text: [
        `Das Dokument von ${api}, einer API von ${product}, hat sich geändert.`,
        ...listed('Neu', added),
        ...listed('Entfernt', removed),
        ...listed('Geändert', changed),
      ].join('\n'),
    }),
    MESSAGE: (_product, { title, text, asksAcknowledgement }) => ({
      subject: title,
      text: asksAcknowledgement ? `${text}\n\nBitte bestätigen Sie das im Portal.` : text,
    }),
    WEBHOOK_DISABLED: (host, { since }) => ({
      subject: `Der Webhook bei ${host} wurde abgeschaltet`,
      text: `Der Webhook Ihrer Organisation bei ${host} hat seit dem ${format.dateTime(since)} nichts angenommen. Er wurde abgeschaltet: Benachrichtigungen werden nicht mehr an ihn gesendet. Aktivieren Sie ihn im Portal, wenn er wieder funktioniert.`,
    }),
  },
  see: 'Im Portal ansehen:',
  reason: (catalog) =>
    `Sie werden als Mitglied einer Organisation von Konsumenten von ${catalog} informiert.`,
  end: 'Um keine Benachrichtigungen per E-Mail mehr zu bekommen:',
});

const noticeTexts = { en, de } satisfies Texts;

/** The words around a notice, and those of each kind, in each language. */
export const noticeWords = inEveryLanguage((language, format) => noticeTexts[language](format));

/** The words of letters in each language. */
export const letterWords = inEveryLanguage((language, format) => letterTexts[language](format));

/** Words a notice or letter, by the provider's template where its kind has one. */
export function wordedNotice(
  notice: Notice | Letter,
  language: Language,
  templates: readonly NoticeTemplate[] = [],
): NoticeText {
  const own = templates.find((each) => each.kind === notice.kind && each.language === language);
  if (!own) return builtInWords(notice, language);
  const values = placeholderValues(notice, formats[language]);
  // A value is one line in a subject, which is the header of a mail.
  const subject = filled(own.subject, values).replace(/\s+/g, ' ').trim();
  return { subject, text: filled(own.text, values) };
}

const formats = inEveryLanguage((_language, format) => format);
const INSTANTS: readonly string[] = ['endsAt', 'since', 'sunsetAt'];

/** The details of a notice as texts. The name of what it is about is one of them. */
function placeholderValues(
  { kind, about, detail }: Notice | Letter,
  format: Formats,
): Record<string, string> {
  const [subject] = noticePlaceholders[kind];
  const texts = Object.entries(detail).map(([name, value]: [string, unknown]) => {
    if (value === null) return [name, ''];
    if (Array.isArray(value)) return [name, value.join(', ')];
    return [name, INSTANTS.includes(name) ? format.dateTime(String(value)) : String(value)];
  });
  return { ...Object.fromEntries(texts), [subject]: about };
}

function builtInWords({ kind, about, detail }: Notice | Letter, language: Language): NoticeText {
  const words = { ...noticeWords[language].of, ...letterWords[language].of };
  return (words[kind] as (about: string, detail: unknown) => NoticeText)(about, detail);
}
