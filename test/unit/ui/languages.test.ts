import { describe, expect, it } from 'vitest';
import { oauthRemedies, remedies, remedyFor } from '../../../src/domain/call/remedies.ts';
import { type Language, languageTags } from '../../../src/foundation/text/languages.ts';
import type { Formats } from '../../../src/ui/kit/formats.ts';
import { translations } from '../../../src/ui/languages/translations.ts';

/** Formats that show their value as it is given. */
const formats = new Proxy({}, { get: () => String }) as Formats;
const others = languageTags.filter((tag) => tag !== 'en');

type Texts = Record<string, unknown>;

/** A value of any kind that writes its name, and whose members write theirs. */
function placeholder(name: string): unknown {
  const words = {
    toString: () => name,
    length: 2,
    toLowerCase: () => name,
    includes: () => false,
    join: () => name,
  };
  return new Proxy(words, {
    get: (known, key) => {
      if (key === Symbol.toPrimitive) return () => name;
      if (key === Symbol.iterator) return undefined;
      return key in known ? known[key as keyof typeof known] : placeholder(`${name}.${String(key)}`);
    },
  });
}

/** The texts of a language by their paths, with placeholders where they take values. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === undefined) return [[path, 'needs values of its kind']];
  if (typeof value === 'function') {
    const values = Array.from({ length: value.length }, (_, index) => placeholder(`§${index}`));
    try {
      return textsOf((value as (...values: unknown[]) => unknown)(...values), path);
    } catch {
      return [[path, 'needs values of its kind']];
    }
  }
  return Object.entries((value ?? {}) as Texts).flatMap(([key, each]) => textsOf(each, `${path}.${key}`));
}

function written(language: Language): Map<string, string> {
  const { pages, oauthPages, notices, letters, price, security } = translations[language];
  const made = Object.values(pages).map((make) => {
    const { refused: _, ...texts } = (make as (format: Formats) => Texts)(formats);
    return texts;
  });
  const rest = { oauth: oauthPages(formats), notices: notices(formats), letters: letters(formats) };
  return new Map(textsOf([...made, rest, price(formats), security]));
}

/** Names in braces, and values. */
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}|§\d(?:\.\w+)*/g))].sort();

describe('a language', () => {
  const english = written('en');

  it.each(others)('%s has each text of English, with its placeholders', (language) => {
    const texts = written(language);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    const named = (all: Map<string, string>) =>
      [...all].map(([path, text]) => [path, placeholdersOf(text)]).sort();
    expect(named(texts)).toEqual(named(english));
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(others)('%s is translated', (language) => {
    const same = [...written(language)].filter(
      ([path, text]) =>
        text === english.get(path) && text.split(' ').length > 3 && !text.startsWith('needs values'),
    );
    expect(same).toEqual([]);
  });

  it('begins with the one that is served to whoever reads none of them', () => {
    expect(languageTags).toEqual(Object.keys(translations));
    expect(languageTags[0]).toBe('en');
  });

  it('counts as its readers do: French has its singular for nothing, too', () => {
    const { home } = translations.fr.pages.home(formats);
    expect([0, 1, 2].map(home.count)).toEqual(['0 produit', '1 produit', '2 produits']);
    expect([0, 1, 2].map((done) => home.progress(done, 4))).toEqual([
      '0 étape sur 4',
      '1 étape sur 4',
      '2 étapes sur 4',
    ]);
  });
});

const refusals = [
  ...Object.keys(remedies).map((code) => ({ code, oauthProvider: null })),
  ...Object.keys(oauthRemedies).map((code) => ({ code, oauthProvider: 'shop' })),
];

describe.each(others)('the remedy of a refused call in %s', (language) => {
  const said = (refused: (typeof refusals)[number]) => remedyFor(refused, translations[language].remedies);

  it('is a sentence of its own', () => {
    for (const refused of refusals) {
      expect(said(refused)).toMatch(/^\p{Lu}.+\.$/u);
      expect(said(refused)).not.toBe(remedyFor(refused));
    }
  });

  it('names the headers, codes and addresses of the English one', () => {
    const named = (text: string) =>
      new Set(text.match(/\b(?:X-[\w-]+|Retry-After|client_id|grant_type|set[A-Z]\w+)\b/g));
    for (const refused of refusals)
      expect(named(said(refused)), refused.code).toEqual(named(remedyFor(refused)));
  });
});
