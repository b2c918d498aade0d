/** Every text of the pages. Names are those that people gave, and may be in any language. */
export type Messages = {
  readonly signIn: {
    readonly title: string;
    readonly lead: (provider: string) => string;
    readonly leadClient: (application: string, provider: string) => string;
    readonly username: string;
    readonly password: string;
    readonly submit: string;
  };
  readonly consent: {
    readonly title: (application: string) => string;
    readonly lead: (consumerOrg: string) => string;
    readonly nothing: string;
    readonly signedIn: string;
    readonly after: (host: string) => string;
    readonly allow: string;
    readonly deny: string;
    readonly other: string;
  };
  readonly consents: {
    readonly title: string;
    readonly lead: (provider: string) => string;
    readonly none: string;
    readonly since: (date: string) => string;
    readonly withdraw: string;
    readonly withdrawFrom: (application: string) => string;
    readonly withdrawn: string;
    readonly signOut: string;
  };
  readonly problem: {
    readonly title: string;
    readonly back: string;
    readonly internal: string;
    readonly stale: string;
  };
};

/** Every text of the provider's pages, in English. Another language is a file like this one and a line in `messages.ts`. */
export const en: Messages = {
  signIn: {
    title: 'Sign in',
    lead: (provider) => `with ${provider}`,
    leadClient: (application, provider) => `to go on to ${application} with ${provider}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
  },
  consent: {
    title: (application) => `${application} asks for access`,
    lead: (consumerOrg) => `The application belongs to ${consumerOrg}. If you allow it, it may:`,
    nothing: 'act in your name, without any further right',
    signedIn: 'You are signed in as',
    after: (host) => `Afterwards you go on to ${host}.`,
    allow: 'Allow',
    deny: 'Do not allow',
    other: 'Sign in as somebody else',
  },
  consents: {
    title: 'What you have allowed',
    lead: (provider) => `These applications may act in your name with ${provider}.`,
    none: 'You have not allowed any application anything.',
    since: (date) => `since ${date}`,
    withdraw: 'Withdraw',
    withdrawFrom: (application) => `what ${application} may do`,
    withdrawn: 'Withdrawn. The application has lost its access.',
    signOut: 'Sign out',
  },
  problem: {
    title: 'This did not work',
    back: 'Go back to the application and begin again there. If that does not help, tell whoever runs it.',
    internal: 'Something went wrong on our side. Try again in a moment.',
    stale: 'This page was too old, or your browser did not keep its cookie. Begin again at the application.',
  },
};
