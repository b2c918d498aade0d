import { describe, expect, it } from 'vitest';
import {
  PAGE_LENGTH_MAX,
  PAGES_MAX,
  portalPageFrom,
  portalPagesFrom,
  withPage,
} from '../../../src/domain/branding/portal-page.ts';

const page = { path: 'guides/errors', title: ' Errors ', markdown: 'What they mean.' };

describe('a page of a portal', () => {
  it('has its defaults, and its title without the space around it', () => {
    expect(portalPageFrom(page, ['input'])).toEqual({
      ...page,
      title: 'Errors',
      audience: 'EVERYBODY',
      order: 0,
    });
    expect(portalPageFrom({ ...page, path: '/' }, []).path).toBe('/');
    expect(portalPageFrom({ ...page, product: 'shop' }, [])).toMatchObject({ product: 'shop' });
  });

  it.each([
    ['path', { path: '' }],
    ['path', { path: '/start' }],
    ['path', { path: 'Start' }],
    ['path', { path: '../other' }],
    ['path', { path: 'a'.repeat(101) }],
    ['title', { title: ' ' }],
    ['title', { title: 'a\nb' }],
    ['title', { title: 'x'.repeat(81) }],
    ['markdown', { markdown: 'x'.repeat(PAGE_LENGTH_MAX + 1) }],
    ['markdown', { markdown: 'a\0b' }],
    ['order', { order: -1 }],
    ['product', { product: 'Not a name' }],
    ['product', { path: '/', product: 'shop' }],
  ])('is refused by its %s: %o', (member, given) => {
    expect(() => portalPageFrom({ ...page, ...given }, ['input'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['input', member] }),
    );
  });

  it('stands in the order of its number, then of its path, and takes the place of the one with its path', () => {
    const made = portalPagesFrom(
      [
        { ...page, path: 'b', order: 1 },
        { ...page, path: 'c' },
        { ...page, path: 'a' },
      ],
      [],
    );
    expect(made.map(({ path }) => path)).toEqual(['a', 'c', 'b']);
    const other = portalPageFrom({ ...page, path: 'c', title: 'Other', order: 2 }, []);
    expect(withPage(made, other, []).map(({ title }) => title)).toEqual(['Errors', 'Errors', 'Other']);
  });

  it('is one of fifty, each at a path of its own', () => {
    const many = Array.from({ length: PAGES_MAX }, (_, at) => ({ ...page, path: `page-${at}` }));
    const full = portalPagesFrom(many, []);
    expect(() => portalPagesFrom([...many, page], ['input'])).toThrow(/at most 50 pages/);
    expect(() => withPage(full, portalPageFrom(page, []), [])).toThrow(/at most 50 pages/);
    expect(() => portalPagesFrom([page, page], [])).toThrow('The page guides/errors is there twice.');
  });
});
