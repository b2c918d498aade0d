import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { changesSince, faultOf, lastVersion, VERSIONED, withChanges, withVersion } = await import(
  new URL('../../bin/release-notes.mjs', import.meta.url).href
);
const clone = mkdtempSync(join(tmpdir(), 'gatehouse-'));
const git = (...args: string[]) => {
  const config = ['-c', 'user.name=Alice', '-c', 'user.email=alice@acme.example', '-c', 'tag.gpgSign=false'];
  return execFileSync('git', [...config, ...args], { cwd: clone, encoding: 'utf8' });
};
const commit = (message: string) =>
  git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', message);

beforeAll(() => {
  git('init', '--quiet');
  commit('feat(gateway): calls are counted');
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

describe('a release', () => {
  const last = '1.11.0';
  it.each([
    { version: '1.2', fault: '1.2 is no version such as 1.2.3.' },
    { version: undefined, fault: 'Nothing is no version such as 1.2.3.' },
    { version: '1.11.0', fault: '1.11.0 is not above 1.11.0' },
    { version: '1.9.0', fault: '1.9.0 is not above 1.11.0' },
    { version: '1.12.0', changed: [' M a.ts'], fault: 'These files are not committed:  M a.ts' },
  ])('refuses $version: $fault', ({ version, changed = [], fault }) => {
    expect(faultOf({ version, last, changed })).toContain(fault);
  });

  it('takes a later version where all is committed', () => {
    expect(faultOf({ version: '1.10.0', last: '1.9.0', changed: [] })).toBeUndefined();
    expect(faultOf({ version: '0.1.0', last: undefined, changed: [] })).toBeUndefined();
  });

  it.each(Object.keys(VERSIONED))('writes the version in %s, and nothing else', (file) => {
    const text = readFileSync(file, 'utf8');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const released = withVersion(text, VERSIONED[file], '98.76.54');
    const places = VERSIONED[file].length;
    expect(released.split('98.76.54')).toHaveLength(places + 1);
    expect(released.replaceAll('98.76.54', version)).toBe(text);
  });

  it('does not go on where the version is not found', () => {
    expect(() => withVersion('{}', VERSIONED['package.json'], '1.0.0')).toThrow('The version is not where');
  });
});

describe('the changelog', () => {
  const part = (last: string | undefined) =>
    changesSince({ cwd: clone, last, version: '1.3.0', date: '2026-12-01' });

  it('names the first version, of which there is nothing to compare', async () => {
    expect(lastVersion(clone)).toBeUndefined();
    expect(await part(undefined)).toBe(
      '## 1.3.0 (2026-12-01)\n\nThe first version. [README.md](README.md) says what it does.\n',
    );
  });

  it('lists features, fixes, speed and breaking changes since the version before, and nothing else', async () => {
    git('tag', 'v1.2.0');
    git('tag', 'not-a-version');
    commit('feat(gateway): limits by path\n\nBREAKING CHANGE: `limits` is a list.');
    commit('fix(portal): a page has its title');
    commit('perf(tokens): half the time');
    commit('test(portal): more of them');
    expect(lastVersion(clone)).toBe('1.2.0');
    const text = (await part('1.2.0')).replaceAll(/ \(?[0-9a-f]{7}\)?$/gm, '');
    expect(text).toContain('## 1.3.0 (2026-12-01)');
    for (const line of [
      '**gateway:** limits by path',
      '`limits` is a list.',
      '**portal:** a page has its title',
      '**tokens:** half the time',
    ])
      expect(text).toContain(line);
    expect(text).not.toMatch(/more of them|calls are counted/);
  });

  it('has the newest version on top, below what it says of itself', () => {
    const first = withChanges('# Changelog\n\nEach version.\n', '## 1.0.0\n\nFirst.\n');
    expect(first).toBe('# Changelog\n\nEach version.\n\n## 1.0.0\n\nFirst.\n');
    expect(withChanges(first, '## 1.1.0\n\nSecond.\n')).toBe(
      '# Changelog\n\nEach version.\n\n## 1.1.0\n\nSecond.\n\n## 1.0.0\n\nFirst.\n',
    );
  });
});
