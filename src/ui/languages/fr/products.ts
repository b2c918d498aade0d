import type { products as english } from '../en/products.ts';
import { de } from './elided.ts';

/** Texts of products, their plans and their APIs. */
export const products: typeof english = (format) => ({
  catalogue: {
    title: 'Produits',
    lead: 'Chaque produit apporte des API, et des plans qui disent combien d’appels vous pouvez faire.',
    search: 'Rechercher des produits, des opérations et des champs',
    submit: 'Rechercher',
    found: (count, search) =>
      `${count < 2 ? `${count} produit` : `${format.number(count)} produits`} pour « ${search} »`,
    tagged: (count, tag) =>
      `${count < 2 ? `${count} produit` : `${format.number(count)} produits`} avec l’étiquette « ${tag} »`,
    tags: 'Étiquettes',
    clear: 'Tout afficher',
    nothing: 'Aucun produit ne correspond.',
    nothingHelp:
      'Essayez moins de mots ou d’autres, ou retirez un filtre. Certains produits ne sont montrés qu’aux personnes connectées.',
    meant: (search) => `Rien ne contient « ${search} »`,
    kind: 'Genre d’API',
    anyKind: 'Tous les genres',
    state: 'État',
    anyState: 'Tous les états',
    empty: 'Il n’y a pas encore de produits.',
    emptyHelp: 'Dès que le fournisseur en publie un, il est ici.',
    version: (version) => `Version ${version}`,
    plans: (count) => (count === 1 ? '1 plan' : `${format.number(count)} plans`),
  },

  product: {
    plans: 'Plans',
    about: 'À propos',
    plansLead:
      'Un abonnement à un plan permet à l’une de vos applications d’appeler toutes les API de ce produit.',
    apis: 'API',
    deprecated: 'Cette version est obsolète',
    deprecatedText: 'Elle sert ceux qui y sont abonnés, et n’accepte pas de nouveaux abonnements.',
    deprecatedMore: 'Ce qui la remplace, et ce qui change',
    successor: 'Elle est remplacée par',
    sunsetIn: (date, relative) => `Elle cesse de répondre le ${format.date(date)}, ${relative}.`,
    changes: (successor) => `Ce qui change dans ${successor}`,
    notSubscribable: 'Le fournisseur n’accepte pas de nouveaux abonnements à ce produit.',
    snippet: (language) => `l’exemple en ${language}`,
    snippetLanguage: 'Langage de l’exemple',
  },

  plan: {
    pace: (secondsPerCall) =>
      secondsPerCall < 1.5
        ? `Répartis régulièrement, cela fait environ ${format.number(Math.round(1 / secondsPerCall))} par seconde.`
        : `Répartis régulièrement, cela fait environ un appel toutes les ${format.duration(secondsPerCall)}.`,
    atOnce: (calls) =>
      `${calls === 1 ? '1 appel peut' : `Jusqu’à ${format.number(calls)} appels peuvent`} être en cours en même temps.`,
    cost: (cost) => `Un document GraphQL peut coûter jusqu’à ${format.number(cost)}.`,
    depth: (depth) =>
      `Un document GraphQL peut avoir ${depth === 1 ? '1 niveau' : `${format.number(depth)} niveaux`} de champs.`,
    hides: (parts) =>
      `Il masque ${parts === 1 ? '1 partie' : `${format.number(parts)} parties`} du schéma GraphQL.`,
    costLimit: (cost, unit) =>
      `Tous les documents GraphQL ensemble peuvent coûter jusqu’à ${format.number(cost)} par ${unit === 'MINUTE' ? 'minute' : 'heure'}.`,
    registeredOnly: 'Seuls les documents GraphQL que le fournisseur a enregistrés sont servis.',
    approval: 'Le fournisseur approuve chaque abonnement.',
    forOthers: 'Le fournisseur ne propose ce plan qu’à d’autres.',
    subscribedWith: (application) => `avec ${application}`,
    subscribe: 'S’abonner',
    tryIt: 'Essayer avec une nouvelle application',
    subscribeAnother: 'Abonner une autre application',
    signIn: 'Se connecter pour s’abonner',
    to: (plan) => `à ${plan}`,
  },

  api: {
    url: 'URL de base',
    endpoint: 'Point d’accès',
    documents: 'Documents',
    browsers: 'Depuis un navigateur',
    browsersOf: (origins) => {
      if (origins.length === 0)
        return 'Les pages d’autres sites ne peuvent pas l’appeler. Appelez-la depuis un serveur, ou demandez au fournisseur.';
      return origins.includes('*')
        ? 'Les pages de tous les sites peuvent l’appeler.'
        : `Les pages de ${origins.join(', ')} peuvent l’appeler.`;
    },
    more: 'En savoir plus',
    links: 'Liens',
    contact: 'Contact',
    license: 'Licence',
    terms: 'Conditions d’utilisation',
    security: 'Sécurité',
    operations: (count) => (count < 2 ? `${count} opération` : `${format.number(count)} opérations`),
    operation: 'Opération',
    summary: 'Ce qu’elle fait',
    reference: 'Référence de l’API et essai',
    explorer: 'Explorateur',
    of: de,
    offline: 'Hors ligne',
    offlineText: 'Les appels à cette API sont refusés jusqu’à ce que le fournisseur la remette en ligne.',
    example: 'Exemple',
  },

  tryIt: {
    reference: (api) => `${api} : référence de l’API`,
    explorer: (api) => `${api} : explorateur`,
    application: 'Application qui appelle',
    choose: 'Choisir',
    signIn: 'Connectez-vous pour l’appeler en tant que votre application.',
    notSubscribed: 'Aucune de vos applications ne peut encore l’appeler.',
    subscribe: 'S’abonner à un plan',
    otherEntrance: 'Cette API demande un genre de jeton d’accès que cette page ne peut pas obtenir.',
    needsCertificate:
      'Les appels de cette API ont besoin d’un certificat client. Une page ne peut pas en choisir : appelez-la depuis votre propre programme, par exemple avec curl. La page du produit montre comment.',
    outcome: 'Le dernier appel',
    answer: 'Corps de la réponse',
    nothingYet: 'Le résultat d’un appel, et combien il en reste, s’affiche ici.',
    token: 'Jeton d’accès',
    apiKeyHint: 'Elle reste sur cette page. Pas de clé sous la main ?',
    secret: 'Secret client',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    person: 'La personne au nom de qui appeler',
    personHint: 'Chaque appel les porte, et rien d’autre ne les reçoit.',
    getToken: 'Obtenir un jeton',
    flow: 'Comment l’obtenir',
    flows: {
      ACCESS_CODE: 'Se connecter, dans une fenêtre à part',
      APPLICATION: 'En tant que l’application elle-même',
      RESOURCE_OWNER_PASSWORD: 'Avec un nom d’utilisateur et un mot de passe',
    },
    pasted: 'Ou coller un jeton d’accès',
    needsScript: 'Les appels depuis cette page ont besoin d’un script : votre navigateur ne l’exécute pas.',
    draft: {
      title: 'Document à exécuter',
      query: 'Requête',
      tools: 'Avec la requête',
      variables: 'Variables',
      headers: 'En-têtes',
      run: 'Exécuter la requête (Ctrl-Entrée)',
      stop: 'Arrêter la requête (Ctrl-Entrée)',
      loading:
        'Vous pouvez écrire et exécuter une requête tout de suite. L’éditeur complet arrive et reprend ce que vous écrivez.',
      notLoaded: 'L’éditeur complet n’a pas pu être chargé. Celui-ci continue de marcher.',
      notJson: 'Rien n’a été envoyé : {field} n’est pas du JSON.',
    },
    call: 'Appel',
    tryOperation: 'Essayer',
    openReference: 'Ouvrir la référence interactive',
    notLoaded: 'La référence n’a pas pu être chargée. Appuyez encore une fois sur le bouton.',
    signedIn: 'Vous pouvez revenir',
    signedInText: 'Cette fenêtre a fini son travail. Si elle ne se ferme pas d’elle-même, fermez-la.',
    script: {
      answered: 'Répondu par {status}',
      refused: 'Refusé par {status} : {detail}',
      quota: '{remaining} appels restants sur {limit}, remise à zéro {when}',
      cost: 'coût {cost}, profondeur {depth}',
      why: 'Pourquoi a-t-il été refusé ?',
      unreachable: 'Il n’y a pas eu de réponse : la passerelle n’est pas joignable d’ici.',
      tokenReady: 'Le jeton accompagne chaque appel. Il expire {when}.',
      tokenMissing:
        'Il n’y a pas de jeton : il a été refusé, ou la connexion n’a pas été terminée ou n’a pas pu ouvrir sa fenêtre.',
    },
  },

  security: {
    open: 'Ouverte à tous.',
    anyOf: 'L’un de ces moyens suffit :',
    beside: 'En outre :',
    conditional: 'Une condition du fournisseur doit aussi être remplie.',
    asApi: 'Comme l’API',
  },
});
