import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { elementsOf, fieldErrorsOf, fieldOf, postButtonsOf } from '../../support/page-elements.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
const PATH = '/console/apis/acme/customerdb/1.0.0';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
});
afterAll(() => world.close());

const page = (query = '', visitor = person) => readPage(visitor.get(PATH + query));
const tell = (fields: FormFields, visitor = person) =>
  readPage(
    visitor.submit(PATH, { action: 'words', summary: '', description: '', tags: '', links: '', ...fields }),
  );
const stored = async () =>
  (
    await world.query<{ api: unknown }>(
      '{ api(api: "customerdb:1.0.0") { summary description tags links { title url } icon } }',
    )
  ).api;
const dataUrl = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`;
const iconFile = new File([SVG], 'icon.svg', { type: 'image/svg+xml' });

describe('what the portal says of an API', () => {
  it('is saved from a form of its own, shown on the overview and beside the copies that lack it', async () => {
    const { status, location } = await tell({
      summary: 'What money is worth.',
      description: '## Of all banks\r\n\r\nThe **daily** rates.',
      tags: 'money\r\n\r\nCentral Europe ',
      links: 'Terms of service https://example.com/terms\r\nContact mailto:rates@example.com',
      icon: iconFile,
    });
    expect({ status, location }).toEqual({ status: 303, location: `${PATH}?tab=settings&done=apiSaved` });
    expect(await stored()).toEqual({
      summary: 'What money is worth.',
      description: '## Of all banks\n\nThe **daily** rates.',
      tags: ['money', 'Central Europe'],
      links: [
        { title: 'Terms of service', url: 'https://example.com/terms' },
        { title: 'Contact', url: 'mailto:rates@example.com' },
      ],
      icon: dataUrl,
    });
    const overview = await page();
    expect(overview.text).toContain('Summary What money is worth. Description Of all banks The daily rates.');
    expect(overview.text).toContain('Tags money Central Europe Links Terms of service Contact');
    expect(overview.html).toContain(`src="${dataUrl}"`);
    const product = await readPage(person.get('/console/products/acme/customer/1.0.0'));
    for (const line of [
      'Summary: What money is worth.',
      'Description: The **daily** rates.',
      'Tags: Central Europe',
      'Links: Contact mailto:rates@example.com',
    ])
      expect(product.text).toContain(`API customerdb:1.0.0, ${line}`);
    const settings = await page('?tab=settings');
    expect(fieldOf(settings, 'Summary').value).toBe('What money is worth.');

    await tell({ description: `The daily rates. ${'Of every bank. '.repeat(60)}` });
    const [folded] = elementsOf(await page())
      .all()
      .filter(({ tag, text }) => tag === 'details' && text.includes('The daily rates.'));
    expect(folded?.text).toMatch(/^Read the description The daily rates\./);
    expect(folded?.attributes).not.toHaveProperty('open');

    await tell({ tags: 'money' });
    const bare = { summary: null, description: null, tags: ['money'], links: [] };
    expect(await stored()).toEqual({ ...bare, icon: dataUrl });
    await tell({ tags: 'money', noIcon: 'yes' });
    expect(await stored()).toEqual({ ...bare, icon: null });
  });

  it('keeps what was typed where it is refused, and says at which field, in that form alone', async () => {
    const before = await stored();
    const twice = await tell({ tags: 'money\nMoney' });
    expect(twice.status).toBe(400);
    expect(fieldErrorsOf(twice)).toEqual(['The tag Money is there twice.']);
    expect(fieldOf(twice, 'Tags').value).toBe('money Money');
    const address = await tell({ links: 'Terms ftp://example.com' });
    expect(fieldErrorsOf(address)).toEqual([
      'The address of a link begins with https:, http: or mailto:, and has at most 2000 characters.',
    ]);
    expect(fieldOf(address, 'Links').value).toBe('Terms ftp://example.com');
    const script = new File(['<svg><script>1</script></svg>'], 'icon.svg', { type: 'image/svg+xml' });
    expect(fieldErrorsOf(await tell({ icon: script }))).toEqual([
      'The icon has an element script: only those that draw are taken.',
    ]);
    const large = new File([Buffer.alloc(8_193)], 'icon.png', { type: 'image/png' });
    expect(fieldErrorsOf(await tell({ icon: large }))).toEqual([
      'The icon has 8193 bytes: it may have 8192.',
    ]);
    expect(await stored()).toEqual(before);
  });

  it('shows a viewer no form, and refuses what they send', async () => {
    const viewer = await world.viewer();
    expect(postButtonsOf(await page('?tab=settings', viewer))).toEqual([]);
    expect((await tell({ tags: 'theirs' }, viewer)).status).toBe(403);
  });
});
