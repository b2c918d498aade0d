import { describe, expect, it } from 'vitest';
import { documentWords, NO_DOCUMENT_WORDS } from '../../../src/openapi/document/document-words.ts';

describe('the words of a document', () => {
  it('are what its info says', () => {
    const info = {
      description: 'What it is for.',
      contact: { name: ' API team ', url: 'https://acme.example/support', email: 'apis@acme.example' },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      termsOfService: 'https://acme.example/terms',
    };
    expect(documentWords({ info })).toEqual({
      description: info.description,
      contact: { ...info.contact, name: 'API team' },
      license: info.license,
      termsOfService: info.termsOfService,
    });
    expect(documentWords({ info: { license: { identifier: 'MIT' } } }).license).toEqual({
      name: 'MIT',
      url: null,
    });
  });

  it('have a description of 20,000 characters at most, cut off after a paragraph', () => {
    const paragraph = 'x'.repeat(9_000);
    const described = (description: string) => documentWords({ info: { description } }).description;
    expect(described([paragraph, paragraph].join('\n\n'))).toHaveLength(18_002);
    expect(described([paragraph, paragraph, paragraph].join('\n\n'))).toBe(
      [paragraph, paragraph].join('\n\n'),
    );
    expect(described('x'.repeat(30_000))).toHaveLength(20_000);
    expect(described('a\0b')).toBe('ab');
  });

  it.each([
    {},
    { info: 'x' },
    { info: { description: ['x'], contact: [], license: 'MIT', termsOfService: 7 } },
    { info: { description: ' \n' } },
    { info: { contact: { name: '', email: 'no address' }, license: { name: 'two\nlines' } } },
    {
      info: {
        termsOfService: 'javascript:alert(1)',
        contact: { url: 'data:text/html,x', email: 'a@b?cc=c' },
      },
    },
    { info: { contact: { name: 'turned \u202e around' }, license: { name: 'x'.repeat(201) } } },
  ])('leave out what is no line, and no address of the web: %j', (document) =>
    expect(documentWords(document)).toEqual(NO_DOCUMENT_WORDS),
  );
});
