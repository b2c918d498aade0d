import type { home as english } from '../en/home.ts';

/** Texts of the home page. */
export const home: typeof english = (format) => ({
  home: {
    lead: 'Trouvez une API, abonnez une application et faites le premier appel en une minute.',
    search: 'Rechercher des produits, opérations et guides',
    browse: 'Parcourir par étiquette',
    featured: 'À la une',
    products: 'Tous les produits',
    count: (count) => (count < 2 ? `${count} produit` : `${format.number(count)} produits`),
    moreApis: (count) => (count === 1 ? 'et 1 autre API' : `et ${format.number(count)} autres API`),
    new: 'Nouveautés',
    allChanges: 'Tous les changements',
    firstVersion: 'Nouveau produit.',
    nextVersion: (previous) => `Succède à la version ${previous}.`,
    start: 'Premiers pas',
    progress: (done, all) => `${done} ${done < 2 ? 'étape' : 'étapes'} sur ${all}`,
    stepDone: 'Fait',
    steps: {
      account: {
        title: 'Se connecter',
        text: 'Votre organisation a ici ses applications et ses abonnements.',
        link: 'Se connecter',
      },
      application: {
        title: 'Créer une application',
        text: 'Elle a les clés avec lesquelles votre programme appelle.',
        link: 'Créer une application',
      },
      subscription: {
        title: 'S’abonner à un plan',
        text: 'Il dit combien d’appels l’application peut faire.',
        link: 'Choisir un produit',
      },
      call: {
        title: 'Faire le premier appel',
        text: 'Essayez l’API sur sa page, ou copiez un exemple.',
        link: 'Appeler une API',
      },
    },
  },
});
