import { otherRemedies } from '../../../../domain/call/other-remedies.ts';
import { catalogue, type RefusalCode } from '../../../../foundation/errors.ts';
import type { Texts } from '../../../../ui/kit/texts.ts';
import { germanCauses } from './german-causes.ts';
import { germanRemedies } from './german-remedies.ts';

/** Advice by code, where it is not that of the gateway. */
type OtherRemedies = Readonly<Partial<Record<string, string>>>;

const en = () => ({
  errors: {
    title: 'Errors',
    lead: 'Each refusal has a code that stays the same. Its answer says more about the case at hand: in detail, hint and requestId.',
    status: 'HTTP status',
    code: 'Code',
    remedy: 'What to do',
    why: 'Find out why one of your calls was refused',
    causeOf: (code: RefusalCode): string => catalogue[code][1],
    others: otherRemedies as OtherRemedies,
  },
});

const de: typeof en = () => ({
  errors: {
    title: 'Fehler',
    lead: 'Jede Abweisung hat einen Code, der gleich bleibt. Ihre Antwort sagt mehr über den Fall: in detail, hint und requestId.',
    status: 'HTTP-Status',
    code: 'Code',
    remedy: 'Was zu tun ist',
    why: 'Herausfinden, warum einer Ihrer Aufrufe abgewiesen wurde',
    causeOf: (code) => germanCauses[code],
    others: germanRemedies as OtherRemedies,
  },
});

/** Texts of the pages that explain codes. */
export const errorTexts = { en, de } satisfies Texts;
