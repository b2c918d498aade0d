import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlText } from '../../../src/openapi/document/yaml-text.ts';
import { runs } from '../../support/runs.ts';

describe('a document as YAML', () => {
  it('is read as the same value by a reader of YAML 1.2 and of 1.1, whatever its texts are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'yes',
        'No',
        'null',
        '~',
        '1e3',
        '0x1f',
        '2026-11-28',
        '12:30:45',
        '- a',
        '# b',
        'a: b',
      ),
      fc.constantFrom(
        ' a\nb',
        'a\nb\n',
        'a\n\n b\n\n',
        '\n',
        'a\u2028b\nc',
        'a\tb\nc',
        '<<',
        '=',
        '&a',
        '*a',
        '!t',
      ),
      fc.array(fc.string(), { maxLength: 5 }).map((lines) => lines.join('\n')),
    );
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      map: fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    }));
    fc.assert(
      fc.property(values.value, (value) => {
        const yaml = yamlText(JSON.stringify(value));
        const json = JSON.parse(JSON.stringify(value));
        for (const version of ['1.2', '1.1'] as const) expect(parse(yaml, { version })).toEqual(json);
      }),
      { numRuns: runs(500) },
    );
  });

  it('has texts of several lines as they are, and long keys in the long form', () => {
    const document = {
      openapi: '3.1.0',
      info: { description: 'One.\n\n  Two: #2\n', empty: {} },
      tags: [{ name: 'a', of: [] }],
      ['k'.repeat(2_000)]: { yes: 'no' },
    };
    const yaml = yamlText(JSON.stringify(document));
    expect(yaml).toBe(
      [
        'openapi: "3.1.0"',
        'info:',
        '  description: |',
        '    One.',
        '',
        '      Two: #2',
        '  empty: {}',
        'tags:',
        '  - name: a',
        '    of: []',
        `? ${'k'.repeat(2_000)}`,
        ':',
        '  "yes": "no"',
        '',
      ].join('\n'),
    );
    expect(parse(yaml)).toEqual(document);
  });
});
