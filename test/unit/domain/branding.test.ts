import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brandingFrom, pageColours } from '../../../src/domain/branding/branding.ts';
import { contrastRatio } from '../../../src/domain/branding/contrast.ts';

const accent = { light: '#1D4ED8', dark: '#8ab4ff' };
const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1').toString('base64')}`;
const refusedAt = (member: readonly (string | number)[], message: string | RegExp) =>
  expect.objectContaining({
    code: 'BAD_USER_INPUT',
    inputPath: ['input', ...member],
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#ff0000', '#ffffff', 3.998],
    ['#123456', '#123456', 1],
  ])('%s with %s is %d, as WCAG computes it', (one, another, ratio) =>
    expect(contrastRatio(one, another)).toBeCloseTo(ratio, 3),
  );
});

describe('branding', () => {
  it('keeps what is given, in one spelling', () =>
    expect(brandingFrom({ name: 'Acme APIs', accent, logo: png }, ['input'])).toEqual({
      name: 'Acme APIs',
      accent: { light: '#1d4ed8', dark: '#8ab4ff' },
      logo: { type: 'image/png', data: png.slice(png.indexOf(',') + 1) },
    }));

  it('features products by name, each once, twelve at most, and none where the list is empty', () => {
    expect(brandingFrom({ featured: ['b', 'a'] }, ['input'])).toEqual({ featured: ['b', 'a'] });
    expect(brandingFrom({ featured: [] }, ['input'], { featured: ['a'] })).toEqual({});
    expect(() => brandingFrom({ featured: ['a', 'b', 'a'] }, ['input'])).toThrow(
      refusedAt(['featured', 2], 'The product a is featured twice.'),
    );
    expect(() => brandingFrom({ featured: ['No name'] }, ['input'])).toThrow(refusedAt(['featured', 0], /./));
    const many = Array.from({ length: 13 }, (_, at) => `p${at}`);
    expect(() => brandingFrom({ featured: many }, ['input'])).toThrow(
      refusedAt(['featured'], 'There are 13 featured products: give at most 12.'),
    );
  });

  it('has links to pages and mail addresses, ten at most, and none where the list is empty', () => {
    const links = [{ title: 'Terms', url: 'https://acme.test/terms' }];
    expect(brandingFrom({ links }, ['input'])).toEqual({ links });
    expect(brandingFrom({ links: [] }, ['input'], { links })).toEqual({});
    const script = [...links, { title: 'Run', url: 'javascript:alert(1)' }];
    expect(() => brandingFrom({ links: script }, ['input'])).toThrow(
      refusedAt(['links', 1], /^The address of a link begins with https:, http: or mailto:/),
    );
    const many = Array.from({ length: 11 }, () => ({ title: 'Terms', url: 'https://acme.test/' }));
    expect(() => brandingFrom({ links: many }, ['input'])).toThrow(
      refusedAt(['links'], 'There are 11 links: give at most 10.'),
    );
  });

  it('leaves what is not said as it is, and takes away what is null', () => {
    const before = brandingFrom({ name: 'Acme APIs', accent }, ['input']);
    expect(brandingFrom({}, ['input'], before)).toEqual(before);
    expect(brandingFrom({ name: 'New' }, ['input'], before)).toEqual({ ...before, name: 'New' });
    expect(brandingFrom({ accent: null, logo: null }, ['input'], before)).toEqual({ name: 'Acme APIs' });
    expect(brandingFrom({}, ['input'])).toEqual({});
  });

  it.each([
    {
      what: 'too pale on white',
      colours: { light: '#777777' },
      scheme: 'light',
      message:
        'The accent #777777 has a contrast of 4.47:1 with #ffffff, which it meets on light pages: it needs 4.5:1.',
    },
    {
      what: 'too pale on the grey of light pages, though not on white',
      colours: { light: '#767676' },
      scheme: 'light',
      message: /^The accent #767676 has a contrast of 4\.\d\d:1 with #f1f3f6/,
    },
    {
      what: 'too dark on dark pages',
      colours: { dark: '#1d4ed8' },
      scheme: 'dark',
      message: /^The accent #1d4ed8 has a contrast of 2\.\d\d:1 with #16181d, which it meets on dark pages/,
    },
    {
      what: 'no colour',
      colours: { dark: 'rebeccapurple' },
      scheme: 'dark',
      message: '"rebeccapurple" is no colour: give one such as #1d4ed8.',
    },
    {
      what: 'a colour with more behind it',
      colours: { light: '#1d4ed8;}' },
      scheme: 'light',
      message: '"#1d4ed8;}" is no colour: give one such as #1d4ed8.',
    },
  ])('refuses an accent that is $what', ({ colours, scheme, message }) =>
    expect(() => brandingFrom({ accent: { ...accent, ...colours } }, ['input'])).toThrow(
      refusedAt(['accent', scheme], message),
    ),
  );

  it('refuses a name that is blank, and a logo that is none', () => {
    expect(() => brandingFrom({ name: ' ' }, ['input'])).toThrow(refusedAt(['name'], 'The name is empty.'));
    expect(() => brandingFrom({ logo: '' }, ['input'])).toThrow(refusedAt(['logo'], /no data URL/));
  });
});

describe('the colours that an accent is measured against', () => {
  const style = readFileSync('src/ui/static/style/1-base.css', 'utf8');
  const variable = (name: string) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(style) ?? [];
    return { light, dark };
  };

  it.each(['light', 'dark'] as const)('are those of %s pages: none of their grounds is harder', (scheme) => {
    const best = scheme === 'light' ? '#000000' : '#ffffff';
    const hardest = Math.min(...pageColours[scheme].grounds.map((ground) => contrastRatio(best, ground)));
    for (const name of ['page', 'surface', 'raised'])
      expect(contrastRatio(best, variable(name)[scheme])).toBeGreaterThanOrEqual(hardest);
    expect(variable('on-accent')[scheme]).toBe(pageColours[scheme].textOnAccent);
  });
});
