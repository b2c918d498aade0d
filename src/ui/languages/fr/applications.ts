import type { applications as english } from '../en/applications.ts';
import { de } from './elided.ts';

/** Texts of applications and their credentials. */
export const applications: typeof english = (format) => ({
  applications: {
    title: 'Applications',
    lead: 'Ce qui appelle les API pour vous : chacune a une clé client et des abonnements à des plans.',
    empty: 'Vous n’avez pas encore d’application.',
    create: 'Créer une application',
    created: 'Créée',
    stateHeading: 'État',
    state: { ENABLED: 'Activée', SUSPENDED: 'Suspendue' },
  },

  application: {
    name: 'Nom de l’application',
    tokens: 'Comment elle obtient des jetons d’accès',
    clientType: 'Type de client',
    clientTypes: { CONFIDENTIAL: 'Confidentiel', PUBLIC: 'Public' },
    clientTypeHints: {
      CONFIDENTIAL:
        'Elle tourne sur un serveur qui garde son secret et le présente chaque fois qu’elle obtient un jeton.',
      PUBLIC:
        'Elle tourne dans un navigateur ou sur un appareil, où d’autres pourraient lire un secret : on n’en accepte aucun d’elle, et elle obtient des jetons par code d’autorisation avec PKCE seulement.',
    },
    redirectUris: 'URI de redirection',
    redirectUrisHint:
      'Où les codes d’autorisation peuvent être envoyés, une par ligne : https, ou http sur localhost. Seul le flux par code d’autorisation en a besoin.',
    createdAt: (at) => `Créée le ${at}`,
    credentials: 'Identifiants',
    suspended: (reason) =>
      `Le fournisseur a suspendu cette application : ses appels sont refusés. ${
        reason === null ? 'Demandez-lui pourquoi.' : `Le motif : ${reason}`
      }`,
    noSubscriptions: 'Cette application n’est abonnée à rien : elle ne peut rien appeler.',
    usage: 'Appels par abonnement, et derniers appels refusés',
    settings: 'Réglages',
    save: 'Enregistrer',
    delete: 'Supprimer l’application',
    deleteTitle: (application) => `Supprimer ${application} ?`,
    deleteText: (subscriptions) =>
      `Ses clés client cessent aussitôt de fonctionner${subscriptions === 0 ? '' : subscriptions === 1 ? ', et son abonnement prend fin' : `, et ses ${format.number(subscriptions)} abonnements prennent fin`}. C’est irréversible.`,
    deleteConfirm: 'Supprimer',
    keep: 'La garder',
  },

  secret: {
    title: (application) => `Conservez le secret ${de(application)}`,
    keysTitle: (application) => `Conservez les clés ${de(application)}`,
    onceAll: 'Vous ne verrez la clé d’API et le secret que cette fois',
    onceAllText:
      'Rangez-les là où votre application les trouve et où personne d’autre ne les voit. Elles peuvent être remplacées à tout moment.',
    once: 'Vous ne verrez le secret que cette fois',
    onceText:
      'Rangez-le là où votre application le trouve et où personne d’autre ne le voit. Il peut être remplacé à tout moment.',
    none: 'Une application publique n’a pas de secret : elle se nomme par cette clé et obtient des jetons avec PKCE. Qui voit la clé peut appeler les API qui ne demandent qu’une clé client.',
    keyTitle: (application) => `La clé client ${de(application)}`,
    toPublic: 'Vers l’application',
    clientKey: 'Clé client',
    clientSecret: 'Secret client',
    download: 'Télécharger en .env',
    firstCall: 'Votre premier appel',
    firstCallText: 'Il fonctionne tel quel : les clés y sont déjà.',
    tryIt: 'Je l’ai rangé : essayer',
    tryItPublic: 'Essayer',
    toApplication: 'Je l’ai rangé',
  },

  credential: {
    lastUsed: 'Dernière utilisation',
    never: 'Jamais',
    secrets: 'Secrets de la clé client',
    current: 'Actuel',
    previous: 'Précédent',
    valid: 'Valable',
    untilReplaced: 'Jusqu’à son remplacement',
    until: (at, relative) => `Jusqu’au ${at}, ${relative}`,
    replace: 'Remplacer le secret',
    replaceText: 'La clé client reste. Vous voyez le nouveau secret une seule fois, à la page suivante.',
    overlap: 'Quand l’ancien secret prend-il fin ?',
    atOnce: 'Maintenant',
    atOnceHint: 'Ce qui utilise encore l’ancien secret est aussitôt refusé.',
    after: (seconds) => (seconds === 3600 ? 'Dans 1 heure' : `Dans ${format.number(seconds / 3600)} heures`),
    changed:
      'Le secret a été remplacé entre-temps, peut-être parce que le formulaire a été envoyé deux fois. Ne le remplacez de nouveau que si celui-là est perdu.',
    third: (until) =>
      `Un secret remplacé auparavant est valable jusqu’au ${until}. Il prend fin aussitôt si vous remplacez de nouveau le secret.`,
    cancel: 'Annuler',
    end: 'Mettre fin à l’ancien secret',
    endConfirm: 'Mettre fin maintenant à l’ancien secret ? Ce qui l’utilise encore est aussitôt refusé.',
    verify: 'Vérifier un secret',
    verifyText: 'Si ce que vous avez rangé est un secret de cette clé client. Il n’est pas conservé ici.',
    verifySubmit: 'Vérifier',
    back: 'Retour à l’application',
    right: 'Juste : c’est un secret de la clé client, et il est valable.',
    wrong: 'Faux : ce n’est pas un secret de la clé client, ou il n’est plus valable.',
  },

  endings: {
    secret: (title) => `Le secret ${de(title)}`,
    key: (title) => `La clé d’API ${title}`,
    ends: (what, when) => `${what} expire le ${when}`,
    ended: (what, when) => `${what} a expiré le ${when}`,
    endsText: 'Remplacez l’identifiant avant, et faites utiliser le nouveau à tout ce qui appelle.',
    endedText:
      'Les appels avec cet identifiant sont refusés jusqu’à ce que vous le remplaciez et qu’ils utilisent le nouveau.',
    some: (application) => `Un secret ou une clé d’API ${de(application)} expire bientôt ou a expiré`,
    see: 'Voir et remplacer',
  },

  apiKey: {
    first: 'Première clé',
    title: 'Clés d’API',
    made: 'Clés d’API de cette application',
    one: 'Clé d’API',
    lead: 'Pour les API qui demandent une clé d’API. Une clé suffit pour un appel : donnez la sienne à chaque endroit qui appelle.',
    onceText: 'Conservez-la maintenant : elle n’est pas gardée ici et ne peut plus être affichée.',
    called: 'Nom',
    begins: 'Commence par',
    ends: 'Expire',
    endsHint: 'À la fin de ce jour (UTC). Laissez vide pour une clé sans fin.',
    endsAfter: (days) =>
      `À la fin de ce jour (UTC). Vide : aussi longtemps qu’une clé dure ici, ${format.number(days)} jours.`,
    newEnds: 'dernier jour de la nouvelle clé (UTC)',
    never: 'Jamais',
    change: 'Modifier',
    create: 'Créer une clé d’API',
    replace: 'Remplacer',
    oldEnds: 'Fin de l’ancienne clé',
    overlap: 'quand l’ancienne clé prend-elle fin ?',
    revoke: 'Révoquer',
    revokeConfirm: (title) => `Révoquer ${title} ? Ce qui l’utilise est aussitôt refusé.`,
  },

  clientCertificate: {
    title: 'Certificats client',
    registered: 'Certificats client enregistrés',
    lead: 'Pour les API qui demandent un certificat client, par TLS mutuel. Les appels avec ces certificats sont ceux de cette application. Pour en changer, enregistrez le nouveau à côté de l’ancien, et retirez l’ancien plus tard.',
    certificate: 'Certificat',
    hint: 'En PEM, de BEGIN CERTIFICATE à END CERTIFICATE : sans sa clé privée, qui reste chez vous, et sans ceux de ses autorités.',
    add: 'Enregistrer le certificat',
    remove: 'Retirer',
    removeConfirm: (name) => `Retirer ${name} ? Les appels avec ce certificat sont aussitôt refusés.`,
  },

  externalClient: {
    title: 'Identifiants client chez des fournisseurs d’identité',
    registered: 'Identifiants client enregistrés',
    lead: 'Pour les API qui acceptent les jetons d’accès d’un fournisseur d’identité. Les appels avec les jetons de ces clients sont ceux de cette application.',
    issuer: 'Fournisseur d’identité',
    clientId: 'Identifiant client',
    token: 'Jeton d’accès du client',
    tokenHint:
      'Il prouve que le client est à vous : un jeton que le fournisseur d’identité a délivré au client lui-même, par client credentials, pour les API d’ici. Il n’est pas conservé.',
    add: 'Ajouter l’identifiant client',
    addLead: 'Un client que vous avez déjà là-bas :',
    register: 'Y enregistrer l’application',
    registerLead:
      'Le fournisseur d’identité crée un nouveau client pour cette application, avec ses URI de redirection. Le client prend fin avec l’application, ou quand vous le retirez ici.',
    registeredAt: (issuer) => `Enregistrée chez ${issuer}`,
    onceText:
      'Le secret client est celui du fournisseur d’identité. Il n’est pas gardé ici : rangez-le maintenant, car il ne peut plus être affiché.',
    secret: 'Secret client',
    secretEnds: 'Secret valable jusqu’au',
    remove: 'Retirer',
    removeConfirm: (clientId) => `Retirer ${clientId} ? Ses jetons sont aussitôt refusés.`,
  },

  applicationUsage: { title: (application) => `Appels ${de(application)}` },
});
