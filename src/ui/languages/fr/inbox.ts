import type { inbox as english } from '../en/inbox.ts';

/** Texts of the inbox. */
export const inbox: typeof english = (format) => ({
  notices: {
    title: 'Notifications',
    lead: 'Ce qui change pour votre organisation. Tous ses membres sont informés ; ce que vous avez lu ne concerne que vous.',
    show: 'Afficher',
    all: 'Toutes les notifications',
    unread: 'Non lues',
    kind: 'Sujet',
    everyKind: 'Tout',
    filter: 'Filtrer',
    markAll: 'Tout marquer comme lu',
    markRead: 'Marquer comme lue',
    markUnread: 'Marquer comme non lue',
    open: 'Voir',
    acknowledge: 'Accuser réception',
    acknowledged: (who, at) => `Réception confirmée par ${who} le ${format.dateTime(at)}`,
    new: 'Nouveau',
    none: 'Aucune notification',
    noneOfThem: 'Aucune notification de ce genre',
    noneText:
      'Vous êtes informé ici des limites, de l’expiration des secrets, de vos abonnements et des changements de leurs produits.',
    kinds: {
      LIMIT_ALERT: 'Utilisation des limites',
      CREDENTIAL_ENDING: 'Expiration d’un secret ou d’une clé',
      SUBSCRIPTION_ACTIVE: 'Abonnement actif',
      SUBSCRIPTION_PENDING_APPROVAL: 'Abonnement en attente',
      SUBSCRIPTION_REJECTED: 'Abonnement refusé',
      SUBSCRIPTION_ENDED: 'Abonnement terminé',
      PLAN_REJECTED: 'Plan refusé',
      PRODUCT_DEPRECATED: 'Produit obsolète',
      PRODUCT_SUPERSEDED: 'Produit remplacé',
      PRODUCT_SUNSET: 'Fin de service',
      PRODUCT_RETIRED: 'Produit retiré',
      API_CHANGED: 'API modifiée',
      MESSAGE: 'Message du fournisseur',
      WEBHOOK_DISABLED: 'Webhook désactivé',
      APPLICATION_SUSPENDED: 'Application suspendue',
      APPLICATION_ENABLED: 'Application réactivée',
    },
  },
});
