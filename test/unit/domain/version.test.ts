import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  isVersion,
  nextBreakingVersion,
  parseVersionedName,
  predecessorToKeep,
  readVersionedName,
  versionedName,
} from '../../../src/foundation/text/version.ts';

const part = fc.nat({ max: 999_999_999 });
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));

describe('a version (spec.md: "semantic form x.y.z")', () => {
  it.each(['1.0.0', '2.0.0', '0.0.0', '10.20.30', '999999999.0.0'])('%s is one', (text) => {
    expect(isVersion(text)).toBe(true);
  });

  it.each([
    '',
    '1',
    '1.0',
    '1.0.0.0',
    'v1.0.0',
    '01.0.0',
    '1.0.0-beta',
    '1.0.0+1',
    '1.0.0\n',
    ' 1.0.0',
    '-1.0.0',
    '1.0.٠',
    '1000000000.0.0',
  ])('%j is none', (text) => {
    expect(isVersion(text)).toBe(false);
  });

  it('is newer by its numbers, not by its text', () => {
    expect(['10.0.0', '2.0.0', '2.10.0', '2.9.9', '2.0.1', '2.0.0'].sort(compareVersions)).toEqual([
      '2.0.0',
      '2.0.0',
      '2.0.1',
      '2.9.9',
      '2.10.0',
      '10.0.0',
    ]);
  });

  it('stands in one order with every other', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        expect(compareVersions(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('a versioned name', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20})?$/), version, (name, each) => {
        expect(parseVersionedName(versionedName({ name, version: each }))).toEqual({ name, version: each });
      }),
    );
  });

  it.each([
    '',
    'customer',
    ':1.0.0',
    'customer:',
    'customer:1.0',
    'Customer:1.0.0',
    'a:b:1.0.0',
    'customer:1.0.0 ',
    `${'x'.repeat(64)}:1.0.0`,
  ])('%j is none', (text) => {
    expect(parseVersionedName(text)).toBeUndefined();
    expect(() => readVersionedName(text)).toThrow(TypeError);
  });
});

describe('the version that another one must not break', () => {
  it.each([
    ['1.1.0', ['1.0.0', '1.0.9', '1.2.0'], '1.0.9'],
    ['1.10.0', ['1.9.0', '1.2.0'], '1.9.0'],
    ['2.0.0', ['1.0.0'], undefined],
    ['2.1.0', ['1.0.0', '2.0.0'], '2.0.0'],
    ['1.0.0', ['0.9.0'], undefined],
    ['0.2.0', ['0.1.0'], undefined],
    ['0.1.1', ['0.1.0', '0.0.9'], '0.1.0'],
    ['1.0.0', [], undefined],
    ['1.0.0', ['1.0.0', '1.0.1'], undefined],
  ])('of %s, where there are %j, is %s', (version, others, expected) => {
    expect(predecessorToKeep(version, others)).toBe(expected);
  });

  it.each([
    ['1.4.2', '2.0.0'],
    ['9.0.0', '10.0.0'],
    ['0.4.2', '0.5.0'],
    ['0.9.0', '0.10.0'],
  ])('%s is followed by %s', (version, next) => {
    expect(nextBreakingVersion(version)).toBe(next);
    expect(predecessorToKeep(next, [version])).toBeUndefined();
  });
});
