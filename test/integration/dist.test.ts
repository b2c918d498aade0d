import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledEntry, packageFile } from '../../src/foundation/package-files.ts';
import { sourceStack } from '../../src/infrastructure/observability/source-stack.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
  .map((name) => readFileSync(join('src', name), 'utf8'));

/**
 * Prints an error of a bundled function, and what `expression` makes of it.
 *
 * In a process of its own, since Vitest translates stacks itself.
 */
function printed(expression: string): { stack: string; made: string } {
  const bundled = bundledEntry('infrastructure/secrets/argon2').href;
  const script = `
    import { hashPassword } from '${bundled}';
    import { loggedError, sourceStack } from './build/infrastructure/observability/source-stack.js';
    try {
      hashPassword({ text: 'any', salt: new Uint8Array(1) });
    } catch (error) {
      process.stdout.write(JSON.stringify({ stack: error.stack, made: ${expression} }));
    }`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
}

it('each module that a child process is told to load is bundled by its name', () => {
  const modules = sources.flatMap((text) =>
    [...text.matchAll(/\bmodule:\s+'([^']+)'/g)].map(([, module]) => String(module)),
  );
  expect(modules).toContain('domain/compat/verify-compat');
  expect(modules.filter((module) => !existsSync(bundledEntry(module)))).toEqual([]);
});

it('a stack of bundled code names the lines of its sources', () => {
  const { stack, made } = printed('sourceStack(error.stack)');
  expect(stack).toMatch(/\bat hashPassword \(file:\S+\/dist\/\S+\.js:\d+:\d+\)/);
  expect(made).toContain('at hashPassword (src/infrastructure/secrets/argon2.ts:8:');
});

it('the log names them, too, and all else of an error stays', () => {
  const { made } = printed("JSON.stringify(loggedError(Object.assign(error, { code: 'ANY' })))");
  expect(JSON.parse(made)).toMatchObject({
    type: 'Error',
    message: 'Salt is too short',
    code: 'ANY',
    stack: expect.stringContaining('at hashPassword (src/infrastructure/secrets/argon2.ts:8:'),
  });
});

it('a stack of other code stays as it is', () => {
  const stack = 'Error: no\n    at file:///somewhere/dist/other.js:1:2\n    at node:internal/process:3:4';
  expect(sourceStack(stack)).toBe(stack);
});

it('no bundled file has a character for which V8 would keep two bytes of each', () => {
  const files = readdirSync(packageFile('dist/chunks')).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(20);
  const wide = files.filter((name) =>
    /[^\0-\x7f]/.test(readFileSync(packageFile(`dist/chunks/${name}`), 'utf8')),
  );
  expect(wide).toEqual([]);
});

it('graphql-js is bundled once: the types of a second copy would be refused', () => {
  const maps = readdirSync(packageFile('dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js.map'),
  );
  const bundled = maps.flatMap((name) => {
    const { sources } = JSON.parse(readFileSync(packageFile(`dist/${name}`), 'utf8')) as {
      sources: string[];
    };
    return sources.flatMap((source) => /node_modules\/graphql\/(.+)$/.exec(source)?.[1] ?? []);
  });
  expect(bundled).toContain('type/definition.mjs');
  expect(bundled.filter((name) => name.endsWith('.js'))).toEqual([]);
  expect(new Set(bundled).size).toBe(bundled.length);
});

it('what a gateway needs is loaded without the fetch of Node, which takes 7 MB', () => {
  const gateway = readdirSync(packageFile('dist/chunks')).find((name) => /^gateway-\w+\.js$/.test(name));
  // It ends at its settings, when all is loaded.
  const script = `
    await import('./dist/chunks/${gateway}');
    process.once('exit', () => console.log(JSON.stringify(process.moduleLoadList)));
    await import('./dist/main.js');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, GATEWAY_PORT: 'none' },
  });
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});
