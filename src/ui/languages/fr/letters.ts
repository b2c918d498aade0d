import type { Formats } from '../../kit/formats.ts';
import type { letters as english } from '../en/letters.ts';
import { de } from './elided.ts';

/** Texts of letters. */
export const letters = (format: Formats): ReturnType<typeof english> => ({
  of: {
    INVITATION: (organization, { invitedBy, endsAt }) => ({
      subject: `Vous êtes invité à rejoindre ${organization}`,
      text: `${invitedBy} vous invite à rejoindre l’organisation ${organization}. Le lien ci-dessous vous permet de choisir un nom d’utilisateur et un mot de passe. Il fonctionne une seule fois, jusqu’au ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Choisir un nouveau mot de passe',
      text: `Un nouveau mot de passe a été demandé pour votre compte ${username}. Le lien ci-dessous vous permet de le choisir. Il fonctionne une seule fois, jusqu’au ${format.dateTime(endsAt)}. Toutes vos sessions prennent alors fin.`,
    }),
    EMAIL_VERIFICATION: (username, { endsAt }) => ({
      subject: 'Cette adresse de courriel est-elle la vôtre ?',
      text: `Cette adresse a été indiquée pour le compte ${username}. Si ce compte est le vôtre, ouvrez le lien ci-dessous, connectez-vous et confirmez l’adresse. Il fonctionne une seule fois, jusqu’au ${format.dateTime(endsAt)}.`,
    }),
    EMAIL_CHANGE: (username) => ({
      subject: 'L’adresse de courriel de votre compte change',
      text: `La modification ou la suppression de l’adresse de courriel de votre compte ${username} a été demandée. Ce n’était pas vous ? Choisissez alors un nouveau mot de passe dans votre compte, par le lien ci-dessous : une adresse qui n’est pas encore confirmée est abandonnée, et toutes les autres sessions prennent fin.`,
    }),
  },
  button: {
    INVITATION: 'Accepter l’invitation',
    PASSWORD_RESET: 'Choisir un nouveau mot de passe',
    EMAIL_VERIFICATION: 'Confirmer l’adresse',
    EMAIL_CHANGE: 'Ouvrir votre compte',
  },
  reason: {
    INVITATION: (catalog) =>
      `Ce message vient ${de(catalog)}, car quelqu’un a indiqué votre adresse. Si vous ne souhaitez pas participer, ignorez-le.`,
    PASSWORD_RESET: (catalog) =>
      `Ce message vient ${de(catalog)}. Si vous n’avez rien demandé, ignorez-le : votre mot de passe reste inchangé.`,
    EMAIL_VERIFICATION: (catalog) =>
      `Ce message vient ${de(catalog)}, car quelqu’un a indiqué votre adresse. Si ce n’était pas vous, ignorez-le : rien ne se passe.`,
    EMAIL_CHANGE: (catalog) =>
      `Ce message vient ${de(catalog)}, où votre compte avait cette adresse jusqu’ici.`,
  },
});
