import { describe, expect, it } from 'vitest';
import { allByRole, byRole, elementsOf, fieldOf } from '../support/page-elements.ts';

const pageOf = (body: string) => ({
  html: `<!DOCTYPE html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`,
});

describe('a page that tests read', () => {
  it.each([
    ['an element that its parent ends', '<div><span></div>', '</div> closes <span>'],
    ['an element that the page ends', '<div>', '</body> closes <div>'],
    ['an end without its element', '<div></div></div>', '</div> closes <body>'],
    ['an element that another one ends by itself', '<p><div></div></p>', '</p> closes <body>'],
    ['an element that ends in its start', '<div/>', 'non-void-html-element-start-tag-with-trailing-solidus'],
    ['an attribute twice', '<a href="/x" href="/y"></a>', 'duplicate-attribute'],
  ])('is refused for what a browser would mend silently: %s', (_, body, fault) => {
    expect(() => elementsOf(pageOf(body))).toThrow(fault);
  });

  it('has no elements by role that screen readers leave out', () => {
    const page = pageOf(
      '<div hidden><a href="/x">Gone</a></div><a href="/y">Here <i aria-hidden="true">→</i></a>',
    );
    expect(allByRole(page, 'link').map(({ name }) => name)).toEqual(['Here']);
  });

  it('has texts and attributes as they are read, not as HTML writes them', () => {
    const link = byRole(
      pageOf('<a href="/x?a=1&amp;b=2">&quot;A&quot;\n  <b>&amp;</b></a>'),
      'link',
      '"A" &',
    );
    expect([link.text, link.attributes]).toEqual(['"A" &', { href: '/x?a=1&b=2' }]);
  });

  it('has fields by their labels, each with the refusal beside it', () => {
    const page = pageOf(
      '<label for="a">Title</label><input id="a" value="T" aria-describedby="a-hint a-error">' +
        '<p id="a-hint">A hint.</p><p id="a-error">Too short.</p>' +
        '<fieldset><legend>Grants</legend><label><input type="checkbox" value="B" checked> B</label></fieldset>',
    );
    expect(fieldOf(page, 'Title')).toEqual({ value: 'T', error: 'Too short.' });
    expect(fieldOf(page, 'Grants')).toEqual({ value: 'B', error: undefined });
  });
});
