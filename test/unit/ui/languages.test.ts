import { describe, expect, it } from 'vitest';
import { oauthRemedies, remedies, remedyFor } from '../../../src/domain/call/remedies.ts';
import { remedyWords } from '../../../src/ui/kit/remedy-words.ts';

const refusals = [
  ...Object.keys(remedies).map((code) => ({ code, oauthProvider: null })),
  ...Object.keys(oauthRemedies).map((code) => ({ code, oauthProvider: 'shop' })),
];

describe('the remedy of a refused call on a page', () => {
  it.each(refusals)(
    '$code of $oauthProvider is the API’s in English, and a sentence of its own in German',
    (refused) => {
      expect(remedyWords.en().of(refused)).toBe(remedyFor(refused));
      const german = remedyWords.de().of(refused);
      expect(german).toMatch(/^\p{Lu}.+\.$/u);
      expect(german).not.toBe(remedyFor(refused));
    },
  );

  it('names the headers, codes and addresses of the English one', () => {
    const named = (text: string) =>
      new Set(text.match(/\b(?:X-[\w-]+|Retry-After|client_id|grant_type|set[A-Z]\w+)\b/g));
    for (const refused of refusals)
      expect(named(remedyWords.de().of(refused)), refused.code).toEqual(named(remedyFor(refused)));
  });
});
