import type { changelog as english } from '../en/changelog.ts';

/** Texts of the changelog. */
export const changelog: typeof english = (format) => ({
  changelog: {
    title: 'Was neu ist',
    lead: 'Versionen von Produkten, die neuesten zuerst, mit dem, was in ihnen anders ist.',
    feed: 'Als Feed abonnieren (Atom)',
    all: 'Alle Produkte',
    none: 'Noch ist nichts veröffentlicht',
    of: 'Was darin neu ist',
    since: (version) => `verglichen mit ${version}`,
    first: 'Die erste Version.',
    same: 'Ihre APIs werden aufgerufen wie zuvor.',
    more: (count) => (count === 1 ? 'und 1 weitere' : `und ${format.number(count)} weitere`),
    ends: (date) => `Es antwortet nur noch bis ${date}.`,
    kinds: { BROKEN: 'Bricht Aufrufe', DEPRECATED: 'Veraltet', CHANGED: 'Geändert', ADDED: 'Hinzugefügt' },
  },
});
