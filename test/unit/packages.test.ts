import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Locked = { readonly version: string; readonly dev?: boolean; readonly devOptional?: boolean };
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};
/** Paths of the packages that `npm ci --omit=dev` installs; npm omits no package of `devOptional`. */
const installed = Object.entries(packages).flatMap(([path, { dev }]) => (path === '' || dev ? [] : [path]));
const bundles = ['mesh', 'prisma'].map((name) => readFileSync(`bundles/${name}.js`, 'utf8'));

describe('packages of production', () => {
  it('are fewer than 320, without Mesh and without the command line of Prisma', () => {
    expect(installed.length).toBeLessThan(320);
    expect(installed.filter((path) => /@graphql-mesh|prisma-cli|node_modules\/prisma$/.test(path))).toEqual(
      [],
    );
  });

  it('are all that the committed bundles import', () => {
    const specifiers = bundles.flatMap((text) =>
      [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()"([\w@/.:-]+)"/g)].map(
        ([, name = '']) => name,
      ),
    );
    const names = specifiers.map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? one);
    const vendors = [...new Set(names)].filter((one) => !/^node:/.test(one) && !builtinModules.includes(one));
    expect(vendors).toEqual(expect.arrayContaining(['graphql', '@prisma/client']));
    expect(vendors.filter((one) => !installed.includes(`node_modules/${one}`))).toEqual([]);
  });

  it('are listed in the bill of materials with the packages inside the bundles', () => {
    const file = join(folder, 'sbom.json');
    const write = `import { writeSbom } from './bin/sbom.mjs'; writeSbom('${file}');`;
    execFileSync(process.execPath, ['--input-type=module', '-e', write]);
    const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
      components: { name: string; version: string }[];
    };
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    const named = (path: string) => `${path.split('node_modules/').at(-1)}@${packages[path]?.version}`;
    expect(installed.map(named).filter((one) => !listed.includes(one))).toEqual([]);
    expect(listed).toContain(named('node_modules/@graphql-mesh/openapi'));
    expect(listed.filter((one) => /^(vitest|@graphql-mesh\/cli|prisma)@/.test(one))).toEqual([]);
  });
});
