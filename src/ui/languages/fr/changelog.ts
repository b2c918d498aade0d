import type { changelog as english } from '../en/changelog.ts';

/** Texts of the changelog. */
export const changelog: typeof english = (format) => ({
  changelog: {
    title: 'Nouveautés',
    lead: 'Les versions des produits, les plus récentes d’abord, et ce qui y change.',
    feed: 'Suivre par flux (Atom)',
    all: 'Tous les produits',
    none: 'Rien n’est encore publié',
    of: 'Ses nouveautés',
    since: (version) => `par rapport à ${version}`,
    first: 'La première version.',
    same: 'Ses API s’appellent comme avant.',
    more: (count) => (count === 1 ? 'et 1 autre' : `et ${format.number(count)} autres`),
    ends: (date) => `Il cesse de répondre le ${date}.`,
    kinds: {
      BROKEN: 'Rompt des appels',
      DEPRECATED: 'Obsolète',
      CHANGED: 'Modifié',
      ADDED: 'Ajouté',
    },
  },
});
