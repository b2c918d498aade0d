import type { clientKeys as english } from '../en/client-keys.ts';

/** Texts of client keys. */
export const clientKeys: typeof english = () => ({
  clientKey: {
    another: 'Noch ein Client-Key',
    anotherText:
      'Mit beiden Keys wird aufgerufen, bis Sie einen zurückziehen. So wird ein Key, den andere kennen, ohne abgewiesenen Aufruf ersetzt.',
    title: 'Titel',
    first: 'Erste Zugangsdaten',
    add: 'Client-Key hinzufügen',
    withdraw: 'Zurückziehen',
    withdrawTitle: (title) => `Den Client-Key ${title} zurückziehen`,
    withdrawText:
      'Aufrufe mit diesem Client-Key oder seinem Secret werden sofort abgewiesen. Das lässt sich nicht rückgängig machen.',
    isLast: 'Es ist der einzige Client-Key der Anwendung.',
    lastUsed: (when) => `Zuletzt benutzt: ${when}.`,
    confirm: 'Client-Key zurückziehen',
    keep: 'Behalten',
  },
});
