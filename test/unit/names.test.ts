import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Exported types of one name that two places declare. Both mean the same: the planes and the pages over an API know it by
 * its schema, and import nothing of each other (docs/internals/glossary.md).
 */
const SAME_IN_TWO_LAYERS = [
  'ApplicationForm',
  'CallFilter',
  'IssuedApiKey',
  'IssuedCredential',
  'MenuEntry',
  'Messages',
  'SignInSource',
  'TestCall',
];

const EXPORTED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;

describe('an exported type', () => {
  it('has a name that no other has, but for those that mean the same in two layers', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('/generated/'),
    );
    const filesByName = new Map<string, string[]>();
    for (const file of files)
      for (const [, name = ''] of readFileSync(join('src', file), 'utf8').matchAll(EXPORTED))
        filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
    const twice = [...filesByName].filter(([, where]) => where.length > 1);
    expect(twice.map(([name]) => name).sort()).toEqual(SAME_IN_TWO_LAYERS);
    expect(twice.filter(([, where]) => where.length > 2)).toEqual([]);
  });
});

describe('the audit event of a mutation', () => {
  it('has the name of the mutation', () => {
    const root = 'src/control-plane/management';
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const others: string[] = [];
    let mutations = 0;
    for (const file of files) {
      const [, ...fields] = readFileSync(join(root, file), 'utf8').split('builder.mutationField(');
      for (const field of fields) {
        const [definition = ''] = field.split('\n);\n');
        const name = /'(\w+)'/.exec(definition)?.[1];
        mutations += 1;
        for (const [, action] of definition.matchAll(/\baction: '(\w+)'/g))
          if (action !== name) others.push(`${file}: ${name} writes ${action}`);
      }
    }
    expect(others).toEqual([]);
    expect(mutations).toBeGreaterThan(50);
  });
});
