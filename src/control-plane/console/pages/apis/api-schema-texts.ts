import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  schema: {
    title: 'Schema',
    none: 'No schema',
    noneText: 'It is a REST API, or has no schema yet.',
    cost: 'Cost',
    list: 'List',
    listSize: (sizes: readonly string[]) => sizes.join(', else '),
    use: 'Use',
    useText: 'Use: calls of registered operations that select the field, in the last 30 days.',
    noOtherDocument: 'No call sent another document.',
    otherDocuments: (calls: number) =>
      `Another ${format.number(calls)} calls sent documents of their own, whose fields are not counted.`,
    noProduct: 'No product holds the API: once one does, its plans can hide parts of it.',
    seenByPlansOf: 'Visible to plans of',
  },

  eyes: {
    hiddenWith: (part: string) => `with ${part}`,
    hidden: 'Hidden',
    seen: 'Visible',
    show: (part: string, plan: string) => `Show ${part} to ${plan}`,
    hide: (part: string, plan: string) => `Hide ${part} from ${plan}`,
  },

  refreshes: {
    title: 'Refreshes',
    onDemand: 'The schema is refreshed on demand.',
    every: (minutes: number) =>
      `The schema is refreshed every ${minutes === 1 ? 'minute' : `${format.number(minutes)} minutes`}.`,
    last: 'Last refresh:',
    now: 'Refresh now',
    failed: 'The last refresh failed',
    none: 'No refresh has changed it yet',
    noneText: 'Changes from a refresh appear here, line by line.',
    held: 'A new schema is on hold: it would break callers',
    heldText: 'Until you decide, callers have the schema below.',
    accept: 'Accept the new schema',
    confirmAccept: 'Accept the schema, although it breaks callers?',
    dismiss: 'Keep the schema below',
    outcome: {
      TAKEN: 'It breaks no caller and was accepted.',
      HELD: 'It would break callers and was put on hold.',
      UNCHANGED: 'The server returned to the current schema.',
    },
    by: (who: string) => `Refresh by ${who}`,
    /** The API in a sentence: `Vera refreshed the schema of this API`. */
    it: 'this API',
    lines: 'Lines of the schema',
  },
});

const de: typeof en = (format) => ({
  schema: {
    title: 'Schema',
    none: 'Kein Schema',
    noneText: 'Das ist eine REST-API, oder sie hat noch kein Schema.',
    cost: 'Kosten',
    list: 'Liste',
    listSize: (sizes) => sizes.join(', sonst '),
    use: 'Nutzung',
    useText: 'Nutzung: Aufrufe registrierter Operationen, die das Feld abfragen, in den letzten 30 Tagen.',
    noOtherDocument: 'Kein Aufruf hat ein anderes Dokument gesendet.',
    otherDocuments: (calls) =>
      calls === 1
        ? '1 weiterer Aufruf hat ein eigenes Dokument gesendet, dessen Felder nicht gezählt werden.'
        : `${format.number(calls)} weitere Aufrufe haben eigene Dokumente gesendet, deren Felder nicht gezählt werden.`,
    noProduct:
      'Kein Produkt enthält die API: Sobald eines sie enthält, können seine Pläne Teile von ihr verbergen.',
    seenByPlansOf: 'Zu sehen in Plänen von',
  },

  eyes: {
    hiddenWith: (part) => `mit ${part}`,
    hidden: 'Verborgen',
    seen: 'Sichtbar',
    show: (part, plan) => `${part} in ${plan} zeigen`,
    hide: (part, plan) => `${part} in ${plan} verbergen`,
  },

  refreshes: {
    title: 'Aktualisierungen',
    onDemand: 'Der Server wird nach seinem Schema gefragt, wenn Sie es anstoßen.',
    every: (minutes) =>
      `Der Server wird ${minutes === 1 ? 'jede Minute' : `alle ${format.number(minutes)} Minuten`} nach seinem Schema gefragt.`,
    last: 'Zuletzt gefragt:',
    now: 'Jetzt aktualisieren',
    failed: 'Die letzte Aktualisierung ist fehlgeschlagen',
    none: 'Noch hat keine Aktualisierung etwas geändert',
    noneText: 'Was eine Aktualisierung ändert, steht hier Zeile für Zeile.',
    held: 'Ein Schema des Servers wartet, denn mit ihm würden Aufrufe scheitern',
    heldText: 'Bis Sie entscheiden, gilt für Aufrufer das Schema unten.',
    accept: 'Neues Schema übernehmen',
    confirmAccept: 'Das Schema übernehmen, obwohl Aufrufe damit scheitern?',
    dismiss: 'Schema unten behalten',
    outcome: {
      TAKEN: 'Es ist mit allen Aufrufern verträglich und wurde übernommen.',
      HELD: 'Aufrufe würden damit scheitern: Es wurde zurückgehalten.',
      UNCHANGED: 'Der Server ist zum geltenden Schema zurückgekehrt.',
    },
    by: (who) => `Aktualisierung: ${who}`,
    it: 'dieser API',
    lines: 'Zeilen des Schemas',
  },
});

/** Texts of an API's schema, of its use by plans, and of its refreshes. */
export const apiSchemaTexts = { en, de } satisfies Texts;
