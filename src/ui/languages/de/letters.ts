import type { Formats } from '../../kit/formats.ts';
import type { letters as english } from '../en/letters.ts';

/** Texts of letters. */
export const letters = (format: Formats): ReturnType<typeof english> => ({
  of: {
    INVITATION: (organization, { invitedBy, endsAt }) => ({
      subject: `Einladung zu ${organization}`,
      text: `${invitedBy} lädt Sie in die Organisation ${organization} ein. Über den Link unten wählen Sie einen Benutzernamen und ein Passwort. Er gilt nur einmal, bis zum ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Neues Passwort wählen',
      text: `Für Ihr Konto ${username} wurde ein neues Passwort angefordert. Über den Link unten wählen Sie es. Er gilt nur einmal, bis zum ${format.dateTime(endsAt)}. Alle Ihre Sitzungen enden dann.`,
    }),
    EMAIL_VERIFICATION: (username, { endsAt }) => ({
      subject: 'Ist das Ihre E-Mail-Adresse?',
      text: `Diese Adresse wurde für das Konto ${username} angegeben. Wenn es Ihr Konto ist, öffnen Sie den Link unten, melden Sie sich an und bestätigen Sie die Adresse. Der Link gilt nur einmal, bis zum ${format.dateTime(endsAt)}.`,
    }),
    EMAIL_CHANGE: (username) => ({
      subject: 'Die E-Mail-Adresse Ihres Kontos ändert sich',
      text: `Die E-Mail-Adresse Ihres Kontos ${username} soll geändert oder entfernt werden. Waren Sie das nicht? Dann wählen Sie über den Link unten in Ihrem Konto ein neues Passwort: Eine Adresse, die bis dahin nicht bestätigt ist, wird verworfen, und alle anderen Sitzungen enden.`,
    }),
  },
  button: {
    INVITATION: 'Einladung annehmen',
    PASSWORD_RESET: 'Neues Passwort wählen',
    EMAIL_VERIFICATION: 'Adresse bestätigen',
    EMAIL_CHANGE: 'Konto öffnen',
  },
  reason: {
    INVITATION: (catalog) =>
      `Diese E-Mail kommt von ${catalog}, weil jemand Ihre Adresse angegeben hat. Wenn Sie nicht beitreten möchten, ist nichts zu tun.`,
    PASSWORD_RESET: (catalog) =>
      `Diese E-Mail kommt von ${catalog}. Wenn Sie nichts angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
    EMAIL_VERIFICATION: (catalog) =>
      `Diese E-Mail kommt von ${catalog}, weil jemand Ihre Adresse angegeben hat. Wenn Sie das nicht waren, ist nichts zu tun: Ohne Ihre Bestätigung geschieht nichts.`,
    EMAIL_CHANGE: (catalog) => `Diese E-Mail kommt von ${catalog}, wo Ihr Konto bisher diese Adresse hatte.`,
  },
});
