import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAlikeFault } from '../../../src/foundation/text/look-alike.ts';

describe('a title or username', () => {
  it.each([
    'Customer 2.0',
    'Kundendaten für Zoë',
    'Zoe\u0308',
    'Добавить клиента API',
    '顧客カード API',
    'T恤shop',
    'Ελληνικά',
    '고객 정보',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻 ❤\ufe0f 🇩🇪 API',
    '¡Hola! #1 (β)',
    'O\u2019Neill & Søn',
  ])('may be %j', (text) => {
    expect(lookAlikeFault(text)).toBeUndefined();
  });

  it.each([
    ['a\u0000', 'holds control characters'],
    ['snoitpo\u202e', 'holds control characters'],
    ['\u200b', 'shows nothing that can be read'],
    ['\u2060\ufeff', 'shows nothing that can be read'],
    ['\u00ad', 'shows nothing that can be read'],
    ['\u2800 ', 'shows nothing that can be read'],
    ['ali\u200bce', 'holds characters that nobody sees: leave them out'],
    ['al\u200dice', 'holds characters that nobody sees: leave them out'],
    ['alice\u{e0041}', 'holds characters that nobody sees: leave them out'],
    ['p\u0430ypal', 'mixes letters of several scripts in one word, "p\u0430ypal": write it in one'],
    ['my \u0391PI', 'mixes letters of several scripts in one word, "\u0391PI": write it in one'],
  ])('may not be %j', (text, fault) => {
    expect(lookAlikeFault(text)).toBe(fault);
  });

  it('may be any of ASCII that is seen', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~][ -~]*$/), (text) => lookAlikeFault(text) === undefined),
      { seed: 1 },
    );
  });
});
