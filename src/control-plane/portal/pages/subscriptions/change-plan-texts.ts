import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

type Money = { readonly amount: string; readonly currency: string };

const en = (format: Formats) => ({
  changePlan: {
    link: 'Change the plan',
    title: (product: string) => `Change the plan of ${product}`,
    lead: (application: string, plan: string) =>
      `${application} is on the plan ${plan}. Its subscription, client keys and secrets stay, and no call is refused in between.`,
    legend: 'The new plan',
    fewer: 'Fewer calls than now',
    estimate: ({ amount, currency }: Money) =>
      `The last month would have cost ${format.money(amount, currency)}`,
    ownLimitsRest: 'Your own limits hold under the present plan alone.',
    submit: 'Change the plan',
    submitPriced: 'Change the plan and accept its price',
    submitPerhapsPriced: 'Change the plan, and accept its price where it has one',
    keep: 'Keep the plan',
    none: 'There is no other plan that this subscription can change to.',
    requested: (plan: string) => `The plan ${plan} is asked for`,
    requestedText: (present: string) => `The provider has to approve it. Until then ${present} holds.`,
    takeBack: 'Take it back',
    rejected: (plan: string) => `The plan ${plan} was rejected`,
    rejectedText: (present: string, reason: string | null) =>
      reason === null ? `${present} goes on to hold.` : `${present} goes on to hold. The reason: ${reason}`,
    putAway: 'I have read it',
  },
});

const de: typeof en = (format) => ({
  changePlan: {
    link: 'Plan wechseln',
    title: (product) => `Den Plan von ${product} wechseln`,
    lead: (application, plan) =>
      `${application} hat den Plan ${plan}. Abonnement, Client-Keys und Secrets bleiben, und dazwischen wird kein Aufruf abgewiesen.`,
    legend: 'Der neue Plan',
    fewer: 'Weniger Aufrufe als jetzt',
    estimate: ({ amount, currency }) => `Der letzte Monat hätte ${format.money(amount, currency)} gekostet`,
    ownLimitsRest: 'Ihre eigenen Limits gelten nur unter dem jetzigen Plan.',
    submit: 'Plan wechseln',
    submitPriced: 'Plan wechseln und seinen Preis annehmen',
    submitPerhapsPriced: 'Plan wechseln und seinen Preis annehmen, falls er einen hat',
    keep: 'Plan behalten',
    none: 'Es gibt keinen anderen Plan, zu dem dieses Abonnement wechseln kann.',
    requested: (plan) => `Der Plan ${plan} ist angefragt`,
    requestedText: (present) => `Der Anbieter muss ihn freigeben. Bis dahin gilt ${present}.`,
    takeBack: 'Zurückziehen',
    rejected: (plan) => `Der Plan ${plan} wurde abgelehnt`,
    rejectedText: (present, reason) =>
      reason === null ? `${present} gilt weiter.` : `${present} gilt weiter. Der Grund: ${reason}`,
    putAway: 'Gelesen',
  },
});

export const changePlanTexts = { en, de } satisfies Texts;
