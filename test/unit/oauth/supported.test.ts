import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grantsOf } from '../../../src/data-plane/oauth/grants/grants.ts';

const rowsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^\| (.+?) \| (.+?) \|/gm)].map(([, first = '', second = '']) => [
    first,
    second,
  ]);

describe('what the documentation says is supported', () => {
  it('has a row for each RFC that has conformance tests, and for no other', () => {
    const told = rowsOf('docs/reference/rfc.md').flatMap(
      ([first]) => /^\[(\d{4})\]/.exec(first ?? '')?.[1] ?? [],
    );
    const tested = readdirSync('test/conformance/rfc').map((file) => file.slice(0, 4));
    expect(told).toEqual([...new Set(tested)].sort());
  });

  it('has a row for each grant, under the setting without which there is none', () => {
    const told = rowsOf('docs/guides/oauth.md').flatMap(
      ([, second]) => /^`(\w+)`$/.exec(second ?? '')?.[1] ?? [],
    );
    const everything = ['ACCESS_CODE', 'APPLICATION', 'RESOURCE_OWNER_PASSWORD', 'refreshTokens'];
    expect([...told].sort()).toEqual(everything);
    expect(enabledBy(told)).toHaveLength(told.length);
    for (const setting of told)
      expect(enabledBy(told.filter((each) => each !== setting)).length, setting).toBe(told.length - 1);
  });
});

function enabledBy(settings: readonly string[]): string[] {
  const provider = {
    clientTypes: new Set(['CONFIDENTIAL']),
    grantTypes: new Set(settings),
    refreshTokens: settings.includes('refreshTokens'),
  };
  return grantsOf(provider as unknown as Parameters<typeof grantsOf>[0]).map(({ grantType }) => grantType);
}
