import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  audiences: {
    link: 'Audience',
    titleOf: (product: string) => `Audience of ${product}`,
    catalog: (title: string) => `Catalog ${title}`,
    lead: 'What is for others is in no list, search or document of theirs. Whoever is subscribed keeps the subscription, its calls, and sees the product.',
    product: 'The product',
    chosenSee: 'Chosen consumers who see it',
    chosenSubscribe: 'Chosen consumers who may subscribe to it',
    hint: 'Separated by commas: a consumer org by its name, group:gold for a group, @example.com for a mail domain. They count where chosen consumers are selected above.',
    plan: (name: string) => `Plan ${name}`,
    planSee: 'Who sees it. Empty is everybody who sees the product.',
    planSubscribe: 'Who may subscribe to it. Empty is everybody who may subscribe to the product.',
    check: 'Check who loses access',
    nobodyShutOut: 'Nobody loses access.',
    shutOut: (count: number) => `Lost access: ${format.number(count)}`,
    loses: {
      SEE: (consumerOrg: string, plan: string | null) =>
        plan === null
          ? `${consumerOrg} does not see the product.`
          : `${consumerOrg} does not see the plan ${plan}.`,
      SUBSCRIBE: (consumerOrg: string, plan: string | null) =>
        plan === null
          ? `${consumerOrg} cannot subscribe to the product.`
          : `${consumerOrg} cannot subscribe to the plan ${plan}.`,
    },
    stay: (count: number) =>
      count === 1 ? 'Its subscription stays.' : `Its ${format.number(count)} subscriptions stay.`,
  },
});

const de: typeof en = (format) => ({
  audiences: {
    link: 'Zielgruppe',
    titleOf: (product) => `Für wen ${product} ist`,
    catalog: (title) => `Katalog ${title}`,
    lead: 'Was für andere ist, steht in keiner Liste, keiner Suche und keinem Dokument. Wer abonniert hat, behält das Abonnement und seine Aufrufe und sieht das Produkt.',
    product: 'Das Produkt',
    chosenSee: 'Ausgewählte Konsumenten, die es sehen',
    chosenSubscribe: 'Ausgewählte Konsumenten, die es abonnieren können',
    hint: 'Durch Kommas getrennt: eine Organisation mit ihrem Namen, group:gold für eine Gruppe, @example.com für eine E-Mail-Domain. Sie gelten, wo oben ausgewählte Konsumenten gewählt sind.',
    plan: (name) => `Plan ${name}`,
    planSee: 'Wer ihn sieht; leer sind alle, die das Produkt sehen',
    planSubscribe: 'Wer ihn abonnieren kann; leer sind alle, die das Produkt abonnieren können',
    check: 'Wen schließt das aus?',
    nobodyShutOut: 'Es schließt niemanden aus.',
    shutOut: (count) => `Es schließt auf ${format.number(count)} Weisen aus:`,
    loses: {
      SEE: (consumerOrg, plan) =>
        plan === null
          ? `${consumerOrg} sieht das Produkt nicht.`
          : `${consumerOrg} sieht den Plan ${plan} nicht.`,
      SUBSCRIBE: (consumerOrg, plan) =>
        plan === null
          ? `${consumerOrg} kann das Produkt nicht abonnieren.`
          : `${consumerOrg} kann den Plan ${plan} nicht abonnieren.`,
    },
    stay: (count) =>
      count === 1 ? 'Das Abonnement bleibt.' : `Die ${format.number(count)} Abonnements bleiben.`,
  },
});

/** Texts of the page that says for whom a product is. */
export const audienceTexts = { en, de } satisfies Texts;
