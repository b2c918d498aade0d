import { REDIRECT_URIS_MAX } from '../../../domain/consumer/application.ts';
import { USERNAME_LENGTH_MAX } from '../../../domain/people/member.ts';
import { passwordLength } from '../../../domain/people/password.ts';
import { TITLE_LENGTH_MAX } from '../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../foundation/text/search-words.ts';
import type { shared as english } from '../en/shared.ts';
import { limitSpan } from './limit-span.ts';
import { price } from './price.ts';

/** Texts that pages share: the frame, problems, refusals, notices and limits. */
export const shared: typeof english = (format) => ({
  portal: {
    failed: 'Erreur',
    skip: 'Aller au contenu',
    menu: 'Menu principal',
    products: 'Produits',
    applications: 'Applications',
    subscriptions: 'Abonnements',
    notices: 'Notifications',
    unreadNotices: 'non lues',
    account: 'Compte',
    organization: 'Organisation',
    signIn: 'Se connecter',
    signUp: 'Créer un compte',
    signOut: 'Se déconnecter',
    language: 'Langue',
    changeLanguage: 'Changer',
    preparing: 'En préparation',
    preparingText:
      'Cette partie de la page est en cours de construction, une seule fois, après l’installation. La page revient d’elle-même.',
    gateway: 'Les API sont appelées à l’adresse',
  },

  problem: {
    title: 'Cela n’a pas fonctionné',
    notFound: 'Cette page n’existe pas',
    notFoundText: 'Ce que vous cherchez n’existe pas ici, ou vous ne pouvez pas le voir.',
    internal:
      'Une erreur s’est produite de notre côté. Réessayez ; si elle persiste, prévenez le fournisseur de ce portail.',
    back: 'Retour aux produits',
    noPortal: 'Il n’y a pas de portail à cette adresse',
    noPortalText:
      'L’adresse d’un portail nomme un fournisseur et l’un de ses catalogues. Le fournisseur vous donne les deux. Vérifiez l’orthographe :',
    noPortalOrg: 'fournisseur',
    noPortalCatalog: 'catalogue',
    gone: 'Ce produit est retiré',
    goneText: (product, at) =>
      `Le fournisseur a retiré ${product}${at === null ? '' : ` le ${format.date(at)}`}. Il ne répond à aucun appel, et personne ne peut s’y abonner.`,
    goneInstead: 'À sa place, il y a',
  },

  refused: {
    'TOO_MANY_ATTEMPTS.email':
      'Trop de courriels vous ont été envoyés, à vous ou à cette adresse : regardez dans la boîte, ou réessayez plus tard.',
    SIGN_IN_FAILED: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    'SIGN_IN_FAILED.currentPassword': 'Le mot de passe actuel est incorrect.',
    TOO_MANY_ATTEMPTS: ({ seconds = 60 }) =>
      `Trop de tentatives : réessayez dans ${seconds === 1 ? '1 seconde' : `${format.number(seconds)} secondes`}.`,
    SIGN_IN_LOST:
      'Cette connexion n’a pas été commencée dans ce navigateur, ou elle a duré trop longtemps : connectez-vous de nouveau.',
    SIGN_IN_UNREQUESTED:
      'Votre fournisseur d’identité vous a envoyé ici sans que ce portail l’ait demandé : commencez à cette page.',
    SIGN_IN_DECLINED:
      'Vous avez interrompu la connexion, ou votre fournisseur d’identité l’a refusée. Connectez-vous de nouveau si vous le souhaitez.',
    SIGN_IN_REJECTED:
      'Votre fournisseur d’identité ne vous a pas connecté : réessayez. Si cela ne suffit pas, demandez au fournisseur de ce portail.',
    IDENTITY_PROVIDER_UNAVAILABLE:
      'Le fournisseur d’identité ne répond pas : réessayez plus tard, ou connectez-vous d’une autre manière.',
    NO_CONSUMER_ORG:
      'Vous êtes connecté, mais aucune organisation de ce portail n’est pour vous : demandez à son fournisseur lesquels de vos groupes peuvent l’utiliser.',
    EMAIL_UNVERIFIED:
      'Votre fournisseur d’identité n’a pas vérifié votre adresse de courriel : faites-la vérifier là-bas, puis connectez-vous de nouveau.',
    PASSWORD_COMMON: 'Ce mot de passe est l’un des premiers que l’on devine : choisissez-en un autre.',
    PASSWORDS_DISABLED: 'On ne se connecte pas ici avec un mot de passe, mais par un fournisseur d’identité.',
    SIGN_UP_DISABLED: 'On ne peut pas créer soi-même un compte dans ce portail.',
    'NAME_TAKEN.username': 'Quelqu’un a déjà ce nom d’utilisateur : choisissez-en un autre.',
    'NAME_TAKEN.consumerOrgTitle':
      'Une autre organisation porte ici ce nom : choisissez-en un autre, ou demandez un compte à vos collègues.',
    'NAME_TAKEN.title': 'Vous avez déjà une application de ce nom : choisissez-en un autre.',
    'BAD_USER_INPUT.username': `Un nom d’utilisateur a de 1 à ${USERNAME_LENGTH_MAX} caractères, sans espace au début ni à la fin, et sans caractère de contrôle.`,
    'BAD_USER_INPUT.password': `Un mot de passe a de ${passwordLength.min} à ${passwordLength.max} caractères.`,
    'BAD_USER_INPUT.newPassword': `Un mot de passe a de ${passwordLength.min} à ${passwordLength.max} caractères.`,
    'BAD_USER_INPUT.email': 'Ce n’est pas une adresse de courriel : elle a la forme nom@hôte.',
    'BAD_USER_INPUT.consumerOrgTitle': `Le nom d’une organisation a de 1 à ${TITLE_LENGTH_MAX} caractères : pas seulement des espaces, et aucun caractère de contrôle.`,
    'BAD_USER_INPUT.title': `Un nom a de 1 à ${TITLE_LENGTH_MAX} caractères : pas seulement des espaces, et aucun caractère de contrôle.`,
    'BAD_USER_INPUT.clientId':
      'Un identifiant client a de 1 à 255 caractères ASCII visibles, sans guillemets ni barres obliques inverses, et une application en a 20 au plus.',
    'BAD_USER_INPUT.token':
      'Ce jeton d’accès ne prouve pas que le client est à vous : obtenez-en un nouveau par client credentials pour ce client, destiné aux API d’ici, ou demandez au fournisseur de ce portail d’enregistrer l’identifiant client.',
    'NAME_TAKEN.clientId': 'Une application a déjà cet identifiant client.',
    ISSUER_UNAVAILABLE: 'Le fournisseur d’identité ne répond pas : réessayez plus tard.',
    'BAD_USER_INPUT.redirectUris': ({ position }) =>
      position === undefined
        ? `Indiquez au plus ${REDIRECT_URIS_MAX} URI de redirection.`
        : `L’URI de redirection nº ${position} ne convient pas : elle commence par https://, sur localhost aussi par http://, ou par un nom de domaine inversé comme com.example.client:/, et n’a ni #, ni espace, ni nom d’utilisateur, ni *.`,
    'BAD_USER_INPUT.search': `Cherchez ${SEARCH_WORDS_MAX} mots au plus, chacun de ${SEARCH_WORD_LENGTH_MAX} caractères au plus.`,
    SUBSCRIPTION_EXISTS: 'L’application est déjà abonnée à ce produit, ou l’a demandé.',
    ANSWER_MISSING: 'Un champ dont le fournisseur a besoin est vide : remplissez tout le formulaire.',
    TERMS_NOT_ACCEPTED:
      'Les conditions doivent être acceptées telles qu’elles sont maintenant : lisez-les et cochez la case.',
    'NOT_SUBSCRIBABLE.plan': 'Le fournisseur ne propose ce plan qu’à d’autres.',
    NOT_SUBSCRIBABLE: 'Le fournisseur n’accepte pas de nouveaux abonnements à ce produit.',
    MIGRATION_TARGET_MISSING: 'Cet abonnement ne peut pas migrer : aucun plan n’est prévu pour cela.',
    UNDO_CONFLICT:
      'Cet abonnement ne peut pas revenir en arrière : la migration est trop ancienne, l’ancien produit ne répond plus, ou l’application s’y est abonnée de nouveau.',
    CONFLICT: 'Quelqu’un d’autre a modifié cela entre-temps : rechargez la page, puis réessayez.',
    NOT_FOUND: 'Ce que vous avez choisi n’existe pas ou plus ici : rechargez la page.',
    'NOT_FOUND.code': 'Le lien a déjà servi ou n’est plus valable : demandez-en un nouveau au fournisseur.',
    FORBIDDEN: 'Votre rôle dans l’organisation ne suffit pas : demandez à un propriétaire.',
    TEMPORARILY_UNAVAILABLE: 'Il y a trop de demandes en ce moment : réessayez dans un instant.',
  },

  pager: {
    label: 'Pages',
    previous: 'Précédent',
    next: 'Suivant',
    range: (from, to, total) => `${format.number(from)} à ${format.number(to)} sur ${format.number(total)}`,
  },

  copy: { label: 'Copier', done: 'Copié' },
  colon: ' :',
  masked: { show: 'Afficher', hide: 'Masquer', showKey: 'Afficher la clé client' },

  done: {
    migrated: 'L’abonnement a migré : le nouveau plan est en vigueur.',
    undone: 'L’abonnement est revenu où il était.',
    unsubscribed: 'L’abonnement a pris fin.',
    handedOver: 'L’organisation est transmise : vous y êtes maintenant développeur.',
    invitationRevoked: 'L’invitation est retirée : son lien n’est plus valable.',
    sessionsEnded: 'Déconnecté là-bas.',
    memberRemoved: 'La personne est retirée, et ce qu’elle avait ouvert dans l’organisation a pris fin.',
    organizationSwitched: 'C’est désormais l’organisation courante.',
    organizationCreated: 'L’organisation est à vous, et c’est l’organisation courante.',
    organizationJoined: 'Vous faites partie de l’organisation, et c’est l’organisation courante.',
    passkeyAdded: 'La clé d’accès est ajoutée : vous pouvez désormais vous connecter avec elle.',
    passkeyRemoved: 'La clé d’accès est supprimée. Partout ailleurs, vous avez été déconnecté.',
    passwordChanged: 'Le nouveau mot de passe est en vigueur. Partout ailleurs, vous avez été déconnecté.',
    subscribed: 'Abonné. L’application peut maintenant appeler les API du produit.',
    requested: 'Demandé. Le fournisseur doit approuver ; jusque-là, les appels sont refusés.',
    keyWithdrawn: 'La clé client est retirée : les appels avec elle sont refusés.',
    planChanged: 'Le plan est changé.',
    planRequested: 'Demandé. Le fournisseur doit approuver ; jusque-là, le plan actuel reste en vigueur.',
    planKept: 'La demande d’un autre plan est levée.',
    verificationSent: 'Un courriel avec un lien est en route : ouvrez-le pour vérifier l’adresse.',
    emailVerified: 'Votre adresse de courriel est vérifiée.',
    emailKept: 'L’adresse reste inchangée.',
    saved: 'Enregistré.',
    deleted: 'L’application a été supprimée.',
    apiKeyRevoked: 'La clé d’API est révoquée : ce qui l’utilise est refusé.',
    webhookDeleted: 'Le webhook a été supprimé.',
    sending: 'L’envoi est en cours. Rechargez la page pour voir la réponse.',
    certificateAdded: 'Le certificat est enregistré : les appels avec lui sont ceux de l’application.',
    certificateRemoved: 'Le certificat est retiré : les appels avec lui sont refusés.',
    externalClientAdded:
      'L’identifiant client est enregistré : les appels avec ses jetons sont ceux de l’application.',
    externalClientRemoved: 'L’identifiant client est retiré : ses jetons sont refusés.',
    secretEnded: 'L’ancien secret a pris fin : seul le nouveau est accepté.',
  },

  state: { PUBLISHED: 'Publié', DEPRECATED: 'Obsolète' },

  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },

  sunset: (date) => `Il cesse de répondre le ${format.date(date)}.`,

  costLimit: (cost, unit) =>
    cost === null ? 'Sans limite' : `${format.number(cost)} par ${unit === 'MINUTE' ? 'minute' : 'heure'}`,

  price: price(format),

  noLimit: 'Autant d’appels que vous voulez',
  ownLimits: (until) =>
    until === null ? 'Vos propres limites' : `Vos propres limites jusqu’au ${format.dateTime(until)}`,

  limit: ({ counts, meter, limit, operations, ...span }) => {
    const amount = format.number(limit);
    const window = limitSpan(span, format);
    const of = operations.length === 0 ? '' : ` de ${operations.join(', ')}`;
    if (counts === 'GRAPHQL_COST') return `Coût GraphQL de ${amount} ${window}${of}`;
    const one = counts === 'KILOBYTES' ? 'kilooctet' : 'appel';
    return `${amount} ${meter ?? (limit === 1 ? one : `${one}s`)} ${window}${of}`;
  },
});
