import type { Remedies } from '../../../domain/call/remedies.ts';

/** Advice for each refusal of the gateway. */
export const remedies: Remedies = {
  gateway: {
    API_KEY_INVALID:
      'Envoyez une clé d’API de votre application qui n’a pas expiré, telle qu’elle a été délivrée, jusqu’à son dernier caractère ; créez-en une nouvelle si vous n’en avez pas.',
    API_KEY_MISSING:
      'Créez une clé d’API pour votre application et envoyez-la là où l’API l’attend (en général l’en-tête X-API-Key).',
    API_NOT_FOUND:
      'Comparez le chemin avec la référence de l’API : cette version n’y a aucune opération. Si son produit a été retiré, appelez celui qui le remplace.',
    API_OFFLINE:
      'Rien : le fournisseur a mis l’API hors ligne. Réessayez plus tard, ou demandez au fournisseur.',
    APPLICATION_SUSPENDED:
      'Demandez au fournisseur pourquoi l’application est suspendue : lui seul peut la réactiver.',
    BACKEND_ANSWER_INVALID:
      'Réessayez plus tard : une page ou une redirection était à la place du serveur GraphQL. Si cela persiste, prévenez le fournisseur.',
    BACKEND_BUSY:
      'Réessayez comme le dit Retry-After : l’appel n’a pas été envoyé au backend, parce que des appels précédents de la même API l’occupent encore.',
    BACKEND_MISSING:
      'Prévenez le fournisseur : il manque à ce catalogue le backend que l’API appelle. Le fournisseur le définit par setBackend.',
    BACKEND_TIMEOUT:
      'Réessayez plus tard, ou demandez moins à la fois : le backend a mis trop de temps. Un appel qui lui a été envoyé est compté.',
    BACKEND_TOKEN_UNAVAILABLE:
      'Attendez comme le dit Retry-After : l’émetteur du jeton que le backend demande à la passerelle n’en a donné aucun. Si cela persiste, prévenez le fournisseur.',
    BACKEND_UNAVAILABLE:
      'Attendez comme le dit Retry-After : le backend ne répond à personne. Si cela persiste, prévenez le fournisseur.',
    BACKEND_UNREACHABLE:
      'Réessayez plus tard : le backend n’a pas répondu. Si cela persiste, prévenez le fournisseur.',
    BAD_USER_INPUT: 'Modifiez la requête comme les détails le disent.',
    CERTIFICATE_INVALID:
      'Connectez-vous avec un certificat client valable maintenant, et enregistrez-le auprès de votre application.',
    CERTIFICATE_MISSING:
      'Connectez-vous avec un certificat client enregistré auprès de votre application. Si vous l’avez fait, demandez au fournisseur : le proxy devant la passerelle doit le transmettre, et la passerelle doit faire confiance à ce proxy.',
    CLIENT_ID_MISSING:
      'Envoyez la clé client de votre application là où l’API l’attend (en général l’en-tête X-Client-Id), aussi à côté d’un nom d’utilisateur et d’un mot de passe, ou un jeton d’accès tel qu’il a été délivré, jusqu’à son dernier caractère.',
    CONCURRENCY_EXCEEDED:
      'Attendez que l’un de vos appels soit terminé, faites-en moins en même temps, ou abonnez-vous à un plan qui en permet davantage.',
    CONDITION_UNMET:
      'Demandez au fournisseur quelle condition l’API pose : elle regarde le jeton, l’application, l’opération ou les en-têtes de l’appel.',
    CLIENT_SECRET_INVALID:
      'Envoyez le secret client qui appartient à la clé client, tel qu’il a été délivré ; remplacez-le si vous ne l’avez plus.',
    CLIENT_SECRET_MISSING:
      'Envoyez le secret client dans l’en-tête X-Client-Secret, à côté de la clé client.',
    EXPECTATION_FAILED: 'N’envoyez pas d’en-tête Expect autre que 100-continue.',
    GRAPHQL_ALIASES_EXCEEDED: 'Demandez avec moins d’alias, en plusieurs requêtes.',
    GRAPHQL_BATCH_EXCEEDED:
      'Envoyez chaque document GraphQL dans sa propre requête, ou moins de documents dans une seule.',
    GRAPHQL_COST_EXCEEDED:
      'Demandez moins d’objets dans un document, ou abonnez-vous à un plan qui en permet davantage.',
    GRAPHQL_DEPTH_EXCEEDED:
      'Imbriquez moins profondément le document, ou abonnez-vous à un plan qui permet davantage.',
    GRAPHQL_COST_LIMIT_EXCEEDED:
      'Attendez la fin de la période (Retry-After dit combien de temps), demandez moins, ou abonnez-vous à un plan qui permet davantage.',
    GRAPHQL_DIRECTIVES_EXCEEDED: 'Demandez avec moins de directives.',
    GRAPHQL_FRAGMENTS_EXCEEDED:
      'Définissez et utilisez moins de fragments, ou demandez en plusieurs requêtes.',
    GRAPHQL_OPERATIONS_EXCEEDED: 'Envoyez les opérations en plusieurs documents.',
    GRAPHQL_ROOT_FIELDS_EXCEEDED: 'Demandez moins de champs racine à la fois, en plusieurs requêtes.',
    GRAPHQL_TOKENS_EXCEEDED: 'Raccourcissez le document GraphQL, ou demandez en plusieurs.',
    GRAPHQL_PARSE_FAILED: 'Corrigez la syntaxe du document GraphQL à l’endroit que les faits nomment.',
    GRAPHQL_VALIDATION_FAILED:
      'Comparez le document GraphQL avec le schéma aux endroits que les faits nomment.',
    HEADERS_TOO_LARGE: 'Envoyez moins d’en-têtes.',
    HTTP_VERSION_UNSUPPORTED: 'Envoyez la requête en HTTP/1.1.',
    INTERNAL: 'Réessayez plus tard. Si cela persiste, donnez l’identifiant de requête au fournisseur.',
    ISSUER_UNAVAILABLE:
      'Attendez comme le dit Retry-After : l’émetteur du jeton d’accès ne répond pas à la passerelle. Si cela persiste, prévenez le fournisseur.',
    LOOP_DETECTED: 'Prévenez le fournisseur : le backend de l’API ramène à la passerelle.',
    METHOD_NOT_ALLOWED: 'Utilisez l’une des méthodes que les détails nomment.',
    NOT_ACCEPTABLE: 'Acceptez ce que les détails nomment.',
    NOT_YET_SUPPORTED: 'Appelez l’API en HTTP simple : ce que les détails nomment n’existe pas encore.',
    OPERATION_NOT_REGISTERED:
      'Demandez au fournisseur d’enregistrer le document, ou envoyez-en un qui est enregistré, lettre pour lettre ou par son identifiant.',
    PASSWORD_INVALID:
      'Envoyez le nom d’utilisateur et le mot de passe de la personne en HTTP Basic, encodés en UTF-8 et base64 : les détails disent ce qui ne va pas.',
    PASSWORD_MISSING:
      'Envoyez le nom d’utilisateur et le mot de passe de la personne dans l’en-tête Authorization: Basic <base64>, à côté de la clé client.',
    PERSISTED_QUERY_NOT_FOUND:
      'Envoyez une fois le document avec son empreinte : ensuite, l’empreinte seule suffit.',
    RATE_LIMIT_EXCEEDED:
      'Attendez la fin de la période (Retry-After dit combien de temps), espacez vos appels, ou abonnez-vous à un plan dont la limite est plus haute.',
    REQUEST_INVALID:
      'Comparez la requête avec le document de l’API aux endroits que les détails nomment : chacun est un pointeur JSON dans path, query, header ou body, avec le mot-clé du schéma qu’il enfreint.',
    REQUEST_TIMEOUT:
      'Envoyez le corps plus vite et sans longues pauses, et en moins de temps si les détails en indiquent un.',
    REQUEST_TOO_LARGE: 'Envoyez un corps plus petit.',
    SCOPE_MISSING: 'Demandez un nouveau jeton d’accès avec la portée que les détails nomment.',
    SUBSCRIPTION_MISSING:
      'Abonnez l’application à un produit qui contient cette API, ou attendez que le fournisseur ait approuvé l’abonnement.',
    TEMPORARILY_UNAVAILABLE:
      'Réessayez comme le dit Retry-After : la passerelle a trop à lire pour les API de ce fournisseur, ou le registre d’utilisateurs de l’API ne répond pas. Si cela persiste, prévenez le fournisseur.',
    TOKEN_INVALID:
      'Demandez un nouveau jeton d’accès et envoyez-le tel qu’il a été délivré : celui-ci a expiré, a été révoqué ou altéré, vaut pour un autre catalogue ou une autre API, ou est celui d’une application là où une personne doit se connecter, ou l’inverse.',
    TOKEN_MISSING:
      'Demandez un jeton d’accès et envoyez-le dans l’en-tête Authorization: Bearer <access token> ; la clé client seule ne suffit pas pour cette API.',
    TOO_MANY_ATTEMPTS:
      'Attendez comme le dit Retry-After : trop de jetons d’accès erronés sont venus de votre réseau, ou trop de mots de passe erronés pour cette personne. Vérifiez que le jeton est celui qui a été délivré, et le mot de passe le bon.',
    TRANSFORMATION_FAILED:
      'Prévenez le fournisseur : une étape qui modifie les appels de l’API en chemin n’a pas réussi.',
    UNSUPPORTED_MEDIA_TYPE: 'Envoyez le corps sous la forme que les détails nomment.',
    USAGE_LIMIT_EXCEEDED:
      'Attendez la fin de la période (Retry-After dit combien de temps), ou abonnez-vous à un plan qui permet davantage de ce que les détails nomment.',
    VALIDATION_BUDGET_EXCEEDED:
      'Attendez comme le dit Retry-After. Renvoyez le même document avec d’autres variables plutôt qu’un nouveau document à chaque appel : un document connu ne coûte rien.',
  },
  oauth: {
    CLIENT_INVALID:
      'Envoyez la clé client de votre application comme client_id et son secret client tel qu’il a été délivré, dans le formulaire ou en HTTP Basic ; un client public n’envoie que son client_id.',
    CLIENT_UNAUTHORIZED:
      'Utilisez un type d’autorisation prévu pour un tel client, ou changez le type de l’application : les détails disent lequel.',
    GRANT_INVALID:
      'Recommencez : le nom d’utilisateur, le mot de passe, le code ou le jeton de rafraîchissement est erroné, expiré ou déjà utilisé.',
    GRANT_TYPE_UNSUPPORTED: 'Envoyez un grant_type que les métadonnées du fournisseur OAuth indiquent.',
    METHOD_NOT_ALLOWED: 'Envoyez la requête par la méthode que les détails nomment.',
    RATE_LIMIT_EXCEEDED:
      'Gardez le jeton d’accès jusqu’à son expiration plutôt que d’en demander un pour chaque appel.',
    REQUEST_TOO_LARGE: 'N’envoyez que les paramètres : un formulaire a 64 Kio au plus.',
    SCOPE_INVALID: 'Demandez des portées que les métadonnées du fournisseur OAuth indiquent, ou aucune.',
    TEMPORARILY_UNAVAILABLE:
      'Réessayez plus tard. Si cela persiste, dites au fournisseur ce que disent les détails.',
    TOO_MANY_ATTEMPTS:
      'Attendez comme le dit Retry-After : il y a eu trop de mots de passe ou de secrets erronés.',
  },
};
