import { type subscriptions as english, momentOf } from '../en/subscriptions.ts';
import { de } from './elided.ts';

/** Texts of subscriptions and of migrations. */
export const subscriptions: typeof english = (format) => ({
  subscribe: {
    title: (product) => `S’abonner à ${product}`,
    lead: 'Choisissez un plan, et l’application qui doit appeler les API.',
    plan: 'Plan',
    application: 'Application',
    newApplication: 'Une nouvelle application',
    newApplicationHint: 'Elle reçoit une clé client et un secret, que vous voyez une fois.',
    newTitle: 'Mon application',
    subscribedAlready: (plan) => `Déjà abonnée : ${plan}.`,
    submit: 'S’abonner',
    submitPriced: 'S’abonner et accepter le prix',
    submitPerhapsPriced: 'S’abonner, et accepter le prix si le plan en a un',
    subscribed: (product, plan) => `${plan} ${de(product)}`,
    failed: (product) => `L’application est là, mais elle n’est pas abonnée à ${product}`,
  },

  subscriptions: {
    title: 'Abonnements',
    lead: 'Ce que vos applications peuvent appeler, et ce qu’il en reste.',
    empty: 'Aucune de vos applications n’est abonnée. Choisissez un produit et l’un de ses plans.',
    toProducts: 'Voir les produits',
    application: 'Application',
    plan: 'Plan',
    quota: 'Reste maintenant',
    callsToday: 'Appels aujourd’hui',
    state: { ACTIVE: 'Actif', PENDING_APPROVAL: 'En attente d’approbation', REJECTED: 'Refusé' },
    waiting: 'Le fournisseur doit l’approuver ; jusque-là, il n’admet aucun appel.',
    rejected: (reason) =>
      reason === null
        ? 'Le fournisseur l’a refusé. Vous pouvez demander de nouveau.'
        : `Le fournisseur l’a refusé ; vous pouvez demander de nouveau. Le motif : ${reason}`,
    left: (remaining, limit) =>
      `${format.number(remaining)} ${remaining < 2 ? 'appel restant' : 'appels restants'} sur ${format.number(limit)}`,
    furtherLeft: (limit, remaining) => `${limit} : il en reste ${format.number(remaining)}`,
    limitUsed: (limit, share) =>
      share === 100 ? `${limit} : tout est utilisé` : `${limit} : 80 % sont utilisés`,
    costLeft: (remaining, limit) =>
      `Coût GraphQL : il reste ${format.number(remaining)} sur ${format.number(limit)}`,
    resets: (at, now) => `remise à zéro ${format.relative(at, now)} (${momentOf(format, at, now)})`,
    windowClosed: 'comptés à partir du prochain appel',
    limitReached: 'Limite atteinte',
    unlimited: 'Sans limite',
  },

  subscriptionPrice: {
    title: 'Prix',
    accepted: (by, at) => `Accepté par ${by} le ${format.dateTime(at)}`,
    awaiting: (plan) => `${plan} a un nouveau prix`,
    awaitingText: (after, before) =>
      `Le nouveau prix : ${after}. Vous payez le prix actuel jusqu’à ce que vous l’acceptiez : ${before}.`,
    accept: 'Accepter le nouveau prix',
    thisMonth: 'Estimation de ce mois',
    lastMonth: 'Estimation du mois dernier',
  },

  subscription: {
    planLinks: 'Conditions et contact',
    product: 'Produit',
    usage: 'Appels',
    refusedCalls: 'Derniers appels refusés',
    askAgain: 'Demander de nouveau',
    end: 'Mettre fin à cet abonnement',
    endText: (application, product) =>
      `${application} ne pourra plus appeler les API ${de(product)}, sauf si un autre abonnement le permet.`,
    endConfirm: 'Mettre fin à l’abonnement',
    cancel: 'Le garder',
  },

  ended: {
    title: 'Terminés ces 30 derniers jours',
    endedAt: (at) => `Terminé : ${at}`,
    retired: 'Le fournisseur a retiré ce produit : il ne répond plus à aucun appel.',
    serves: 'Le produit est toujours là, mais cet abonnement n’admet plus d’appels.',
    instead: (product) => `Voir ${product} et s’y abonner`,
    nothingInstead:
      'Il n’en existe aucune version à laquelle vous puissiez vous abonner : demandez au fournisseur de ce portail comment continuer.',
  },

  migration: {
    offered: (product, successor) => `${product} est remplacé par ${successor}`,
    offeredText: (application, from, to) =>
      `${application} peut passer du plan ${from} à ${to}. L’abonnement, les clés client et les secrets restent.`,
    until: (product, date) => `${product} répond jusqu’au ${format.date(date)}.`,
    see: 'Voir ce qui change et migrer',
    title: (product) => `Migrer vers ${product}`,
    effect:
      'La migration prend effet aussitôt, et peut être annulée pendant 30 jours tant que l’ancien produit répond.',
    submit: 'Migrer cet abonnement',
    costs: (price) => `Il y coûte : ${price}.`,
    submitPriced: 'Migrer et accepter le prix',
    undoPriced: 'Revenir et accepter le prix',
    ownLimitsRest: (plan) => `Vos propres limites ne valent pas pour ${plan}.`,
    estimate: ({ amount, currency }) =>
      `D’après ce que vous avez utilisé, le mois dernier y aurait coûté ${format.money(amount, currency)}.`,
    wayBack: (product) => `Vous pouvez revenir à ${product}`,
    wayBackText: (application, plan, until) =>
      `${application} venait du plan ${plan}. Vous pouvez revenir jusqu’au ${format.dateTime(until)}.`,
    undo: 'Revenir',
  },

  changes: {
    plans: (plan) => `Ce que devient le plan ${plan}`,
    what: 'Quoi',
    plan: 'Plan',
    limit: 'Limite',
    furtherCost: 'Autres limites de coût',
    cost: 'Coût d’un document GraphQL',
    depth: 'Profondeur d’un document GraphQL',
    atOnce: 'Appels en même temps',
    hidden: 'Parties masquées du schéma GraphQL',
    costLimit: 'Coût de tous les documents GraphQL',
    documents: 'Documents GraphQL',
    registeredOnly: 'Seulement ceux qui sont enregistrés',
    anyDocument: 'Tous',
    price: 'Prix',
    sunset: 'Répond jusqu’au',
    unlimited: 'Sans limite',
    noPlan: 'Aucun plan ne le remplace',
    noSunset: 'Aucune fin n’est prévue',
    none: 'Les appels qui fonctionnent maintenant y fonctionneront tels quels.',
    fewerCalls: 'Vous pourrez y faire moins d’appels que maintenant : au-delà, ils sont refusés.',
    fewerCallsAlone:
      'Les appels restent tels quels, mais vous pourrez y en faire moins que maintenant : au-delà, ils sont refusés.',
    security: 'Comment les appels sont admis',
    before: 'Jusqu’à présent',
    after: 'Ensuite',
    breaking: 'Ce qui rompt des appels',
    breakingText:
      'Les appels de ces opérations échouent, ou leurs réponses sont mal lues, jusqu’à ce que l’appelant soit modifié.',
    called: 'Ce que cette application a appelé ces 30 derniers jours y est rompu :',
    noneCalled:
      'Certains appels y sont rompus, et cette application n’en a fait aucun ces 30 derniers jours.',
    mayBreak: 'peut rompre',
    callsOf: (calls, last) =>
      `${calls === 1 ? '1 appel' : `${format.number(calls)} appels`}, le dernier après ${last}`,
    removedApis: 'API qui n’existent plus',
    addedApis: 'API nouvelles',
  },
});
