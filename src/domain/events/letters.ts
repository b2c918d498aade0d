/** Kinds of mails that are no notices. They are about a person, hold a link, and are in no inbox. */
export const letterKinds = {
  INVITATION: { description: 'A person is invited to a consumer org, by mail.' },
  PASSWORD_RESET: { description: 'A person has asked for a link to choose another password.' },
  EMAIL_VERIFICATION: { description: 'A person has given an address, and is asked whether it is hers.' },
  EMAIL_CHANGE: { description: 'The address of an account is to be another one; the present one is told.' },
} as const;

export type LetterKind = keyof typeof letterKinds;

export const letterKindNames = Object.keys(letterKinds) as LetterKind[];

/** Details of a letter by its kind. Its link is none of them: no template can leave it out, or move it. */
export type LetterDetails = {
  INVITATION: { readonly invitedBy: string; readonly endsAt: string };
  PASSWORD_RESET: { readonly endsAt: string };
  EMAIL_VERIFICATION: { readonly endsAt: string };
  EMAIL_CHANGE: Readonly<Record<never, never>>;
};

/** A letter as it is worded. */
export type Letter = {
  [Kind in LetterKind]: {
    readonly kind: Kind;
    /** The title of the organization, or the username. */
    readonly about: string;
    readonly detail: LetterDetails[Kind];
  };
}[LetterKind];

/** Letters to try words with, one a kind. */
export const exampleLetters: { readonly [Kind in LetterKind]: Extract<Letter, { kind: Kind }> } = {
  INVITATION: {
    kind: 'INVITATION',
    about: 'Consumers',
    detail: { invitedBy: 'carol', endsAt: '2030-06-30T12:00:00Z' },
  },
  PASSWORD_RESET: { kind: 'PASSWORD_RESET', about: 'carol', detail: { endsAt: '2030-06-30T12:00:00Z' } },
  EMAIL_VERIFICATION: {
    kind: 'EMAIL_VERIFICATION',
    about: 'carol',
    detail: { endsAt: '2030-06-30T12:00:00Z' },
  },
  EMAIL_CHANGE: { kind: 'EMAIL_CHANGE', about: 'carol', detail: {} },
};

/** Invitations that a consumer org mails in a day, to one address, and to all. */
export const INVITATION_MAILS = { toAddress: 3, ofConsumerOrg: 30 } as const;
/** Invitations that an address gets in a day from all catalogs of an org. */
export const INVITATION_MAILS_OF_ORG = 10;

/** Lifetime of a link that a person asked for: an hour. Mailboxes are read by others later. */
export const RESET_LINK_MS = 3_600_000;
/** Links that an account gets in an hour. */
export const RESET_MAILS_AN_HOUR = 3;

/** Lifetime of a link that verifies an address: a day. */
export const VERIFICATION_LINK_MS = 86_400_000;
/** Mails that verify an address. Those to one address are of all portals of an org. */
export const VERIFICATION_MAILS = { ofPersonAnHour: 3, ofPersonADay: 10, toAddressADay: 5 } as const;
/** A warning is sent for so long; then it is too late. */
export const CHANGE_LETTER_MS = 3 * 86_400_000;

const DAY_MS = 86_400_000;

/** Tells whether the day that began with a counted letter lasts. */
export const isSameDay = (since: Date | null, now: Date): since is Date =>
  since !== null && now.getTime() < since.getTime() + DAY_MS;
