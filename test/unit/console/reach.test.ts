import { describe, expect, it } from 'vitest';
import { titleOf } from '../../../src/control-plane/console/org-scope.ts';

describe('the title of an org', () => {
  const orgs = [
    { name: 'shop', title: 'The story' },
    { name: 'acme', title: 'Acme' },
    { name: 'shop-2', title: 'The story' },
  ];

  it.each([
    [{ org: 'acme' }, 'Acme'],
    [{ org: 'shop' }, 'The story (shop)'],
    [{ org: 'shop-2' }, 'The story (shop-2)'],
    [{ org: 'gone' }, 'gone'],
  ])('of %j tells it apart from others that are called the same: %s', (reach, title) => {
    expect(titleOf(reach, orgs)).toBe(title);
  });
});
