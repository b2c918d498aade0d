import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import { TITLE_LENGTH_MAX } from '../../../foundation/text/name.ts';
import { SEARCH_WORD_LENGTH_MAX, SEARCH_WORDS_MAX } from '../../../foundation/text/search-words.ts';
import type { Formats } from '../../kit/formats.ts';
import type { Refusals } from '../refusals.ts';
import { limitSpan } from './limit-span.ts';
import { price } from './price.ts';

/** Texts that pages share: the frame, problems, refusals, notices and limits. */
export const shared = (format: Formats) => ({
  portal: {
    failed: 'Error',
    skip: 'Skip to the content',
    menu: 'Main',
    products: 'Products',
    applications: 'Applications',
    subscriptions: 'Subscriptions',
    notices: 'Notices',
    unreadNotices: 'unread',
    account: 'Account',
    organization: 'Organization',
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
    noPortal: 'No portal at this address',
    noPortalText:
      'The address of a portal names a provider and one of its catalogs. The provider tells you both. Check the spelling of:',
    noPortalOrg: 'provider',
    noPortalCatalog: 'catalog',
    gone: 'This product is retired',
    goneText: (product: string, at: string | null) =>
      `The provider has retired ${product}${at === null ? '' : ` on ${format.date(at)}`}. It answers no calls, and nobody can subscribe to it.`,
    goneInstead: 'In its place there is',
  },

  /** Texts for refusals whose API wording does not suit readers of pages. */
  refused: {
    'NAME_TAKEN.username': 'Somebody else has this username: choose another.',
    'NAME_TAKEN.consumerOrgTitle':
      'Another organization is called that here: choose another name, or ask your colleagues for an account.',
    'NAME_TAKEN.title': 'You have an application of that name already: choose another.',
    'BAD_USER_INPUT.title': `A name has 1 to ${TITLE_LENGTH_MAX} characters: not only blanks, and no control characters.`,
    'BAD_USER_INPUT.consumerOrgTitle': `The name of an organization has 1 to ${TITLE_LENGTH_MAX} characters: not only blanks, and no control characters.`,
    'BAD_USER_INPUT.search': `Search for at most ${SEARCH_WORDS_MAX} words, each of at most ${SEARCH_WORD_LENGTH_MAX} characters.`,
  } as Refusals,

  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    range: (from: number, to: number, total: number) =>
      `${format.number(from)} to ${format.number(to)} of ${format.number(total)}`,
  },

  copy: { label: 'Copy', done: 'Copied' },
  /** The mark between a name and its value. */
  colon: ':',
  masked: { show: 'Show', hide: 'Hide', showKey: 'Show the client key' },

  /** Notices of what was done, on the page that follows. */
  done: {
    migrated: 'The subscription was migrated: the new plan holds from now on.',
    undone: 'The subscription is back where it was before.',
    unsubscribed: 'The subscription has ended.',
    handedOver: 'The organization is handed over: you are a developer of it now.',
    invitationRevoked: 'The invitation is taken back: its link is good no more.',
    sessionsEnded: 'Signed out there.',
    memberRemoved: 'The person is removed, and what they had open in the organization has ended.',
    organizationSwitched: 'This is the current organization from now on.',
    organizationCreated: 'The organization is yours, and the current one.',
    organizationJoined: 'You belong to the organization, and it is the current one.',
    passkeyAdded: 'The passkey is added: you can sign in with it from now on.',
    passkeyRemoved: 'The passkey is removed. Everywhere else you were signed out.',
    passwordChanged: 'The new password holds from now on. Everywhere else you were signed out.',
    subscribed: 'Subscribed. The application can call the APIs of the product now.',
    requested: 'Asked for. The provider has to approve it; until then calls are refused.',
    keyWithdrawn: 'The client key is withdrawn: calls with it are refused from now on.',
    planChanged: 'The plan is changed.',
    planRequested: 'Asked for. The provider has to approve it; until then the present plan holds.',
    planKept: 'The request for another plan is gone.',
    verificationSent: 'A mail with a link is on its way: open it to verify the address.',
    emailVerified: 'Your email address is verified.',
    emailKept: 'The address stays as it is.',
    saved: 'Saved.',
    deleted: 'The application was deleted.',
    apiKeyRevoked: 'The API key is revoked: what uses it is refused.',
    certificateAdded: 'The certificate is registered: calls with it are those of the application.',
    certificateRemoved: 'The certificate is removed: calls with it are refused.',
    externalClientAdded: 'The client id is registered: calls with its tokens are those of the application.',
    externalClientRemoved: 'The client id is removed: its tokens are refused.',
    webhookDeleted: 'The webhook was deleted.',
    sending: 'It is being sent. Load the page again to see the answer.',
    secretEnded: 'The old secret has ended: only the new one is admitted.',
  },

  state: { PUBLISHED: 'Published', DEPRECATED: 'Deprecated' },

  kind: { REST: 'REST', GRAPHQL: 'GraphQL' },

  sunset: (date: string) => `It stops answering on ${format.date(date)}.`,

  /** Maximum cost of all documents of a plan, in words. */
  costLimit: (cost: number | null, unit: 'MINUTE' | 'HOUR') =>
    cost === null ? 'No limit' : `${format.number(cost)} ${unit === 'MINUTE' ? 'a minute' : 'an hour'}`,

  price: price(format),

  noLimit: 'As many calls as you like',
  /** @param until null where no end is planned */
  ownLimits: (until: string | null) =>
    until === null ? 'Your own limits' : `Your own limits until ${format.dateTime(until)}`,

  /** Meaning of a limit, in words. */
  limit: ({ counts, meter, limit, operations, ...span }: PlanLimit) => {
    const amount = format.number(limit);
    const window = limitSpan(span, format);
    const of = operations.length === 0 ? '' : ` of ${operations.join(', ')}`;
    if (counts === 'GRAPHQL_COST') return `GraphQL cost of ${amount} ${window}${of}`;
    const one = counts === 'KILOBYTES' ? 'kilobyte' : 'call';
    return `${amount} ${meter ?? (limit === 1 ? one : `${one}s`)} ${window}${of}`;
  },
});
