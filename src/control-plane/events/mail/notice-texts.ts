import type { EventType } from '../../../domain/events/events.ts';
import type { Formats } from '../../../ui/kit/formats.ts';
import type { Texts } from '../../../ui/kit/texts.ts';

/** Details of the events that members are told of by mail. The triggers write them, unless said otherwise. */
type Details = {
  LIMIT_ALERT: {
    readonly share: number;
    readonly limit: string;
    readonly endsAt: string;
    readonly product: string;
    readonly plan: string;
  };
  CREDENTIAL_ENDING: {
    readonly days: number;
    readonly kind: 'SECRET' | 'API_KEY';
    readonly title: string;
    readonly endsAt: string;
  };
  SUBSCRIPTION: {
    readonly change: 'CHANGED' | 'ENDED' | 'PLAN_REJECTED';
    readonly state: 'ACTIVE' | 'PENDING_APPROVAL' | 'REJECTED' | null;
    readonly product: string | null;
    readonly plan: string | null;
  };
  /** The product as it is when the mail is sent. */
  PRODUCT_LIFECYCLE: {
    readonly sunsetAt: string | null;
    /** The product that takes its place, with its version. */
    readonly successor: string | null;
  };
};

export type NoticeType = keyof Details & EventType;

/** An event that a member is told of. */
export type Notice = {
  [Type in NoticeType]: {
    readonly type: Type;
    /** The name of the application, or of the product with its version. */
    readonly about: string;
    readonly detail: Details[Type];
  };
}[NoticeType];

/** Subject and text of a notice. */
export type NoticeText = { readonly subject: string; readonly text: string };

type Sentences = {
  readonly [Type in NoticeType]: (about: string, detail: Details[Type]) => NoticeText;
};

const en = (format: Formats) => {
  const of: Sentences = {
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
    SUBSCRIPTION: (application, { change, state, product, plan }) => {
      const what = `subscription of ${application}${product === null ? '' : ` to ${product}`}`;
      if (change === 'PLAN_REJECTED')
        return {
          subject: `The plan ${plan} was rejected for the ${what}`,
          text: `The plan ${plan} was rejected for the ${what}, which goes on under its present plan. The portal says why, where a reason was given.`,
        };
      if (change === 'ENDED' || state === null)
        return {
          subject: `The ${what} has ended`,
          text: `The ${what} has ended. Its calls are refused.`,
        };
      const [subject, text] = {
        ACTIVE: ['is active', `is active now, on the plan ${plan}. Its calls are answered.`],
        PENDING_APPROVAL: ['waits for approval', 'waits for approval. Its calls are refused until then.'],
        REJECTED: ['was rejected', 'was rejected. The portal says why, where a reason was given.'],
      }[state];
      return { subject: `The ${what} ${subject}`, text: `The ${what} ${text}` };
    },
    PRODUCT_LIFECYCLE: (product, { sunsetAt, successor }) => ({
      subject: `${product} is deprecated`,
      text: [
        `${product}, which applications of yours call, is deprecated.`,
        sunsetAt === null
          ? 'It answers as before, and takes no new subscriptions.'
          : `It takes no new subscriptions, and stops answering on ${format.date(sunsetAt)}.`,
        ...(successor === null ? [] : [`${successor} takes its place: the portal shows what changes.`]),
      ].join(' '),
    }),
  };
  return {
    of,
    see: 'See it in the portal:',
    reason: (catalog: string) => `You are told as a member of a consumer organization of ${catalog}.`,
    end: 'To get no more notices by mail:',
  };
};

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
    SUBSCRIPTION: (application, { change, state, product, plan }) => {
      const what = `Das Abonnement von ${application}${product === null ? '' : ` für ${product}`}`;
      if (change === 'PLAN_REJECTED')
        return {
          subject: `${what}: Der Plan ${plan} wurde abgelehnt`,
          text: `${what} läuft mit seinem bisherigen Plan weiter: Der Plan ${plan} wurde abgelehnt. Das Portal nennt den Grund, wenn einer angegeben wurde.`,
        };
      if (change === 'ENDED' || state === null)
        return {
          subject: `${what} ist beendet`,
          text: `${what} ist beendet. Seine Aufrufe werden abgewiesen.`,
        };
      const [subject, text] = {
        ACTIVE: ['ist aktiv', `ist jetzt aktiv, mit dem Plan ${plan}. Seine Aufrufe werden beantwortet.`],
        PENDING_APPROVAL: [
          'wartet auf Genehmigung',
          'wartet auf Genehmigung. Seine Aufrufe werden bis dahin abgewiesen.',
        ],
        REJECTED: [
          'wurde abgelehnt',
          'wurde abgelehnt. Das Portal nennt den Grund, wenn einer angegeben wurde.',
        ],
      }[state];
      return { subject: `${what} ${subject}`, text: `${what} ${text}` };
    },
    PRODUCT_LIFECYCLE: (product, { sunsetAt, successor }) => ({
      subject: `${product} ist veraltet`,
      text: [
        `${product}, das Ihre Anwendungen aufrufen, ist veraltet.`,
        sunsetAt === null
          ? 'Es antwortet wie bisher und nimmt keine neuen Abonnements an.'
          : `Es nimmt keine neuen Abonnements an und antwortet nur noch bis ${format.date(sunsetAt)}.`,
        ...(successor === null
          ? []
          : [`An seine Stelle tritt ${successor}: Das Portal zeigt, was sich ändert.`]),
      ].join(' '),
    }),
  },
  see: 'Im Portal ansehen:',
  reason: (catalog) =>
    `Sie werden als Mitglied einer Organisation von Konsumenten von ${catalog} informiert.`,
  end: 'Um keine Benachrichtigungen per E-Mail mehr zu bekommen:',
});

export const noticeTexts = { en, de } satisfies Texts;
