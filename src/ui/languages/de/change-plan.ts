import type { changePlan as english } from '../en/change-plan.ts';

/** Texts of change plan. */
export const changePlan: typeof english = (format) => ({
  changePlan: {
    link: 'Plan wechseln',
    toThis: 'Zu diesem Plan wechseln',
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
