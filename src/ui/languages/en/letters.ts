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
      text: `${invitedBy} invites you to the organization ${organization}. Choose a username and a password by the link below. It works once, until ${format.dateTime(endsAt)}.`,
    }),
    PASSWORD_RESET: (username, { endsAt }) => ({
      subject: 'Choose a new password',
      text: `Somebody asked for a new password for your account ${username}. Choose it by the link below. It works once, until ${format.dateTime(endsAt)}. All your sessions then end.`,
    }),
    EMAIL_VERIFICATION: (username, { endsAt }) => ({
      subject: 'Is this your email address?',
      text: `This address was given for the account ${username}. If the account is yours, open the link below, sign in, and confirm the address. The link works once, until ${format.dateTime(endsAt)}.`,
    }),
    EMAIL_CHANGE: (username) => ({
      subject: 'The email address of your account changes',
      text: `Somebody asked to change or remove the email address of your account ${username}. Was it not you? Then choose a new password in your account, by the link below: an address that is not verified by then is dropped, and all other sessions end.`,
    }),
  } satisfies Sentences as Sentences,
  /** Labels of the links. */
  button: {
    INVITATION: 'Accept the invitation',
    PASSWORD_RESET: 'Choose a new password',
    EMAIL_VERIFICATION: 'Verify the address',
    EMAIL_CHANGE: 'Open your account',
  },
  reason: {
    INVITATION: (catalog: string) =>
      `This mail comes from ${catalog}, since somebody gave your address. If you do not want to join, ignore it.`,
    PASSWORD_RESET: (catalog: string) =>
      `This mail comes from ${catalog}. If you did not ask for it, ignore it: your password stays as it is.`,
    EMAIL_VERIFICATION: (catalog: string) =>
      `This mail comes from ${catalog}, since somebody gave your address. If it was not you, ignore it: nothing happens.`,
    EMAIL_CHANGE: (catalog: string) =>
      `This mail comes from ${catalog}, where your account has had this address until now.`,
  },
});
