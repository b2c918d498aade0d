import type { clientKeys as english } from '../en/client-keys.ts';

/** Texts of client keys. */
export const clientKeys: typeof english = () => ({
  clientKey: {
    another: 'Une autre clé client',
    anotherText:
      'Les deux clés servent jusqu’à ce que vous en retiriez une. Une clé que d’autres connaissent est ainsi remplacée sans appel refusé.',
    title: 'Titre',
    first: 'Clé initiale',
    add: 'Ajouter une clé client',
    withdraw: 'Retirer',
    withdrawTitle: (title) => `Retirer la clé client ${title}`,
    withdrawText: 'Les appels avec cette clé client ou son secret sont refusés aussitôt. C’est irréversible.',
    isLast: 'C’est la seule clé client de l’application.',
    lastUsed: (when) => `Dernière utilisation : ${when}.`,
    confirm: 'Retirer la clé client',
    keep: 'La garder',
  },
});
