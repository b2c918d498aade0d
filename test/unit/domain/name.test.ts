import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTitle, isName, nameFor, nameOf } from '../../../src/foundation/text/name.ts';

const refusedAt = (...path: (string | number)[]) =>
  expect.objectContaining({ code: 'BAD_USER_INPUT', status: 400, inputPath: path });

describe('the name of a title', () => {
  it.each([
    ['Two Words', 'two-words'],
    ['  Customer  Database ', 'customer-database'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Große Straße, Ærø & Łódź', 'grosse-strasse-aero-lodz'],
    ['v3.0 (beta)', 'v3-0-beta'],
    ['---', ''],
    ['客户', ''],
    ['x'.repeat(100), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
  ])('of %j is %j', (title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  it('is a name or empty, whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
        const name = nameOf(title);
        expect(name === '' || isName(name)).toBe(true);
      }),
    );
  });

  it('is the same again: a name names itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (title) => nameOf(nameOf(title)) === nameOf(title)));
  });
});

describe('a new noun', () => {
  it('gets the name that was given, else the one of its title', () => {
    expect(nameFor({ title: 'Customer', name: 'customers-2' })).toBe('customers-2');
    expect(nameFor({ title: 'Customer', name: null })).toBe('customer');
    expect(nameFor({ title: 'Customer' })).toBe('customer');
  });

  it.each(['', 'Customer', 'two words', '-a', 'a-', 'a--b', 'a/b', '..', 'ä', 'a\n', 'x'.repeat(64)])(
    'is refused the name %j, and told what a name is',
    (name) => {
      expect(() => nameFor({ title: 'Title', name }, ['input', 'plans', 0])).toThrow(
        refusedAt('input', 'plans', 0, 'name'),
      );
      expect(() => nameFor({ title: 'Title', name })).toThrow(/use lower case letters, digits and single/);
    },
  );

  it('is refused a title that no name can be made from, unless a name is given', () => {
    expect(() => nameFor({ title: '客户' })).toThrow(refusedAt('input', 'title'));
    expect(nameFor({ title: '客户', name: 'customer' })).toBe('customer');
  });

  it('does not repeat a name without end in the refusal', () => {
    const name = 'X'.repeat(1_000_000);
    expect(() => nameFor({ title: 'Title', name })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,250}$/) }),
    );
  });
});

describe('a title', () => {
  it.each([
    ['', 'The title is empty.'],
    [' \t', 'The title is empty.'],
    ['x'.repeat(201), 'The title is longer than 200 characters.'],
    ['Customer\u0000', 'The title holds control characters.'],
    ['Two\nlines', 'The title holds control characters.'],
    ['Two \u202esnoitpo', 'The title holds control characters.'],
  ])('%j is refused: %s', (title, message) => {
    expect(() => checkTitle(title, ['input', 'title'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message, inputPath: ['input', 'title'] }),
    );
  });

  it('is called in a refusal what its field is called', () => {
    const message = 'The display name is empty.';
    expect(() => checkTitle(' ', ['input', 'displayName'])).toThrow(expect.objectContaining({ message }));
  });

  it('has up to 200 characters of any script', () => {
    expect(() => checkTitle('客'.repeat(200), ['input', 'title'])).not.toThrow();
  });
});
