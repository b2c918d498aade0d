import { otherRemedies } from '../../../domain/call/other-remedies.ts';
import { catalogue, type RefusalCode } from '../../../foundation/errors.ts';

/** Advice by code, where it is not that of the gateway. */
type OtherRemedies = Readonly<Partial<Record<string, string>>>;

/** Texts of the pages that explain codes. */
export const errors = () => ({
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
