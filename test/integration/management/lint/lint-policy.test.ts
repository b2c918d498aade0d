import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/foundation/errors.ts';
import { runInChild } from '../../../../src/infrastructure/child-processes/run-in-child.ts';
import { lintDocument } from '../../../../src/openapi/lint/lint-document.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { openApi } from '../../../support/openapi.ts';
import { isThorough } from '../../../support/runs.ts';

let world: CatalogWorld;

const HOUSE_STYLE = `
rules:
  has-summary:
    description: Each operation has a summary.
    severity: error
    given: $.paths[*][get,put,post,delete]
    then: { field: summary, function: truthy }
  has-contact:
    severity: hint
    given: $.info
    then: { field: contact, function: truthy }
`;
const get = (more: object = {}) => ({ get: { responses: { 204: { description: 'fine' } }, ...more } });
const SERVER = { servers: [{ url: 'http://things.test' }] };
const things = (more?: object) => ({ ...openApi({ '/things': get(more) }), ...SERVER });

async function open(): Promise<void> {
  world = await openCatalog();
  await world.mutate('createRuleSet', { title: 'House style', rules: HOUSE_STYLE });
  await world.mutate('createCatalog', { title: 'Production' });
  await world.mutate('createApi', { openapi: things() });
  await world.product('shop:1.0.0', { apis: ['things:1.0.0'] });
}
const close = () => world.close();

const hold = (lintPolicy: object | null, catalog = CATALOG) =>
  world.mutate('updateCatalog', { name: catalog, lintPolicy }, '{ name }');
const mend = () => world.mutate('updateApi', { api: 'things:1.0.0', openapi: things({ summary: 'Lists' }) });
const shop = { product: 'shop:1.0.0' };
const BROKEN = {
  status: 409,
  code: 'RULES_BROKEN',
  message: expect.stringContaining(
    'The document of things:1.0.0 has 1 finding of the rule set house-style that the catalog sandbox does not take when it is published: has-summary (/paths/~1things/get)',
  ),
};

