import type { LetterDetails, LetterKind } from '../../../domain/events/letters.ts';
import type { Formats } from '../../kit/formats.ts';

type Sentences = {
  readonly [Kind in LetterKind]: (
    about: string,
    detail: LetterDetails[Kind],
  ) => { readonly subject: string; readonly text: string };
};

/** Texts of letters. */
export const letters = (format: Formats) => ({
  of: {
    INVITATION: (organization, { invitedBy, endsAt }) => ({
      subject: `You are invited to ${organization}`,
      text: `${invitedBy} invites you to the organization ${organization}. You choose a username and a password by the link below. It works once, until ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Choose another password',
      text: `Somebody asked for another password for your account ${username}. You choose it by the link below. It works once, until ${format.dateTime(endsAt)}. All your sessions then end.`,
    }),
    EMAIL_VERIFICATION: (username, { endsAt }) => ({
      subject: 'Is this your email address?',
      text: `This address was given for the account ${username}. If the account is yours, open the link below, sign in, and say so. It works once, until ${format.dateTime(endsAt)}.`,
    }),
    EMAIL_CHANGE: (username) => ({
      subject: 'Another email address for your account',
      text: `The account ${username} is to have another email address, or none. Was it not you? Then choose another password in your account, by the link below: an address that is not verified by then is dropped, and all other sessions end.`,
    }),
  } satisfies Sentences as Sentences,
  reason: {
    INVITATION: (catalog: string) =>
      `This mail comes from ${catalog}, since somebody gave your address. Whoever does not want to join leaves it alone.`,
    PASSWORD_RESET: (catalog: string) =>
      `This mail comes from ${catalog}. If it was not you who asked, leave it alone: your password stays as it is.`,
    EMAIL_VERIFICATION: (catalog: string) =>
      `This mail comes from ${catalog}, since somebody gave your address. If it was not you, leave it alone: nothing happens.`,
    EMAIL_CHANGE: (catalog: string) =>
      `This mail comes from ${catalog}, where this is the address of the account until now.`,
  },
});
