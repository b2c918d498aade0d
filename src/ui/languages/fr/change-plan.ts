import type { changePlan as english } from '../en/change-plan.ts';
import { de } from './elided.ts';

/** Texts of the change of a plan. */
export const changePlan: typeof english = (format) => ({
  changePlan: {
    link: 'Changer de plan',
    toThis: 'Passer à ce plan',
    title: (product) => `Changer le plan ${de(product)}`,
    lead: (application, plan) =>
      `${application} a le plan ${plan}. L’abonnement, les clés client et les secrets restent, et aucun appel n’est refusé entre-temps.`,
    legend: 'Le nouveau plan',
    fewer: 'Moins d’appels qu’à présent',
    estimate: ({ amount, currency }) => `Le mois dernier aurait coûté ${format.money(amount, currency)}`,
    ownLimitsRest: 'Vos propres limites ne valent que pour le plan actuel.',
    submit: 'Changer de plan',
    submitPriced: 'Changer de plan et accepter son prix',
    submitPerhapsPriced: 'Changer de plan, et accepter son prix s’il en a un',
    keep: 'Garder le plan',
    none: 'Il n’y a pas d’autre plan vers lequel cet abonnement puisse passer.',
    requested: (plan) => `Le plan ${plan} est demandé`,
    requestedText: (present) => `Le fournisseur doit l’approuver. Jusque-là, ${present} reste en vigueur.`,
    takeBack: 'Retirer la demande',
    rejected: (plan) => `Le plan ${plan} a été refusé`,
    rejectedText: (present, reason) =>
      reason === null ? `${present} reste en vigueur.` : `${present} reste en vigueur. Le motif : ${reason}`,
    putAway: 'J’ai lu',
  },
});
