import type { Formats } from '../../../../ui/kit/formats.ts';
import type { Texts } from '../../texts.ts';

const en = (format: Formats) => ({
  operations: {
    title: 'Operations',
    /** Name of the rows for the pager. */
    rows: 'operations',
    search: 'Search by method, path or summary',
    submit: 'Search',
    none: 'The document has no operations: every call is answered with 404.',
    notFound: 'No results.',
  },

  document: {
    title: 'Document',
    operations: (count: number) =>
      `The document has ${format.number(count)} ${count === 1 ? 'operation' : 'operations'}.`,
    rootFields: (count: number) =>
      `The schema has ${format.number(count)} ${count === 1 ? 'root field' : 'root fields'}.`,
    another: 'Upload a new one. You see what it changes and whom it breaks before it is saved.',
    otherKind: (kind: string) => `This is no source of a ${kind} API.`,
    difference: (operations: number, added: number, removed: number) =>
      `${format.number(operations)} ${operations === 1 ? 'operation' : 'operations'}: ${format.number(added)} new, ${format.number(removed)} gone.`,
    changedOperations: 'Added and removed operations',
    acceptBreaking: 'Accept breaking changes',
    acceptBreakingHint:
      'Needed where the version announces no break: by its number this is a compatible one.',
    save: 'Save the document',
    chooseAnother: 'Choose another',
  },
});

const de: typeof en = (format) => ({
  operations: {
    title: 'Operationen',
    rows: 'Operationen',
    search: 'Nach Methode, Pfad oder Beschreibung suchen',
    submit: 'Suchen',
    none: 'Das Dokument hat keine Operationen: Jeder Aufruf wird mit 404 beantwortet.',
    notFound: 'Nichts gefunden.',
  },

  document: {
    title: 'Dokument',
    operations: (count) =>
      `Das Dokument hat ${count === 1 ? '1 Operation' : `${format.number(count)} Operationen`}.`,
    rootFields: (count) =>
      `Das Schema hat ${count === 1 ? '1 Wurzelfeld' : `${format.number(count)} Wurzelfelder`}.`,
    another:
      'Geben Sie ein anderes an: Bevor es gespeichert wird, sehen Sie, was es ändert und welche Aufrufe daran scheitern.',
    otherKind: (kind) => `Das ist keine Quelle einer ${kind}-API.`,
    difference: (operations, added, removed) =>
      `${operations === 1 ? '1 Operation' : `${format.number(operations)} Operationen`}: ${format.number(added)} neu, ${format.number(removed)} entfallen.`,
    changedOperations: 'Operationen, die dazukommen und wegfallen',
    acceptBreaking: 'Hinnehmen, dass Aufrufe scheitern',
    acceptBreakingHint: 'Nötig, wenn die Version das nicht ankündigt: Ihrer Nummer nach ist sie verträglich.',
    save: 'Dokument speichern',
    chooseAnother: 'Anderes wählen',
  },
});

/** Texts of the document of an API, and of its operations. */
export const apiDocumentTexts = { en, de } satisfies Texts;
