import type { LetterDetails, LetterKind } from '../../domain/events/letters.ts';
import type { Formats } from '../../ui/kit/formats.ts';
import type { Texts } from '../../ui/kit/texts.ts';

type Sentences = {
  readonly [Kind in LetterKind]: (
    about: string,
    detail: LetterDetails[Kind],
  ) => { readonly subject: string; readonly text: string };
};

const en = (format: Formats) => ({
  of: {
    INVITATION: (organization, { invitedBy, endsAt }) => ({
      subject: `You are invited to ${organization}`,
      text: `${invitedBy} invites you to the organization ${organization}. You choose a username and a password by the link below. It works once, until ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Choose another password',
      text: `Somebody asked for another password for your account ${username}. You choose it by the link below. It works once, until ${format.dateTime(endsAt)}. All your sessions then end.`,
    }),
  } satisfies Sentences as Sentences,
  reason: {
    INVITATION: (catalog: string) =>
      `This mail comes from ${catalog}, since somebody gave your address. Whoever does not want to join leaves it alone.`,
    PASSWORD_RESET: (catalog: string) =>
      `This mail comes from ${catalog}. If it was not you who asked, leave it alone: your password stays as it is.`,
  },
});

const de = (format: Formats): ReturnType<typeof en> => ({
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

/** Texts of letters. */
export const letterTexts = { en, de } satisfies Texts;
