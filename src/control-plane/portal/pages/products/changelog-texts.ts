import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';

const en = (format: Formats) => ({
  changelog: {
    title: 'What is new',
    lead: 'Versions of products, the newest first, with what is different in them.',
    feed: 'Follow it by feed (Atom)',
    all: 'All products',
    none: 'Nothing is published yet',
    of: 'What is new in it',
    since: (version: string) => `compared with ${version}`,
    first: 'The first version.',
    same: 'Its APIs are described as before.',
    more: (count: number) => (count === 1 ? 'and 1 more' : `and ${format.number(count)} more`),
    ends: (date: string) => `It stops answering on ${date}.`,
    kinds: { BROKEN: 'Breaks callers', DEPRECATED: 'Deprecated', CHANGED: 'Changed', ADDED: 'Added' },
  },
});

const de: typeof en = (format) => ({
  changelog: {
    title: 'Was neu ist',
    lead: 'Versionen von Produkten, die neuesten zuerst, mit dem, was in ihnen anders ist.',
    feed: 'Als Feed abonnieren (Atom)',
    all: 'Alle Produkte',
    none: 'Noch ist nichts veröffentlicht',
    of: 'Was darin neu ist',
    since: (version) => `verglichen mit ${version}`,
    first: 'Die erste Version.',
    same: 'Ihre APIs sind beschrieben wie zuvor.',
    more: (count) => (count === 1 ? 'und 1 weitere' : `und ${format.number(count)} weitere`),
    ends: (date) => `Es antwortet nur noch bis ${date}.`,
    kinds: { BROKEN: 'Bricht Aufrufe', DEPRECATED: 'Veraltet', CHANGED: 'Geändert', ADDED: 'Hinzugefügt' },
  },
});

/** Texts of the changelog. */
export const changelogTexts = { en, de } satisfies Texts;
