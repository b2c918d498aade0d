import type { errors as english } from '../en/errors.ts';
import { causes } from './causes.ts';
import { otherRemedies } from './other-remedies.ts';

/** Texts of the pages that explain codes. */
export const errors: typeof english = () => ({
  errors: {
    title: 'Fehler',
    lead: 'Jede Abweisung hat einen Code, der gleich bleibt. Ihre Antwort sagt mehr über den Fall: in detail, hint und requestId.',
    status: 'HTTP-Status',
    code: 'Code',
    remedy: 'Was zu tun ist',
    why: 'Herausfinden, warum einer Ihrer Aufrufe abgewiesen wurde',
    causeOf: (code) => causes[code],
    others: otherRemedies,
  },
});