describe('a catalog that holds documents to rules', () => {
  beforeEach(open);
  afterEach(close);

  it('refuses to publish what breaks them, until the document is mended', async () => {
    await hold({ ruleSet: 'house-style', refusePublish: 'ERROR' });
    expect(await world.changesNothing(() => world.lifecycleRefused('publishProduct', shop))).toMatchObject(
      BROKEN,
    );
    expect(await world.lifecycleRefused('publishProduct', { ...shop, dryRun: true })).toMatchObject(BROKEN);
    await mend();
    expect((await world.lifecycle('publishProduct', shop)).product).toMatchObject({ state: 'PUBLISHED' });
  });

  it('stages what it does not publish, and warns', async () => {
    await hold({ ruleSet: 'house-style', refusePublish: 'ERROR' });
    const { warnings } = await world.lifecycle('stageProduct', shop);
    expect(warnings).toEqual([
      {
        code: 'RULE_FINDINGS',
        subject: 'things:1.0.0',
        message:
          'The rule set house-style finds 1 error, 1 hint in the document of things:1.0.0: has-summary (/paths/~1things/get): Each operation has a summary; has-contact (/info): "info.contact" property must be truthy.',
      },
    ]);
    expect(await world.lifecycleRefused('publishProduct', shop)).toMatchObject(BROKEN);
  });

  it('refuses to stage, where it says so, by the least severity', async () => {
    await hold({ ruleSet: 'house-style', refuseStage: 'HINT' });
    await mend();
    expect(await world.lifecycleRefused('stageProduct', shop)).toMatchObject({
      code: 'RULES_BROKEN',
      message: expect.stringContaining('when it is staged: has-contact (/info)'),
    });
  });

  it('leaves a lenient catalog alone', async () => {
    await hold({ ruleSet: 'house-style', refusePublish: 'ERROR' }, 'production');
    expect((await world.lifecycle('publishProduct', shop)).warnings).toEqual([]);
    const production = { ...shop, catalog: 'production' };
    expect(await world.refused('publishProduct', production, '{ dryRun }')).toMatchObject({
      code: 'RULES_BROKEN',
    });
  });

  it('refuses a successor, too', async () => {
    await world.lifecycle('publishProduct', shop);
    await world.mutate('saveApiAsNewVersion', { api: 'things:1.0.0', version: '2.0.0' });
    await world.product('shop:2.0.0', { apis: ['things:2.0.0'] });
    await world.lifecycle('stageProduct', { product: 'shop:2.0.0' });
    await hold({ ruleSet: 'house-style', refusePublish: 'ERROR' });
    const succession = { old: 'shop:1.0.0', new: 'shop:2.0.0', plans: [] };
    for (const mutation of ['supersedeProduct', 'replaceProduct'])
      expect(await world.lifecycleRefused(mutation, succession)).toMatchObject({ code: 'RULES_BROKEN' });
  });

  it('lints one document once, and no document without a policy', async () => {
    const { lintResult } = world.database.prisma;
    await world.lifecycle('publishProduct', shop);
    expect(await lintResult.count()).toBe(0);
    await hold({ ruleSet: 'house-style' });
    await world.lifecycle('publishProduct', { ...shop, dryRun: true });
    const [kept] = await lintResult.findMany();
    const other = { counts: { ERROR: 0, WARN: 0, INFORMATION: 0, HINT: 1 }, first: [] };
    await lintResult.update({ where: { id: kept?.id ?? '' }, data: { findings: other } });
    const { warnings } = await world.lifecycle('publishProduct', shop);
    expect(warnings.map(({ message }) => message)).toEqual([
      'The rule set house-style finds 1 hint in the document of things:1.0.0: 1 more.',
    ]);
    await world.mutate('updateRuleSet', { name: 'house-style', rules: HOUSE_STYLE.replace('hint', 'info') });
    const changed = await world.lifecycle('publishProduct', shop);
    expect(changed.warnings[0]?.message).toContain('1 error, 1 remark');
    expect(await lintResult.count()).toBe(2);
  });

  it('says nothing of GraphQL APIs: they have no rule sets', async () => {
    await hold({ ruleSet: 'spectral:oas', refusePublish: 'HINT' });
    await world.api('graph:1.0.0', { kind: 'GRAPHQL' });
    await world.product('graph:1.0.0', { apis: ['graph:1.0.0'] });
    const { warnings } = await world.lifecycle('publishProduct', { product: 'graph:1.0.0' });
    expect(warnings.filter(({ code }) => code === 'RULE_FINDINGS')).toEqual([]);
    const document = 'query { api(org: "acme", api: "graph:1.0.0") { findings { count } } }';
    expect(await world.query(document)).toEqual({ api: { findings: null } });
  });
});

