import type { Texts } from '../../../../ui/kit/texts.ts';

const en = () => ({
  clientKey: {
    another: 'Another client key',
    anotherText:
      'Both keys call until you withdraw one. So a key that others know is replaced without a refused call.',
    title: 'Title',
    first: 'Default credential',
    add: 'Add a client key',
    withdraw: 'Withdraw',
    withdrawTitle: (title: string) => `Withdraw the client key ${title}`,
    withdrawText: 'Calls with this client key or its secret are refused at once. This cannot be undone.',
    isLast: 'It is the only client key of the application.',
    lastUsed: (when: string) => `It was last used: ${when}.`,
    confirm: 'Withdraw the client key',
    keep: 'Keep it',
  },
});

const de: typeof en = () => ({
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

export const clientKeyTexts = { en, de } satisfies Texts;
