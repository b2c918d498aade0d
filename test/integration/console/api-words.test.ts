import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { fieldErrorsOf, fieldOf, postButtonsOf } from '../../support/page-elements.ts';

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
  readPage(visitor.submit(PATH, { action: 'words', tags: '', ...fields }));
const stored = async () =>
  (await world.query<{ api: unknown }>('{ api(api: "customerdb:1.0.0") { tags icon } }')).api;
const dataUrl = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`;
const iconFile = new File([SVG], 'icon.svg', { type: 'image/svg+xml' });

describe('what the portal says of an API', () => {
  it('is saved from a form of its own, shown on the overview and beside the copies that lack it', async () => {
    const { status, location } = await tell({ tags: 'money\r\n\r\nCentral Europe ', icon: iconFile });
    expect({ status, location }).toEqual({ status: 303, location: `${PATH}?tab=settings&done=apiSaved` });
    expect(await stored()).toEqual({ tags: ['money', 'Central Europe'], icon: dataUrl });
    const overview = await page();
    expect(overview.text).toContain('Tags money Central Europe');
    expect(overview.html).toContain(`src="${dataUrl}"`);
    const product = await readPage(person.get('/console/products/acme/customer/1.0.0'));
    expect(product.text).toContain('API customerdb:1.0.0, Tags: Central Europe');

    await tell({ tags: 'money' });
    expect(await stored()).toEqual({ tags: ['money'], icon: dataUrl });
    await tell({ tags: 'money', noIcon: 'yes' });
    expect(await stored()).toEqual({ tags: ['money'], icon: null });
  });

  it('keeps what was typed where it is refused, and says at which field, in that form alone', async () => {
    const before = await stored();
    const twice = await tell({ tags: 'money\nMoney' });
    expect(twice.status).toBe(400);
    expect(fieldErrorsOf(twice)).toEqual(['The tag Money is there twice.']);
    expect(fieldOf(twice, 'Tags').value).toBe('money Money');
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
