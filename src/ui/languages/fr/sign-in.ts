import type { signIn as english } from '../en/sign-in.ts';
import { de } from './elided.ts';

/** Texts of signing in and signing up. */
export const signIn: typeof english = () => ({
  signIn: {
    title: 'Se connecter',
    lead: (portal) => `à ${portal}`,
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    forgotten:
      'Mot de passe oublié ? Le fournisseur de ce portail vous donne un lien pour en choisir un nouveau.',
    forgot: 'Mot de passe oublié ?',
    noAccount: 'Pas encore de compte ?',
    ended:
      'Votre session a pris fin, et ce que vous avez envoyé n’a pas été gardé : connectez-vous, puis envoyez-le de nouveau.',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyFaults: {
      NotAllowedError:
        'L’opération a été interrompue, a duré trop longtemps ou n’a trouvé aucune clé d’accès. Réessayez, ou connectez-vous autrement.',
      InvalidStateError:
        'Cet appareil, ou cette clé, contient déjà une de vos clés d’accès : prenez-en un autre.',
      SecurityError:
        'Votre navigateur ne garde pas de clés d’accès pour cette adresse. Ouvrez le portail à {console}.',
      other: 'Ce navigateur ne peut pas le faire. Prenez un autre navigateur ou un autre appareil, en https.',
    },
    or: 'ou',
    with: (provider) => `Se connecter avec ${provider}`,
    withLead: (provider, portal) => `à ${portal}, avec votre compte ${de(provider)}`,
    otherWays: 'Autres façons de se connecter',
    ownOrg: {
      title: 'Votre organisation',
      lead: (portal) =>
        `Vous êtes connecté. Aucune organisation ${de(portal)} n’est encore à vous : nommez-en une, et elle vous appartient.`,
      submit: 'La créer',
    },
    cookieMissing:
      'Votre navigateur n’a pas gardé la session. Les sessions ont besoin de https, ou de http sur localhost ; ouvrez le portail à une telle adresse.',
  },

  signUp: {
    lead: (portal) => `pour ${portal}`,
    consumerOrgHint: 'L’entreprise ou l’équipe à laquelle appartiennent les applications',
    hasAccount: 'Vous avez déjà un compte ?',
    closed: 'Ici, les comptes sont créés par le fournisseur',
    closedText: 'Ce portail ne permet pas de créer soi-même un compte. Demandez-en un à son fournisseur.',
  },

  forgotPassword: {
    title: 'Mot de passe oublié ?',
    lead: 'Vous recevez par courriel un lien pour en choisir un autre.',
    login: 'Nom d’utilisateur ou adresse de courriel',
    submit: 'M’envoyer un lien',
    back: 'Retour à la connexion',
    sent: {
      title: 'Regardez dans votre boîte de réception',
      text: 'Si un compte avec une adresse de courriel correspond à ce que vous avez saisi, un lien est en route. Il fonctionne une fois, pendant une heure. Rien n’arrive ? Le fournisseur de ce portail vous donne aussi un lien.',
    },
    closed: {
      title: 'Mot de passe oublié ?',
      text: 'Ce portail n’envoie pas de courriel. Son fournisseur vous donne un lien pour choisir un nouveau mot de passe.',
    },
  },

  choosePassword: {
    title: 'Choisissez votre mot de passe',
    lead: (username, portal) => `Vous vous connectez à ${portal} en tant que ${username}.`,
    submit: 'Enregistrer et se connecter',
  },
});
