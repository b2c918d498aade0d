import type { Formats } from '../../kit/formats.ts';
import { type notices as english, inBlocks, listed } from '../en/notices.ts';
import { de } from './elided.ts';

const subscription = (application: string, product: string | null) =>
  `L’abonnement ${de(application)}${product === null ? '' : ` à ${product}`}`;

const ends = (sunsetAt: string | null, format: Formats) =>
  sunsetAt === null
    ? 'Il répond comme avant et n’accepte plus de nouveaux abonnements.'
    : `Il n’accepte plus de nouveaux abonnements et cesse de répondre le ${format.date(sunsetAt)}.`;

const because = (reason: string | null | undefined) => (reason == null ? '' : ` Le motif : ${reason}`);

/** Texts of notices. */
export const notices = (format: Formats): ReturnType<typeof english> => ({
  of: {
    LIMIT_ALERT: (application, { share, limit, endsAt, product, plan }) => ({
      subject: `${application} a utilisé ${share} % d’une limite`,
      text: `L’application ${application} a utilisé ${share} % de ce que permet le plan ${plan} ${de(product)} : ${limit}. La période se termine le ${format.dateTime(endsAt)}.${
        share >= 100 ? ' Les appels suivants sont refusés jusque-là.' : ''
      }`,
    }),
    CREDENTIAL_ENDING: (application, { days, kind, title, endsAt }) => {
      const [what, it] =
        kind === 'API_KEY'
          ? [`La clé d’API ${title}`, 'Remplacez-la']
          : [`Le secret client ${de(title)}`, 'Remplacez-le'];
      return days > 0
        ? {
            subject: `${what} expire dans ${days === 1 ? '1 jour' : `${days} jours`}`,
            text: `${what} de l’application ${application} expire le ${format.dateTime(endsAt)}. Les appels qui l’utilisent sont refusés à partir de ce moment. ${it} avant.`,
          }
        : {
            subject: `${what} a expiré`,
            text: `${what} de l’application ${application} a expiré. Les appels qui l’utilisent sont refusés. ${it}.`,
          };
    },
    SUBSCRIPTION_ACTIVE: (application, { product, plan }) => ({
      subject: `${subscription(application, product)} est actif`,
      text: `${subscription(application, product)} est maintenant actif, avec le plan ${plan}. Ses appels reçoivent une réponse.`,
    }),
    SUBSCRIPTION_PENDING_APPROVAL: (application, { product }) => ({
      subject: `${subscription(application, product)} attend une approbation`,
      text: `${subscription(application, product)} attend une approbation. Ses appels sont refusés jusque-là.`,
    }),
    SUBSCRIPTION_REJECTED: (application, { product, reason }) => ({
      subject: `${subscription(application, product)} a été refusé`,
      text: `${subscription(application, product)} a été refusé ; vous pouvez demander de nouveau.${because(reason)}`,
    }),
    SUBSCRIPTION_ENDED: (application, { product }) => ({
      subject: `${subscription(application, product)} a pris fin`,
      text: `${subscription(application, product)} a pris fin. Ses appels sont refusés.`,
    }),
    PLAN_REJECTED: (application, { product, plan, reason }) => ({
      subject: `${subscription(application, product)} : le plan ${plan} a été refusé`,
      text: `${subscription(application, product)} continue avec son plan actuel : le plan ${plan} a été refusé.${because(reason)}`,
    }),
    PRODUCT_DEPRECATED: (product, { sunsetAt }) => ({
      subject: `${product} est obsolète`,
      text: `${product}, que vos applications appellent, est obsolète. ${ends(sunsetAt, format)}`,
    }),
    PRODUCT_SUPERSEDED: (product, { sunsetAt, successor }) => ({
      subject: `${successor} remplace ${product}`,
      text: `${product}, que vos applications appellent, est obsolète. ${ends(sunsetAt, format)} ${successor} le remplace : le portail montre ce qui change.`,
    }),
    PRODUCT_SUNSET: (product, { days, sunsetAt, successor }) => ({
      subject: `${product} cesse de répondre dans ${days === 1 ? '1 jour' : `${days} jours`}`,
      text: [
        `${product}, auquel vos applications sont abonnées, doit cesser de répondre le ${format.date(sunsetAt ?? '')}.`,
        successor === null
          ? 'Faites passer les applications à un autre produit avant cette date.'
          : `${successor} le remplace : faites migrer les abonnements avant cette date.`,
      ].join(' '),
    }),
    PRODUCT_RETIRED: (product) => ({
      subject: `${product} est retiré`,
      text: `${product}, auquel vos applications étaient abonnées, est retiré. Les abonnements ont pris fin et les appels sont refusés.`,
    }),
    API_CHANGED: (api, { product, security, added, removed, changed }) => ({
      subject: `${api} a changé`,
      ...inBlocks(
        ...(security
          ? [
              `Les appels ${de(api)}, une API ${de(product)}, doivent apporter autre chose : une autre clé, un autre jeton ou une autre portée. La page du produit dit quoi envoyer.`,
            ]
          : []),
        ...(security && added.length + removed.length + changed.length === 0
          ? []
          : [`Le document ${de(api)}, une API ${de(product)}, a changé.`]),
        ...listed('Nouvelles opérations :', added),
        ...listed('Supprimées :', removed),
        ...listed('Modifiées :', changed),
      ),
    }),
    MESSAGE: (product, { title, text, asksAcknowledgement }) => ({
      subject: title,
      text: `${text}\n\nCe message concerne votre abonnement à ${product}.${
        asksAcknowledgement ? ' Veuillez en accuser réception dans le portail.' : ''
      }`,
    }),
    WEBHOOK_DISABLED: (host, { since }) => ({
      subject: `Le webhook ${host} a été désactivé`,
      text: `Le webhook de votre organisation à l’adresse ${host} n’a rien accepté depuis le ${format.dateTime(since)}. Il a été désactivé : les notifications ne lui sont plus envoyées. Réactivez-le dans le portail quand il fonctionne de nouveau.`,
    }),
    APPLICATION_SUSPENDED: (application, { reason }) => ({
      subject: `${application} est suspendue`,
      text: `Le fournisseur a suspendu l’application ${application} : ses appels sont refusés.${because(reason)}`,
    }),
    APPLICATION_ENABLED: (application) => ({
      subject: `${application} est réactivée`,
      text: `Le fournisseur a réactivé l’application ${application}. Ses appels reçoivent de nouveau une réponse.`,
    }),
  },
  see: 'À voir dans le portail :',
  button: 'Voir dans le portail',
  reason: (organization, catalog) =>
    `Vous recevez ce message ${de(catalog)} en tant que membre de l’organisation ${organization}.`,
  end: 'Pour ne plus recevoir de notifications par courriel :',
  endButton: 'Ne plus recevoir de notifications par courriel',
});
