import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A clone with sources of its own. */
const clone = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'));
const NAMES = Array.from({ length: 200 }, (_, at) => `part-${at}`);

beforeAll(() => {
  cpSync('bin', join(clone, 'bin'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  mkdirSync(join(clone, 'src/ui/static'), { recursive: true });
  writeFileSync(join(clone, 'src/ui/static/page.js'), 'const one = 1;\n');
  for (const name of NAMES)
    writeFileSync(join(clone, 'src', `${name}.ts`), 'export const one: number = 1;\n');
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

describe('bin/compile.mjs', () => {
  test('compiles for all who start in one clone at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ended = await Promise.all(Array.from({ length: 4 }, compile));
      expect(ended).toEqual(Array.from({ length: 4 }, () => ({ code: 0, said: '' })));
      const made = readdirSync(join(clone, 'build')).filter((name) => name.endsWith('.js'));
      expect(made.sort()).toEqual(NAMES.map((name) => `${name}.js`).sort());
    }
    expect(readdirSync(clone).sort()).toEqual(['bin', 'build', 'node_modules', 'src']);
  });
});

async function compile(): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(clone, 'bin/compile.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (text) => said.push(text));
  const [code] = await once(child, 'close');
  return { code, said: `${Buffer.concat(said)}` };
}
