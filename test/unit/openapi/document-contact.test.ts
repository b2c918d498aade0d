import { describe, expect, it } from 'vitest';
import { documentContact, NO_CONTACT } from '../../../src/openapi/document/document-contact.ts';

describe('the contact, licence and terms of a document', () => {
  it('are what its info says', () => {
    const info = {
      contact: { name: ' API team ', url: 'https://acme.example/support', email: 'apis@acme.example' },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      termsOfService: 'https://acme.example/terms',
    };
    expect(documentContact({ info })).toEqual({
      contact: { ...info.contact, name: 'API team' },
      license: info.license,
      termsOfService: info.termsOfService,
    });
    expect(documentContact({ info: { license: { identifier: 'MIT' } } }).license).toEqual({
      name: 'MIT',
      url: null,
    });
  });

  it.each([
    {},
    { info: 'x' },
    { info: { contact: [], license: 'MIT', termsOfService: 7 } },
    { info: { contact: { name: '', email: 'no address' }, license: { name: 'two\nlines' } } },
    {
      info: {
        termsOfService: 'javascript:alert(1)',
        contact: { url: 'data:text/html,x', email: 'a@b?cc=c' },
      },
    },
    { info: { contact: { name: 'turned \u202e around' }, license: { name: 'x'.repeat(201) } } },
  ])('leave out what is no line, and no address of the web: %j', (document) =>
    expect(documentContact(document)).toEqual(NO_CONTACT),
  );
});
