import type { Messages } from './messages.ts';

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
