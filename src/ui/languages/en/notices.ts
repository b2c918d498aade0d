import type { NoticeDetails, NoticeKind } from '../../../domain/events/notices.ts';
import type { Formats } from '../../kit/formats.ts';

/** A paragraph, or a list with its heading. */
export type TextBlock =
  | string
  | {
      /** Is empty where the list has none. */
      readonly heading: string;
      readonly items: readonly string[];
    };

/** Subject and text of a notice. */
export type NoticeText = {
  readonly subject: string;
  readonly text: string;
  /** The blocks of the text, where it is more than plain paragraphs. */
  readonly blocks?: readonly TextBlock[];
};

type Sentences = {
  readonly [Kind in NoticeKind]: (about: string, detail: NoticeDetails[Kind]) => NoticeText;
};

/** The list of a change of operations, where there are any. */
export const listed = (heading: string, items: readonly string[]): readonly TextBlock[] =>
  items.length === 0 ? [] : [{ heading, items }];

/** Writes blocks as text, too: a line each. */
export const inBlocks = (...blocks: readonly TextBlock[]): Pick<NoticeText, 'text' | 'blocks'> => ({
  text: blocks
    .map((block) => (typeof block === 'string' ? block : `${block.heading} ${block.items.join(', ')}`))
    .join('\n'),
  blocks,
});

const subscription = (application: string, product: string | null) =>
  `subscription of ${application}${product === null ? '' : ` to ${product}`}`;

const ends = (sunsetAt: string | null, format: Formats) =>
  sunsetAt === null
    ? 'It answers as before, and takes no new subscriptions.'
    : `It takes no new subscriptions, and stops answering on ${format.date(sunsetAt)}.`;

const because = (reason: string | null | undefined) => (reason == null ? '' : ` The reason: ${reason}`);

/** Texts of notices. */
export const notices = (format: Formats) => ({
  of: {
    LIMIT_ALERT: (application, { share, limit, endsAt, product, plan }) => ({
      subject: `${application} has used ${share}% of a limit`,
      text: `The application ${application} has used ${share}% of what the plan ${plan} of ${product} allows: ${limit}. The window ends on ${format.dateTime(endsAt)}.${
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
    SUBSCRIPTION_REJECTED: (application, { product, reason }) => ({
      subject: `The ${subscription(application, product)} was rejected`,
      text: `The ${subscription(application, product)} was rejected; it can be asked for again.${because(reason)}`,
    }),
    SUBSCRIPTION_ENDED: (application, { product }) => ({
      subject: `The ${subscription(application, product)} has ended`,
      text: `The ${subscription(application, product)} has ended. Its calls are refused.`,
    }),
    PLAN_REJECTED: (application, { product, plan, reason }) => ({
      subject: `The plan ${plan} was rejected for the ${subscription(application, product)}`,
      text: `The plan ${plan} was rejected for the ${subscription(application, product)}, which goes on under its present plan.${because(reason)}`,
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
    API_CHANGED: (api, { product, security, added, removed, changed }) => ({
      subject: `${api} has changed`,
      ...inBlocks(
        ...(security
          ? [
              `Calls of ${api}, an API of ${product}, are asked for something else: another key or token, or another scope. The page of the product tells what to send.`,
            ]
          : []),
        ...(security && added.length + removed.length + changed.length === 0
          ? []
          : [`The document of ${api}, an API of ${product}, has changed.`]),
        ...listed('New:', added),
        ...listed('Removed:', removed),
        ...listed('Changed:', changed),
      ),
    }),
    MESSAGE: (product, { title, text, asksAcknowledgement }) => ({
      subject: title,
      text: `${text}\n\nThis concerns your subscription to ${product}.${
        asksAcknowledgement ? ' Please acknowledge it in the portal.' : ''
      }`,
    }),
    WEBHOOK_DISABLED: (host, { since }) => ({
      subject: `The webhook at ${host} was switched off`,
      text: `The webhook of your organization at ${host} has accepted nothing since ${format.dateTime(since)}. It was switched off: notices are not sent to it any more. Activate it in the portal when it works again.`,
    }),
    APPLICATION_SUSPENDED: (application, { reason }) => ({
      subject: `${application} is suspended`,
      text: `The provider has suspended the application ${application}: its calls are refused.${because(reason)}`,
    }),
    APPLICATION_ENABLED: (application) => ({
      subject: `${application} is enabled again`,
      text: `The provider has enabled the application ${application} again. Its calls are answered.`,
    }),
  } satisfies Sentences as Sentences,
  see: 'See it in the portal:',
  /** The same on a button. */
  button: 'See it in the portal',
  reason: (organization: string, catalog: string) =>
    `You get this mail from ${catalog}, as a member of the organization ${organization}.`,
  end: 'To get no more notices by mail:',
  /** The same on a link. */
  endButton: 'Get no more notices by mail',
});