/** They change nothing. One world spares each the start of its org's child process. */
describe('findings', () => {
  beforeAll(open);
  afterAll(close);

  const lint = async (input: object) =>
    (
      await world.query<{ lint: object }>(
        `query ($input: LintInput!) { lint(input: $input) {
          ruleSet count errors: count(severity: ERROR) findings(first: 3) { rule severity pointer line } } }`,
        { input: { org: 'acme', ...input } },
      )
    ).lint;

  it('of a draft are those of the rule set of Spectral, unless another is named', async () => {
    const document = `query { api(org: "acme", api: "things:1.0.0") {
      own: findings(ruleSet: "house-style") { ruleSet count findings { rule line } } oas: findings { ruleSet findings { rule } } } }`;
    const { api } = await world.query<{ api: { own: object; oas: { findings: { rule: string }[] } } }>(
      document,
    );
    expect(api.own).toEqual({
      ruleSet: 'house-style',
      count: 2,
      findings: [
        { rule: 'has-summary', line: null },
        { rule: 'has-contact', line: null },
      ],
    });
    expect(api.oas.findings.map(({ rule }) => rule)).toContain('operation-operationId');
  });

  it('of a text have its lines and pointers', async () => {
    const openapi = [
      'openapi: 3.1.0',
      'info:',
      '  title: Things',
      '  version: 1.0.0',
      'paths:',
      '  /things/{id}:',
      '    get:',
      '      responses:',
      '        204: { description: fine }',
    ].join('\n');
    expect(await lint({ openapi, ruleSet: 'house-style' })).toEqual({
      ruleSet: 'house-style',
      count: 2,
      errors: 1,
      findings: [
        { rule: 'has-summary', severity: 'ERROR', pointer: '/paths/~1things~1{id}/get', line: 7 },
        { rule: 'has-contact', severity: 'HINT', pointer: '/info', line: 2 },
      ],
    });
  });

  it('are the 500 heaviest, and point to what holds a place whose pointer is too long', async () => {
    const paths = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`/things/${index}`, get()]));
    const long = 'x'.repeat(2_000);
    const openapi = { ...openApi({ ...paths, [`/${long}`]: get({ summary: 'Lists' }) }), ...SERVER };
    const rules = `rules:
      first: { severity: hint, given: '$.info', then: { field: title, function: falsy } }
      long: { severity: error, given: '$.paths[*].get.responses', then: { field: '204', function: falsy } }`;
    const { lint: found } = await world.query<{ lint: object }>(
      `query ($input: LintInput!) { lint(input: $input) { count rest: findings(first: 200, offset: 400) { severity }
        findings(first: 200) { pointer } } }`,
      { input: { org: 'acme', openapi, rules } },
    );
    const { count, rest, findings } = found as {
      count: number;
      rest: { severity: string }[];
      findings: { pointer: string }[];
    };
    expect([count, rest.length, rest.at(-1)?.severity]).toEqual([602, 100, 'ERROR']);
    expect(findings[0]?.pointer).toBe('/paths/~1things~10/get/responses/204');
    const one = { ...openApi({ [`/${long}`]: get() }), ...SERVER };
    expect(await lint({ openapi: one, rules })).toMatchObject({ findings: [{ pointer: '/paths' }, {}] });
  });

  it('are tried with rules that are not saved, and after an overlay', async () => {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Summaries', version: '1' },
      actions: [{ target: '$.paths.*.get', update: { summary: 'Lists' } }],
    };
    expect(await lint({ openapi: things(), overlay, rules: HOUSE_STYLE })).toMatchObject({
      ruleSet: null,
      count: 1,
      errors: 0,
    });
  });
});

const endless =
  'rules: { endless: { given: $.info.title, then: { function: pattern, functionOptions: { match: "^(a+)+$" } } } }';
const text = JSON.stringify({ ...things(), info: { title: `${'a'.repeat(60)}!`, version: '1' } });

const ruleAt = (given: string) =>
  `rules: { a: { given: ${JSON.stringify(given)}, then: { function: truthy } } }`;

