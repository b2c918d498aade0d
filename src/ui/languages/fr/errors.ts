import type { errors as english } from '../en/errors.ts';
import { causes } from './causes.ts';
import { otherRemedies } from './other-remedies.ts';

/** Texts of the pages that explain codes. */
export const errors: typeof english = () => ({
  errors: {
    title: 'Erreurs',
    lead: 'Chaque refus a un code qui reste le même. La réponse en dit plus sur le cas précis : dans detail, hint et requestId.',
    status: 'Statut HTTP',
    code: 'Code',
    remedy: 'Que faire',
    why: 'Trouver pourquoi l’un de vos appels a été refusé',
    causeOf: (code) => causes[code],
    others: otherRemedies,
  },
});
