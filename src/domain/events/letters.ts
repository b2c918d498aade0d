/** Kinds of mails that are no notices. They are about a person, hold a link, and are in no inbox. */
export const letterKinds = {
  INVITATION: { description: 'A person is invited to a consumer org, by mail.' },
  PASSWORD_RESET: { description: 'A person has asked for a link to choose another password.' },
} as const;

export type LetterKind = keyof typeof letterKinds;

export const letterKindNames = Object.keys(letterKinds) as LetterKind[];

/** Details of a letter by its kind. Its link is none of them: no template can leave it out, or move it. */
export type LetterDetails = {
  INVITATION: { readonly invitedBy: string; readonly endsAt: string };
  PASSWORD_RESET: { readonly endsAt: string };
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
};

/** Invitations that a consumer org mails in a day, to one address, and to all. */
export const INVITATION_MAILS = { toAddress: 3, ofConsumerOrg: 30 } as const;
/** Invitations that an address gets in a day from all consumer orgs of a catalog. */
export const INVITATION_MAILS_OF_CATALOG = 10;

/** Lifetime of a link that a person asked for: an hour. Mailboxes are read by others later. */
export const RESET_LINK_MS = 3_600_000;
/** Links that an account gets in an hour. */
export const RESET_MAILS_AN_HOUR = 3;
