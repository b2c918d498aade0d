import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../src/ui/kit/language.ts';

const offered = ['en', 'de'] as const;

describe('the language of a page', () => {
  it.each([
    ['nothing is said', undefined, 'en'],
    ['the first that there is', 'fr, de, en', 'de'],
    ['a region of a language', 'de-AT', 'de'],
    ['the higher weight first', 'en;q=0.5, de;q=0.9', 'de'],
    ['what is refused is not taken', 'de;q=0, en;q=0.1', 'en'],
    ['none of them', 'fr, it', 'en'],
    ['any', '*', 'en'],
    ['another language that begins alike', 'den', 'en'],
    ['what is no header at all', ';;q=,,=', 'en'],
  ])('%s', (_name, accepted, language) => {
    expect(languageOf(offered, { chosen: undefined, accepted })).toBe(language);
  });

  it('is the one that was chosen before, whatever the browser prefers', () => {
    expect(languageOf(offered, { chosen: 'de', accepted: 'en' })).toBe('de');
    expect(languageOf(offered, { chosen: 'fr', accepted: 'de' })).toBe('de');
  });
});
