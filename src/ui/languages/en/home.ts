import type { Formats } from '../../kit/formats.ts';

/** Texts of the home page. */
export const home = (format: Formats) => ({
  home: {
    lead: 'Find an API, subscribe an application, and make the first call in a minute.',
    search: 'Search products, operations and guides',
    browse: 'Browse by tag',
    featured: 'Featured',
    products: 'All products',
    count: (count: number) => (count === 1 ? '1 product' : `${format.number(count)} products`),
    moreApis: (count: number) => (count === 1 ? 'and 1 more API' : `and ${format.number(count)} more APIs`),
    new: 'What is new',
    allChanges: 'All changes',
    firstVersion: 'New product.',
    nextVersion: (previous: string) => `Follows version ${previous}.`,
    start: 'Get started',
    progress: (done: number, all: number) => `${done} of ${all} steps done`,
    stepDone: 'Done',
    steps: {
      account: {
        title: 'Sign in',
        text: 'Your organization has its applications and subscriptions here.',
        link: 'Sign in',
      },
      application: {
        title: 'Create an application',
        text: 'It has the keys that your program calls with.',
        link: 'Create an application',
      },
      subscription: {
        title: 'Subscribe to a plan',
        text: 'It says how many calls the application may make.',
        link: 'Choose a product',
      },
      call: {
        title: 'Make the first call',
        text: 'Try it on the page of the API, or copy an example.',
        link: 'Call an API',
      },
    },
  },
});
