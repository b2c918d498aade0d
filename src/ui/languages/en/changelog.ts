import type { Formats } from '../../kit/formats.ts';

/** Texts of the changelog. */
export const changelog = (format: Formats) => ({
  changelog: {
    title: 'What is new',
    lead: 'Versions of products, the newest first, with what is different in them.',
    feed: 'Follow it by feed (Atom)',
    all: 'All products',
    none: 'Nothing is published yet',
    of: 'What is new in it',
    since: (version: string) => `compared with ${version}`,
    first: 'The first version.',
    same: 'Its APIs are called as before.',
    more: (count: number) => (count === 1 ? 'and 1 more' : `and ${format.number(count)} more`),
    ends: (date: string) => `It stops answering on ${date}.`,
    kinds: { BROKEN: 'Breaks callers', DEPRECATED: 'Deprecated', CHANGED: 'Changed', ADDED: 'Added' },
  },
});
