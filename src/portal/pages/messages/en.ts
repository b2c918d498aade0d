import type { Formats } from '../formats.ts';

/** Every text of the portal, in English. Another language is a file like this one and a line in `messages.ts`. */
export const en = (format: Formats) => ({
  portal: {
    skip: 'Skip to the content',
    menu: 'Main',
    products: 'Products',
    applications: 'Applications',
    subscriptions: 'Subscriptions',
    account: 'Account',
    signIn: 'Sign in',
    signUp: 'Create an account',
    signOut: 'Sign out',
    language: 'Language',
    changeLanguage: 'Change',
    preparing: 'Being prepared',
    preparingText:
      'This part of the page is being built, which happens once, after the installation. The page comes back by itself.',
    gateway: 'APIs are called at',
  },

  problem: {
    title: 'This did not work',
    notFound: 'There is no such page',
    notFoundText: 'What you asked for does not exist here, or you may not see it.',
    internal: 'Something went wrong on our side. Try again; if it stays, tell the provider of this portal.',
    back: 'Back to the products',
  },

  signIn: {
    title: 'Sign in',
    lead: (portal: string) => `to ${portal}`,
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    noAccount: 'No account yet?',
    cookieMissing:
      'Your browser did not keep the session. Sessions need https, or http on localhost; open the portal by such an address.',
  },

  catalogue: {
    title: 'Products',
    lead: 'Each product brings APIs, and plans that say how many calls you may make.',
    search: 'Search products, operations and fields',
    submit: 'Search',
    found: (count: number, search: string) =>
      `${count === 1 ? '1 product' : `${format.number(count)} products`} for “${search}”`,
    clear: 'Show all',
    nothing: 'No product matches.',
    empty: 'There are no products yet.',
    version: (version: string) => `Version ${version}`,
    plans: (count: number) => (count === 1 ? '1 plan' : `${format.number(count)} plans`),
    subscribed: 'Subscribed',
  },

  state: { PUBLISHED: 'Published', DEPRECATED: 'Deprecated' },
  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },
  sunset: (date: string) => `It stops to answer on ${format.date(date)}.`,
  /** What a limit means, in words. */
  limit: (calls: number | null, unit: 'MINUTE' | 'HOUR') =>
    calls === null
      ? 'As many calls as you like'
      : `${format.number(calls)} ${calls === 1 ? 'call' : 'calls'} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}`,
});
