import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { openApi } from '../../support/openapi.ts';
import { fieldErrorsOf } from '../../support/page-elements.ts';

const LIST = '/console/rule-sets?org=acme';
const PAGE = '/console/rule-sets/acme/house-style';
const SETTINGS = '/console/catalogs/acme/sandbox/settings';
const FINDINGS = '/console/apis/acme/things/1.0.0?tab=findings';

const rule = (name: string, severity: string) =>
  `  ${name}:\n    severity: ${severity}\n    given: $.info\n    then: { field: ${name}, function: truthy }\n`;
const RULES = `rules:\n${rule('contact', 'error')}`;
const MORE_RULES = `${RULES}${rule('license', 'hint')}`;
const WRONG_RULES = 'rules:\n  x: { given: $, then: { function: myOwn } }\n';

const document = JSON.stringify(
  {
    ...openApi({ '/things': { get: { responses: { 204: { description: 'x' } } } } }),
    servers: [{ url: 'http://things.test' }],
  },
  null,
  2,
);

let world: ConsoleWorld<CatalogWorld>;
let ada: Visitor;
let viewer: Visitor;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  ada = await world.signedIn();
  viewer = await world.viewer();
  await world.mutate('createApi', { name: 'things', version: '1.0.0', openapi: JSON.parse(document) });
});
beforeEach(async () => {
  await world.mutate('updateCatalog', { name: 'sandbox', lintPolicy: null });
  await world.database.prisma.ruleSet.deleteMany();
});
afterAll(() => world.close());

const houseStyle = (rules = RULES) => world.mutate('createRuleSet', { title: 'House style', rules });
const hold = () =>
  world.mutate('updateCatalog', {
    name: 'sandbox',
    lintPolicy: { ruleSet: 'house-style', refusePublish: 'ERROR' },
  });

const page = (path: string, visitor = ada) => readPage(visitor.get(path));
const submit = (path: string, fields: Record<string, string>, visitor = ada) =>
  readPage(visitor.submit(path, fields));
describe('rule sets in the console', () => {
  it('are created, with what is wrong in them beside the editor', async () => {
    expect((await page(LIST)).text).toContain('No rule sets');
    const refused = await submit(LIST, { title: 'House style', rules: WRONG_RULES });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('There is no function myOwn: those of Spectral are alphabetical'),
    ]);
    expect(refused.html).toContain('id="rules-error"');
    expect(refused.text).toContain('function: myOwn');
    const created = await submit(LIST, { title: 'House style', name: '', rules: RULES });
    expect([created.status, created.location]).toEqual([303, `${PAGE}?done=ruleSetCreated`]);
    expect((await page(LIST)).text).toContain('House style house-style None');
  });

  it('are tried on a pasted document and on an API, before they are saved', async () => {
    await houseStyle();
    const fields = { action: 'try', title: 'House style', rules: MORE_RULES, document };
    const pasted = await submit(PAGE, fields);
    expect([pasted.status, pasted.text]).toEqual([200, expect.stringContaining('1 error 1 hint')]);
    expect(pasted.text).toMatch(/contact Error .*contact.* \/info Line 3/);
    expect(pasted.text).toContain('then: { field: license');
    const ofApi = await submit(PAGE, { ...fields, api: 'things:1.0.0', document: '' });
    expect(ofApi.text).toContain('Findings in things:1.0.0');
    const nothing = await submit(PAGE, { ...fields, document: ' ' });
    expect([nothing.status, nothing.text]).toEqual([
      400,
      expect.stringContaining('Choose an API, or paste a document.'),
    ]);
    const unreadable = await submit(PAGE, { ...fields, document: '[' });
    expect(unreadable.html).toContain('id="document-error"');
    expect(fieldErrorsOf(unreadable).join()).not.toBe('');
    expect((await page(PAGE)).text).not.toContain('license');
  });

  it('are saved, and hold a catalog that takes them in its settings', async () => {
    await houseStyle();
    const saved = await submit(PAGE, { action: 'save', title: 'Our style', rules: MORE_RULES });
    expect([saved.status, saved.location]).toEqual([303, `${PAGE}?done=ruleSet`]);
    expect((await page(PAGE)).text).toContain('None: a catalog takes it in its settings.');
    const settings = { title: 'Sandbox', ruleSet: 'house-style', refuseStage: '', refusePublish: 'ERROR' };
    expect((await submit(SETTINGS, settings)).location).toBe(`${SETTINGS}?done=catalog`);
    const { catalog } = await world.query<{ catalog: object }>(
      '{ catalog(name: "sandbox") { lintPolicy { ruleSet refuseStage refusePublish } } }',
    );
    expect(catalog).toEqual({
      lintPolicy: { ruleSet: 'house-style', refuseStage: null, refusePublish: 'ERROR' },
    });
    expect((await page(SETTINGS)).html).toContain('<option value="house-style" selected="">Our style');
    expect((await page(SETTINGS, viewer)).text).toContain('Held to house-style');
    expect((await page(PAGE)).html).toContain(`href="${SETTINGS}"`);
  });

  it('say what they find on the page of an API, those of a catalog first', async () => {
    await houseStyle(MORE_RULES);
    await hold();
    const found = await page(FINDINGS);
    expect(found.html).toContain('<option value="house-style" selected="">');
    expect(found.text).toContain('1 error 1 hint');
    expect((await page(`${FINDINGS}&ruleSet=spectral:oas`, viewer)).text).toContain('operation-operationId');
    const unknown = await page(`${FINDINGS}&ruleSet=none`);
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining('There is no rule set none in this org'),
    ]);
  });

  it('are read and tried by viewers, and changed by others alone', async () => {
    await houseStyle(MORE_RULES);
    const read = await page(PAGE, viewer);
    expect(read.html).not.toContain('name="rules"');
    expect(read.text).toContain('field: license');
    expect((await submit(PAGE, { action: 'try', document }, viewer)).text).toContain('1 error 1 hint');
    for (const action of ['save', 'delete'])
      expect((await submit(PAGE, { action, title: 'x', rules: RULES }, viewer)).status).toBe(403);
    expect((await submit(LIST, { title: 'x', rules: RULES }, viewer)).status).toBe(403);
    expect((await page('/console/rule-sets/acme/none')).status).toBe(404);
  });

  it('are deleted once no catalog holds to them', async () => {
    await houseStyle();
    await hold();
    const used = await submit(PAGE, { action: 'delete' });
    expect([used.status, used.text]).toEqual([
      409,
      expect.stringContaining('The catalog sandbox holds documents to the rule set house-style'),
    ]);
    await submit(SETTINGS, { title: 'Sandbox', ruleSet: '' });
    const gone = await submit(PAGE, { action: 'delete' });
    expect([gone.status, gone.location]).toEqual([303, `${LIST}&done=ruleSetDeleted`]);
    expect((await page(PAGE)).status).toBe(404);
  });
});
