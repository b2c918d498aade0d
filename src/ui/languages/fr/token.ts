import type { token as english } from '../en/token.ts';

/** Texts of where access tokens come from. */
export const token: typeof english = () => ({
  token: {
    where: 'Comment en obtenir un',
    lead: 'Un appel porte le jeton dans l’en-tête Authorization: Bearer, jusqu’à ce qu’il expire. Une bibliothèque OAuth, telle qu’Authlib, ou openid-client avec l’algorithme oauth2, n’a besoin que de l’émetteur, de la clé client et du secret : les métadonnées lui disent le reste.',
    leadOfPublic:
      'Un appel porte le jeton dans l’en-tête Authorization: Bearer, jusqu’à ce qu’il expire. Une bibliothèque OAuth, telle qu’oauth4webapi dans un navigateur, n’a besoin que de l’émetteur et de la clé client, sans secret : les métadonnées lui disent le reste.',
    issuer: 'Émetteur',
    metadata: 'Métadonnées',
    tokenUrl: 'Adresse des jetons',
    authorizeUrl: 'Adresse de la connexion',
    scopes: 'Portées',
    outside:
      'Ces jetons viennent d’un fournisseur d’identité extérieur à ce portail. Il dit à ses propres utilisateurs comment en obtenir un.',
    flows: {
      ACCESS_CODE: 'Pour une personne qui se connecte : code d’autorisation avec PKCE',
      APPLICATION: 'Pour l’application elle-même : client credentials',
      RESOURCE_OWNER_PASSWORD: 'Pour une personne, avec son nom d’utilisateur et son mot de passe',
    },
    begin:
      'D’abord : un vérificateur, nouveau à chaque fois, et l’adresse que la personne ouvre. L’URI de redirection est une de celles de l’application.',
    redeem:
      'Puis, quand la personne est revenue : comparez le state, et échangez le code de l’adresse avec le vérificateur.',
    ofPublic:
      'Une application publique omet le secret et envoie sa clé client comme client_id dans le formulaire.',
  },
});
