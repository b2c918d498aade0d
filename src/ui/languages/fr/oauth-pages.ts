import type { oauthPages as english } from '../en/oauth-pages.ts';
import { de } from './elided.ts';

/** Texts of the provider's pages. */
export const oauthPages: typeof english = (format) => ({
  signIn: {
    title: 'Se connecter',
    lead: (provider: string) => `avec ${provider}`,
    leadClient: (application: string, provider: string) =>
      `pour continuer vers ${application} avec ${provider}`,
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    elsewhere: (registry: string) => `Se connecter avec ${registry}`,
    changePassword: 'Changer le mot de passe',
  },
  password: {
    title: 'Changer le mot de passe',
    lead: (provider: string) => `de votre compte chez ${provider}`,
    old: 'Ancien mot de passe',
    new: 'Nouveau mot de passe',
    again: 'Nouveau mot de passe, encore une fois',
    hint: 'Partout où vous êtes connecté, vous devrez ensuite vous reconnecter.',
    different: 'Les deux nouveaux mots de passe ne sont pas identiques.',
    unchanged: 'Le nouveau mot de passe est l’ancien : choisissez-en un autre.',
    submit: 'Changer le mot de passe',
    changed: 'Votre mot de passe est changé. Connectez-vous avec le nouveau.',
    toSignIn: 'Aller à la connexion',
    back: 'Retour à la connexion',
  },
  consent: {
    title: (application: string) => `${application} demande un accès`,
    lead: (consumerOrg: string) =>
      `L’application appartient à ${consumerOrg}. Si vous l’autorisez, elle peut :`,
    nothing: 'agir en votre nom, sans autre droit',
    signedIn: 'Vous êtes connecté en tant que',
    after: (host: string) => `Vous continuez ensuite vers ${host}.`,
    withdrawal: 'Vous pouvez retirer cet accord à tout moment :',
    allow: 'Autoriser',
    deny: 'Ne pas autoriser',
    other: 'Se connecter sous un autre nom',
  },
  consents: {
    title: 'Ce que vous avez autorisé',
    lead: (provider: string) => `Ces applications peuvent agir en votre nom auprès ${de(provider)}.`,
    none: 'Vous n’avez rien autorisé à aucune application.',
    since: (at: string) => `depuis le ${format.date(at)}`,
    withdraw: 'Retirer',
    withdrawFrom: (application: string) => `ce que ${application} peut faire`,
    withdrawn: 'Retiré. L’application a perdu son accès.',
    signOut: 'Se déconnecter',
  },
  problem: {
    title: 'Cela n’a pas fonctionné',
    back: 'Retournez à l’application et recommencez là-bas. Si cela ne suffit pas, prévenez ses responsables.',
    internal: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
    notSignedIn: 'Votre fournisseur d’identité ne vous a pas connecté, ou pas par la demande commencée ici.',
    notAsked: 'Votre fournisseur d’identité ne peut pas être interrogé en ce moment.',
    stale:
      'Cette page était trop ancienne, ou votre navigateur n’a pas gardé son cookie. Recommencez depuis l’application.',
  },
});
