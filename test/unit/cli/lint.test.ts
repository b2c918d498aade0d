import { parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.write('openapi.yaml', 'openapi: 3.1.0\n');
});
afterEach(() => gatehouse.close());

const summary = {
  rule: 'has-summary',
  severity: 'ERROR',
  message: '"get.summary" must be truthy',
  pointer: '/paths/~1things/get',
  line: 12,
};
const contact = {
  rule: 'has-contact',
  severity: 'HINT',
  message: 'Say whom\nto ask',
  pointer: '',
  line: null,
};
const report = {
  ruleSet: 'house-style',
  error: 1,
  warn: 1,
  information: 1,
  all: 2,
  findings: [summary],
  more: [contact],
  rest: [],
};

type Body = { readonly query: string; readonly variables: object };
const bodies = () => gatehouse.sent.map(({ body }) => body as Body);

function answerWith(lint: object): void {
  gatehouse.answer(({ body }) => {
    expect(validate(schema, parse((body as Body).query))).toEqual([]);
    return Response.json({ data: { lint } });
  });
}

describe('gatehouse lint', () => {
  it('prints a finding a line, and exits with 2 where an error is among them', async () => {
    answerWith(report);
    const ran = await gatehouse.run('lint', 'openapi.yaml', '--rule-set', 'house-style', '--org', 'acme');
    expect(ran).toEqual({
      code: 2,
      stdout: [
        'openapi.yaml:12: error has-summary: "get.summary" must be truthy (/paths/~1things/get)',
        'openapi.yaml: hint has-contact: Say whom to ask',
        '1 error, 1 hint',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(bodies()).toMatchObject([
      { variables: { input: { org: 'acme', openapi: 'openapi: 3.1.0\n', ruleSet: 'house-style' } } },
    ]);
  });

  it('prints them as JSON, too, with the number of each severity', async () => {
    answerWith(report);
    const { code, stdout } = await gatehouse.run('lint', 'openapi.yaml', '--json', '--fail-on', 'never');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        ruleSet: 'house-style',
        counts: { ERROR: 1, WARN: 0, INFORMATION: 0, HINT: 1 },
        findings: [summary, contact],
      },
    ]);
    expect((await gatehouse.run('lint', 'openapi.yaml', '-o', 'json')).stdout).toBe(stdout);
  });

  it.each([
    ['error', 0],
    ['warn', 2],
    ['info', 2],
    ['hint', 2],
    ['never', 0],
  ])('with --fail-on %s exits with %i for a warning', async (severity, code) => {
    answerWith({ ...report, error: 0 });
    expect((await gatehouse.run('lint', 'openapi.yaml', '--fail-on', severity)).code).toBe(code);
  });

  it('takes rules and an overlay from files, and says that it finds nothing', async () => {
    answerWith({
      ...report,
      ruleSet: null,
      error: 0,
      warn: 0,
      information: 0,
      all: 0,
      findings: [],
      more: [],
    });
    gatehouse.write('.spectral.yaml', 'extends: spectral:oas\n');
    gatehouse.write('overlay.yaml', 'overlay: 1.0.0\n');
    const args = ['openapi.yaml', '--rules', '.spectral.yaml', '--overlay', 'overlay.yaml'];
    expect(await gatehouse.run('lint', ...args)).toEqual({ code: 0, stdout: 'No findings.\n', stderr: '' });
    expect(bodies()).toMatchObject([
      { variables: { input: { rules: 'extends: spectral:oas\n', overlay: 'overlay: 1.0.0\n' } } },
    ]);
  });

  it('says where it lists the heaviest alone', async () => {
    answerWith({ ...report, all: 900 });
    const { stdout } = await gatehouse.run('lint', 'openapi.yaml');
    expect(stdout).toContain('The heaviest 2 of 900 are listed.\n1 error, 899 hints\n');
  });

  it.each([
    [['lint'], 'USAGE: Name one document: gatehouse lint openapi.yaml'],
    [['lint', 'a', 'b'], 'USAGE: Name one document: gatehouse lint openapi.yaml'],
    [
      ['lint', 'x', '--rule-set', 'a', '--rules', 'b'],
      'USAGE: Give either --rule-set or --rules: leave one out.',
    ],
    [['lint', 'none.yaml'], 'FILE_UNREADABLE: none.yaml cannot be read: there is no such file or folder.'],
    [['lint', 'openapi.yaml', '--fail-on', 'info', '-o', 'xml'], 'USAGE: -o'],
  ])('%j is refused with 1, since 2 is an answer', async (args, message) => {
    const { code, stderr } = await gatehouse.run(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('gives the refusal of the platform', async () => {
    const extensions = { code: 'RULE_SET_INVALID', path: ['input', 'rules'] };
    gatehouse.answer(() =>
      Response.json({ data: null, errors: [{ message: 'It takes too long.', extensions }] }),
    );
    expect(await gatehouse.run('lint', 'openapi.yaml')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: RULE_SET_INVALID: It takes too long.\n',
    });
  });
});
