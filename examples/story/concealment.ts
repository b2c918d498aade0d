const SECRET_MEMBERS = new Set(['password', 'token', 'clientSecret', 'client_secret', 'access_token']);
/** The least length of a generated secret. A shorter one was thought of by a person: not even its beginning is shown. */
const GENERATED_LENGTH_MIN = 24;
const SHOWN = 6;

/** Does a member of this name hold a secret? */
export function isSecretMember(name: string): boolean {
  return SECRET_MEMBERS.has(name);
}

/** As much of a secret as may be shown. */
export function beginningOf(secret: string): string {
  return secret.length < GENERATED_LENGTH_MIN ? '•••' : `${secret.slice(0, SHOWN)}…`;
}

/** Keeps the secrets that go over the wire out of what is printed. */
export type Concealment = {
  /** From now on this text is not shown in full. */
  hide(secret: string): void;
  /** Hides what the secret members of a JSON value hold, wherever in it they are. */
  hideMembersOf(value: unknown): void;
  /** The text with each secret cut down to its beginning. */
  conceal(text: string): string;
};

export function createConcealment(): Concealment {
  const secrets = new Set<string>();
  function hideMembersOf(value: unknown): void {
    if (value === null || typeof value !== 'object') return;
    for (const [name, member] of Object.entries(value)) {
      if (isSecretMember(name) && typeof member === 'string' && member) secrets.add(member);
      hideMembersOf(member);
    }
  }
  return {
    hide: (secret) => void secrets.add(secret),
    hideMembersOf,
    // The longest first: one secret may be the beginning of another.
    conceal: (text) =>
      [...secrets]
        .sort((a, b) => b.length - a.length)
        .reduce((shown, secret) => shown.replaceAll(secret, beginningOf(secret)), text),
  };
}