describe('a rule set', () => {
  beforeAll(open);
  afterAll(close);

  it('stays while a catalog names it', async () => {
    await hold({ ruleSet: 'house-style' });
    expect(await world.refused('deleteRuleSet', { name: 'house-style' }, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'name'],
    });
    await hold(null);
    await world.mutate('deleteRuleSet', { name: 'house-style' }, '');
    expect(await world.database.prisma.ruleSet.count()).toBe(0);
    await world.mutate('createRuleSet', { title: 'House style', rules: HOUSE_STYLE });
  });

  it('is not named where there is none', async () => {
    expect(
      await world.refused('updateCatalog', { name: CATALOG, lintPolicy: { ruleSet: 'none' } }),
    ).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['input', 'lintPolicy', 'ruleSet'] });
  });

  it.each([
    [
      'an address',
      { extends: 'https://rules.test/set.yaml' },
      ['extends', 0],
      'nothing is read from addresses',
    ],
    ['a file', { extends: ['spectral:oas', './own.yaml'] }, ['extends', 1], 'nothing is read from addresses'],
    ['JavaScript', { functions: ['own'], rules: {} }, ['functions'], 'JavaScript, which is not run'],
    [
      'an unknown function',
      'rules: { a: { given: $, then: { function: own } } }',
      ['rules', 'a', 'then', 0, 'function'],
      'There is no function own',
    ],
    [
      'a filter that leads to the process',
      ruleAt("$..[?(@.constructor.constructor('1')())]"),
      [],
      'A filter calls none but match',
    ],
    [
      'a filter with a pattern that backtracks',
      ruleAt('$.paths[?(@property.match(/(a+)+$/))]'),
      [],
      'repeats a group',
    ],
    [
      'a message that is evaluated',
      'rules: { a: { given: $, message: "#{{1 + 1}}", then: { function: truthy } } }',
      ['rules', 'a', 'message'],
      'A message evaluates nothing',
    ],
    [
      'a rule whose name every object has',
      'rules: { __proto__: { given: $, then: { function: truthy } } }',
      ['rules', '__proto__'],
      'It cannot be named __proto__',
    ],
    [
      'an alias whose name every object has',
      'aliases: { constructor: ["$.info"] }\nrules: { a: { given: "#constructor", then: { function: truthy } } }',
      ['aliases', 'constructor'],
      'It cannot be named constructor',
    ],
    [
      'a JSONPath that goes down again and again',
      ruleAt('$..*..*..*..*'),
      [],
      'A JSONPath goes down by .. more than once',
    ],
    [
      'a million characters',
      `rules: { a: { given: $, then: { function: truthy } } } # ${'x'.repeat(1_000_000)}`,
      [],
      'The rule set is larger than 512 KB.',
    ],
    [
      'a name that is too long',
      `rules: { ${'x'.repeat(201)}: { given: $, then: { function: truthy } } }`,
      ['rules'],
      'has more than 200 characters',
    ],
    ['no rules', {}, [], 'It has no rules'],
    ['a rule without then', { rules: { a: { given: '$' } } }, [], 'then'],
  ] as const)('with %s is refused', async (...[, rules, path, message]) => {
    expect(await world.refused('createRuleSet', { title: 'New', rules }, '{ name }')).toMatchObject({
      status: 400,
      code: 'RULE_SET_INVALID',
      path: ['input', 'rules', ...path],
      message: expect.stringContaining(message),
    });
  });

  it.runIf(isThorough)('whose pattern backtracks for ever is ended, and names its rule', async () => {
    const notes: string[] = [];
    const paths = { document: [], rules: [] };
    const ended = runInChild({
      module: 'openapi/lint/lint-document',
      work: lintDocument,
      input: { text, rules: endless, withLines: false, paths },
      limits: { timeMs: 6_000, memoryMb: 512 },
      nice: 0,
      onNote: (rule) => notes.push(rule),
      tooMuch: () => new Refusal('RULE_SET_INVALID', {}),
    });
    await expect(ended).rejects.toMatchObject({
      code: expect.stringMatching(/RULE_SET_INVALID|TEMPORARILY/),
    });
    expect(notes.at(-1)).toBe('endless');
  });
});

describe('a rule set', () => {
  beforeEach(open);
  afterEach(close);

  it('that never ends holds up no other org', async () => {
    await world.mutate('createOrg', { title: 'Other', name: 'other' });
    const codesOf = async (input: object) => {
      const query = 'query ($input: LintInput!) { lint(input: $input) { count } }';
      const { errors } = await world.send(query, { input });
      return errors.map(({ extensions }) => extensions.code);
    };
    const besideEndless = async () => {
      const ends: string[] = [];
      const own = codesOf({ org: 'acme', openapi: text, rules: endless }).finally(() => ends.push('acme'));
      const codes = await codesOf({ org: 'other', openapi: things() }).finally(() => ends.push('other'));
      // On a machine that gave its child process no time, the rule is not blamed.
      expect(['RULE_SET_INVALID', 'TEMPORARILY_UNAVAILABLE']).toContain((await own)[0]);
      return { ends, codes };
    };
    // Where the other one's child process got no time either, the answer asks to try again.
    await expect.poll(besideEndless, { timeout: 90_000 }).toEqual({ ends: ['other', 'acme'], codes: [] });
  });
});
