import type { Formats } from '../../kit/formats.ts';
import type { letters as english } from '../en/letters.ts';

/** Texts of letters. */
export const letters = (format: Formats): ReturnType<typeof english> => ({
  of: {
    INVITATION: (organization, { invitedBy, endsAt }) => ({
      subject: `Einladung zu ${organization}`,
      text: `${invitedBy} lädt Sie in die Organisation ${organization} ein. Über den Link unten wählen Sie Benutzernamen und Passwort. Er gilt einmal, bis ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Neues Passwort wählen',
      text: `Für Ihr Konto ${username} wurde ein neues Passwort angefordert. Über den Link unten wählen Sie es. Er gilt einmal, bis ${format.dateTime(endsAt)}. Alle Ihre Sitzungen enden dann.`,
    }),
  },
  reason: {
    INVITATION: (catalog) =>
      `Diese E-Mail kommt von ${catalog}, weil jemand Ihre Adresse angegeben hat. Wenn Sie nicht beitreten möchten, ist nichts zu tun.`,
    PASSWORD_RESET: (catalog) =>
      `Diese E-Mail kommt von ${catalog}. Wenn Sie nichts angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
  },
});
