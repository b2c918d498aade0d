import { passwordLength } from '../../../domain/people/password.ts';
import type { account as english } from '../en/account.ts';
import { de } from './elided.ts';

/** Texts of the account and of quotas. */
export const account: typeof english = (format) => ({
  account: {
    title: 'Compte',
    email: 'Adresse de courriel',
    consumerOrg: 'Organisation',
    mail: {
      password: 'Votre mot de passe',
      passwordHint: 'Seulement pour une autre adresse.',
      title: 'Courriel',
      wanted: 'Notifications par courriel',
      wantedHint:
        'Si le fournisseur envoie des courriels : sur les limites presque atteintes, les secrets qui expirent, et les changements de vos abonnements et de leurs produits.',
      save: 'Enregistrer',
      present: 'Adresse actuelle',
      verified: 'Vérifiée',
      unverified: 'Non vérifiée',
      waits: (email, until) =>
        `Pour vérifier l’adresse, ouvrez jusqu’au ${until} le lien dans le courriel envoyé à ${email}.`,
      ended: (email) => `Le lien dans le courriel envoyé à ${email} n’est plus valable.`,
      until: (email) => `D’ici là, votre adresse est ${email}.`,
      neverAsked: 'Cette adresse n’est pas encore vérifiée. Vous recevez un courriel avec un lien.',
      send: 'Envoyer le courriel',
      sendAgain: 'Renvoyer le courriel',
      keep: 'Garder l’adresse actuelle',
      cancel: 'Abandonner cette adresse',
    },
    sessions: 'Où vous êtes connecté',
    session: (since) => `Depuis le ${format.dateTime(since)}`,
    until: (end) => `Se termine d’elle-même le ${end}.`,
    current: 'Ici',
    ownData: 'Télécharger vos données (JSON)',
    endSession: 'Déconnecter là-bas',
    signOutElsewhere: 'Se déconnecter partout ailleurs',
    signOutEverywhere: 'Se déconnecter partout',
    passkeys: {
      title: 'Clés d’accès',
      lead: 'Avec une clé d’accès, votre appareil vous connecte : sans nom d’utilisateur ni mot de passe.',
      caption: 'Vos clés d’accès',
      name: 'Nom',
      nameLabel: 'Nom de la clé d’accès',
      nameHint: 'Par exemple : cet ordinateur, la clé bleue.',
      added: 'Ajoutée',
      lastUsed: 'Dernière utilisation',
      never: 'Jamais',
      next: 'Ce que vous pouvez faire',
      add: 'Ajouter une clé d’accès',
      remove: 'Supprimer',
      removeConfirm: (name) => `Supprimer la clé d’accès ${name} ? Vos autres sessions prendront fin.`,
      script: 'Les clés d’accès ont besoin de JavaScript : autorisez-le pour cette page et rechargez-la.',
      building:
        'Ce qui demande les clés d’accès est en préparation, une seule fois et en moins d’une minute : rechargez alors cette page.',
    },
    changePassword: 'Changer le mot de passe',
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    newPasswordHint: `${passwordLength.min} à ${passwordLength.max} caractères`,
  },

  verifyEmail: {
    title: 'Cette adresse de courriel est-elle la vôtre ?',
    lead: (email, username) => `${email} doit être l’adresse vérifiée de votre compte ${username}.`,
    submit: 'Oui, c’est la mienne',
    ended: 'Ce lien n’est plus valable',
    endedText: (username) =>
      `Il a été utilisé, a expiré, un autre l’a remplacé, ou il n’est pas pour le compte ${username}. La page de votre compte dit si votre adresse est vérifiée, et envoie un autre lien.`,
    account: 'Votre compte',
  },

  endMail: {
    title: 'Notifications par courriel',
    lead: 'Ne plus recevoir de notifications par courriel ? Le portail continue de les montrer, et votre compte permet de les recevoir de nouveau.',
    submit: 'Ne plus m’en envoyer',
    done: 'Vous ne recevez plus de notifications par courriel.',
  },

  quotas: {
    title: 'Quotas',
    titleOf: (application) => `Quotas ${de(application)}`,
    lead: 'Ce que vous pouvez avoir, et ce que vous avez. Demandez-en plus au fournisseur de ce portail.',
    see: 'Quotas de votre organisation',
    of: { CONSUMER_ORG: 'Votre organisation', APPLICATION: 'Cette application', MEMBER: 'Vous' },
    ofEach: 'Chacune de vos applications',
    ofEachHint: 'La page d’une application dit ce qu’elle a utilisé.',
    used: (used, limit) => `${format.number(used)} sur ${format.number(limit)}`,
    upTo: (limit) => `Jusqu’à ${format.number(limit)}`,
    state: { NEARLY_FULL: 'Presque atteint', FULL: 'Atteint' },
    resources: {
      MEMBERS: { name: 'Personnes', hint: 'Qui peut se connecter pour votre organisation.' },
      APPLICATIONS: { name: 'Applications', hint: 'Une application supprimée compte encore une heure.' },
      CONSUMER_WEBHOOKS: {
        name: 'Webhooks',
        hint: 'Les adresses auxquelles les notifications sont envoyées.',
      },
      CONSUMER_EVENT_STREAMS: {
        name: 'Flux d’événements',
        hint: 'Par lesquels vos programmes suivent les événements. Chaque processus de ce portail compte les siens.',
      },
      CREDENTIALS: { name: 'Clés client', hint: 'Chacune avec son propre secret.' },
      API_KEYS: {
        name: 'Clés d’API',
        hint: 'Celles qui ont expiré et sont encore affichées comptent aussi.',
      },
      CLIENT_CERTIFICATES: {
        name: 'Certificats client',
        hint: 'Ceux qui ont expiré et sont encore affichés comptent aussi.',
      },
      SUBSCRIPTIONS: {
        name: 'Abonnements',
        hint: 'Ceux qui attendent une approbation ou ont été refusés comptent aussi.',
      },
      PORTAL_SESSIONS: {
        name: 'Sessions',
        hint: 'Où vous êtes connecté en même temps ; une de plus met fin à la plus ancienne.',
      },
    },
  },
});
