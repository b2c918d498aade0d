import type { Formats } from '../../kit/formats.ts';

type Money = { readonly amount: string; readonly currency: string };

/** Texts of change plan. */
export const changePlan = (format: Formats) => ({
  changePlan: {
    link: 'Change the plan',
    toThis: 'Change to this plan',
    title: (product: string) => `Change the plan of ${product}`,
    lead: (application: string, plan: string) =>
      `${application} is on the plan ${plan}. Its subscription, client keys and secrets stay, and no call is refused in between.`,
    legend: 'The new plan',
    fewer: 'Fewer calls than now',
    estimate: ({ amount, currency }: Money) =>
      `The last month would have cost ${format.money(amount, currency)}`,
    ownLimitsRest: 'Your own limits apply only under the current plan.',
    submit: 'Change the plan',
    submitPriced: 'Change the plan and accept its price',
    submitPerhapsPriced: 'Change the plan, and accept its price where it has one',
    keep: 'Keep the plan',
    none: 'There is no other plan that this subscription can change to.',
    requested: (plan: string) => `The plan ${plan} is requested`,
    requestedText: (present: string) => `The provider has to approve it. Until then ${present} applies.`,
    takeBack: 'Withdraw the request',
    rejected: (plan: string) => `The plan ${plan} was rejected`,
    rejectedText: (present: string, reason: string | null) =>
      reason === null ? `${present} still applies.` : `${present} still applies. The reason: ${reason}`,
    putAway: 'Dismiss',
  },
});
