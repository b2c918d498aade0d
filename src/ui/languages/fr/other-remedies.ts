import type { OtherRefusalCode } from '../../../domain/call/other-remedies.ts';

/** Advice for refusals that no gateway answers a call with. */
export const otherRemedies: Readonly<Record<OtherRefusalCode, string>> = {
  ANSWER_TOO_LARGE:
    'Sélectionnez moins de champs, laissez de côté des documents, ou demandez des listes plus courtes avec `first`.',
  QUERY_TIMEOUT: 'Sélectionnez moins, ou demandez en plusieurs requêtes.',
  OPENAPI_INVALID: 'Modifiez le document aux pointeurs JSON que les détails nomment.',
  GRAPHQL_SERVER_UNUSABLE:
    'Vérifiez l’adresse et ce que le serveur répond à une requête d’introspection, ou donnez son schéma comme `sdl`. Un serveur fait d’OpenAPI a besoin d’au moins une opération.',
  TARGET_NOT_ALLOWED:
    'Utilisez une adresse publique, ou faites ajouter la cible à `TARGET_ALLOWLIST` par l’exploitant.',
  TARGET_TOO_LONG: 'Utilisez une adresse plus courte ; envoyez les longues valeurs dans le corps.',
  UNAUTHENTICATED:
    'Envoyez un jeton valable dans l’en-tête `Authorization: Bearer`, ou connectez-vous de nouveau : la session ou le jeton a pris fin.',
  SIGN_IN_FAILED: 'Réessayez avec le bon nom d’utilisateur et le bon mot de passe.',
  SECOND_FACTOR_REQUIRED: 'Utilisez une clé d’accès enregistrée, ou l’un des codes de récupération.',
  CLIENT_INVALID:
    'Envoyez l’identifiant client et le secret client d’une application de ce catalogue, par formulaire ou HTTP Basic.',
  GRANT_INVALID:
    'Demandez de nouveau à la personne son nom d’utilisateur et son mot de passe, ou commencez une nouvelle autorisation : un code ou un jeton de rafraîchissement sert une fois et expire.',
  GRANT_TYPE_UNSUPPORTED: 'Utilisez un type d’autorisation que les métadonnées du fournisseur indiquent.',
  RESPONSE_TYPE_UNSUPPORTED: 'Utilisez `response_type=code`.',
  SCOPE_INVALID: 'Demandez des portées que le fournisseur a.',
  CLIENT_UNAUTHORIZED: 'Utilisez un type d’autorisation ouvert au type de client de l’application.',
  CONSENT_DENIED: 'Rien, sauf si la personne change d’avis : commencez une nouvelle autorisation.',
  LOGIN_REQUIRED: 'Commencez l’autorisation sans `prompt=none`.',
  CONSENT_REQUIRED: 'Commencez l’autorisation sans `prompt=none`.',
  FORBIDDEN: 'Demandez à un administrateur le rôle ou le droit que les détails nomment.',
  SIGN_IN_LOST: 'Recommencez la connexion, dans un seul navigateur, en moins de 15 minutes.',
  SIGN_IN_UNREQUESTED: 'Commencez à la page de connexion du portail, et non chez le fournisseur d’identité.',
  SIGN_IN_DECLINED:
    'Connectez-vous de nouveau et acceptez chez le fournisseur d’identité, ou connectez-vous d’une autre manière.',
  SIGN_IN_REJECTED: 'Connectez-vous de nouveau. Si cela se reproduit, demandez au fournisseur du portail.',
  IDENTITY_PROVIDER_UNAVAILABLE: 'Réessayez plus tard, ou connectez-vous d’une autre manière.',
  NO_CONSUMER_ORG: 'Demandez au fournisseur du portail lesquels de vos groupes peuvent l’utiliser.',
  EMAIL_UNVERIFIED:
    'Faites vérifier votre adresse de courriel chez le fournisseur d’identité, puis connectez-vous de nouveau.',
  PASSWORD_COMMON: 'Choisissez-en un autre, par exemple quelques mots sans rapport entre eux.',
  PASSWORDS_DISABLED: 'Connectez-vous par un fournisseur d’identité du portail.',
  SIGN_UP_DISABLED: 'Demandez un compte au fournisseur.',
  POLICY_REFUSED:
    'Envoyez un jeton d’accès que la politique admet. Exploitants : `explain` dit quelle règle a décidé.',
  NOT_FOUND:
    'Vérifiez le nom ou l’identifiant. Ce qui appartient à une autre organisation reçoit la même réponse.',
  NAME_TAKEN: 'Choisissez un autre nom, ou changez ce qui le porte.',
  IN_USE: 'Retirez d’abord ce que les détails nomment comme l’utilisant.',
  RULE_SET_INVALID: 'Corrigez le membre ou la règle que les détails nomment.',
  OVERLAY_INVALID: 'Corrigez l’action que les détails nomment ; les actions sont comptées à partir de 0.',
  CONFLICT: 'Relisez ce qui a changé, puis répétez la requête.',
  TRANSITION_REFUSED: 'Voyez dans `allowedActions` du produit ce qui est possible depuis son état actuel.',
  RULES_BROKEN:
    'Corrigez ce que les détails nomment ; `Api.findings` énumère tous les constats. `lintPolicy` du catalogue dit quelle gravité est refusée.',
  VERSION_BREAKS:
    'Augmentez le numéro de version majeur, modifiez le document pour qu’il ne rompe rien, ou dites `acceptBreaking: true`.',
  PLAN_UNMAPPED: 'Nommez un plan de destination pour chaque plan que les détails énumèrent.',
  LESS_VISIBLE:
    'Préparez le nouveau produit avec la visibilité de l’ancien, ou faites-le plutôt succéder à l’ancien.',
  PRICE_NOT_ACCEPTED:
    'Montrez le prix à qui le paie, puis nommez-le par l’`id` que le plan a : `acceptPrice`.',
  ANSWER_MISSING:
    'Lisez le `subscriptionForm` du plan, et envoyez une valeur pour chaque champ qu’il exige : `answers`.',
  TERMS_NOT_ACCEPTED:
    'Montrez les conditions telles qu’elles sont maintenant à qui les accepte, puis nommez-les par leur `id` : `acceptTerms`.',
  NOT_SUBSCRIBABLE: 'Abonnez-vous à un produit publié qui vous est ouvert.',
  SUBSCRIPTION_EXISTS: 'Utilisez l’abonnement existant, ou mettez-y d’abord fin.',
  MIGRATION_TARGET_MISSING:
    'Définissez d’abord une destination de migration du produit, ou nommez le produit et le plan.',
  QUOTA_EXCEEDED: 'Faites de la place comme les détails le disent, ou faites relever le quota.',
  LAST_ADMINISTRATOR: 'Donnez d’abord le rôle d’administrateur à quelqu’un d’autre.',
  PASSKEYS_UNAVAILABLE:
    'Ouvrez la console à un nom d’hôte (`CONSOLE_URL`, `CONTROL_URL`), comme `localhost`, et non à une adresse IP.',
  APPROVAL_REQUIRED:
    'Donnez la mutation à `proposeChange`, ou attendez les approbations dont la demande de changement a encore besoin.',
  CATALOG_FROZEN:
    'Attendez la fin de la période de gel, ou planifiez la demande de changement. Un administrateur peut lever la période.',
  CHANGE_STALE: 'Lisez dans les détails ce qui a changé, puis proposez de nouveau le changement.',
  HISTORY_NOT_KEPT:
    'Nommez un instant qui n’est pas antérieur à celui des détails ; `historySince` l’indique aussi.',
  UNDO_CONFLICT:
    'Annulez ou acceptez ce que les détails nomment ; le changement lui-même ne peut plus être annulé.',
  CLIENT_NOT_REGISTERED:
    'Faites ce que les détails disent. Ce que l’émetteur refuse se change chez lui, ou dans `registration` du fournisseur OAuth.',
  STORAGE_FULL:
    'Réessayez quand l’exploitant de la plateforme aura fait de la place sur le disque de sa base de données.',
  GRAPHQL_SERVER_PENDING: 'Réessayez dans quelques secondes : le serveur est en construction.',
};
