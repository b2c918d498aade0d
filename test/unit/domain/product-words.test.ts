import { describe, expect, it } from 'vitest';
import { NO_WORDS, productWordsFrom } from '../../../src/domain/product/product-words.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

type Draft = Parameters<typeof productWordsFrom>[0];

const present = {
  summary: 'Rates of the day.',
  description: '# Rates',
  tags: ['money'],
  links: [{ title: 'Terms', url: 'https://example.com/terms' }],
};
const refusalOf = (draft: Draft) => {
  try {
    productWordsFrom(draft, ['input']);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, path: error.inputPath };
  }
  return expect.fail('It was taken.');
};

describe('words of a product', () => {
  it('stay where they are left out, and go where they are null or empty', () => {
    expect(productWordsFrom({}, ['input'], present)).toEqual(present);
    const emptied = { summary: null, description: ' ', tags: null, links: [] };
    expect(productWordsFrom(emptied, ['input'], present)).toEqual(NO_WORDS);
  });

  it('have an icon, which stays where it is left out, and is a picture and nothing more', () => {
    const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const withIcon = productWordsFrom({ icon: `data:image/svg+xml;base64,${data}` }, ['input']);
    expect(withIcon).toEqual({ ...NO_WORDS, icon: { type: 'image/svg+xml', data } });
    expect(productWordsFrom({ summary: null }, ['input'], withIcon)).toEqual(withIcon);
    expect(productWordsFrom({ icon: null }, ['input'], withIcon)).toEqual(NO_WORDS);
    const script = Buffer.from('<svg><script>1</script></svg>').toString('base64');
    expect(refusalOf({ icon: `data:image/svg+xml;base64,${script}` })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'The icon has an element script: only those that draw are taken.',
      path: ['input', 'icon'],
    });
    const large = `data:image/png;base64,${Buffer.alloc(8_193).toString('base64')}`;
    expect(refusalOf({ icon: large })).toMatchObject({
      message: 'The icon has 8193 bytes: it may have 8192.',
    });
  });

  it('lose space around a summary and a tag, and none of a description', () => {
    const draft = { summary: ' Rates. ', description: '    code\n', tags: [' money '] };
    expect(productWordsFrom(draft, ['input'])).toMatchObject({
      summary: 'Rates.',
      description: '    code\n',
      tags: ['money'],
    });
  });

  it.each<readonly [Draft, readonly (string | number)[], string]>([
    [{ summary: 'x'.repeat(161) }, ['summary'], 'The summary is longer than 160 characters.'],
    [{ summary: 'two\nlines' }, ['summary'], 'The summary is one line of plain text.'],
    [{ summary: 'turned \u202e around' }, ['summary'], 'The summary is one line of plain text.'],
    [
      { description: 'x'.repeat(20_001) },
      ['description'],
      'The description is longer than 20000 characters.',
    ],
    [{ description: '\0' }, ['description'], 'The description has a NUL character: leave it out.'],
    [{ tags: ['Money', 'money'] }, ['tags', 1], 'The tag money is there twice.'],
    [{ tags: [' '] }, ['tags', 0], 'The tag is empty.'],
    [
      { tags: Array.from({ length: 11 }, (_, at) => `${at}`) },
      ['tags'],
      'There are 11 tags: give at most 10.',
    ],
    [
      { links: [{ title: 'Bad', url: 'javascript:alert(1)' }] },
      ['links', 0],
      'The address of a link begins with https:, http: or mailto:, and has at most 2000 characters.',
    ],
    [{ links: [{ title: '', url: 'https://example.com' }] }, ['links', 0], 'The title of the link is empty.'],
  ])('are refused as %o', (draft, path, message) => {
    expect(refusalOf(draft)).toEqual({ code: 'BAD_USER_INPUT', message, path: ['input', ...path] });
  });
});
