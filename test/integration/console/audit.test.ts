import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf } from '../../support/page-elements.ts';

const PAGE = '/console/audit?org=acme';

let world: ConsoleWorld;
let person: Visitor;

beforeAll(async () => {
  world = await openConsole();
  await world.mutate('createOrg', { title: 'Acme' });
  const { id: orgId } = await world.database.prisma.org.findFirstOrThrow();
  await world.database.prisma.auditEvent.createMany({
    data: Array.from({ length: 120 }, (_, at) => ({
      orgId,
      actor: 'user:ada@acme.example',
      action: 'publishProduct',
      subject: `product-${at}:1.0.0`,
      ...(at === 119 && { detail: { note: '<b>bold</b>' } }),
    })),
  });
  person = await world.signedIn();
});
afterAll(() => world.close());

const read = (path: string, visitor = person) => readPage(visitor.get(path));

describe('the audit of an org', () => {
  it('is a page away from the overview, and tells who did what to what, with its detail', async () => {
    expect((await read('/console/overview?org=acme')).links).toContain(PAGE);
    const { status, text, html } = await read(PAGE);
    expect(status).toBe(200);
    expect(text).toMatch(/Audit of Acme .* user:ada@acme\.example publishProduct product-119:1\.0\.0 Show /);
    expect(text).toContain('&quot;note&quot;: &quot;&lt;b&gt;bold&lt;/b&gt;&quot;');
    expect(html).not.toContain('<b>bold');
  });

  it('shows what a change changed as a difference', async () => {
    await world.mutate('createCatalog', { org: 'acme', title: 'Sandbox' });
    await world.mutate('updateCatalog', { org: 'acme', name: 'sandbox', title: 'Box' });
    const { text } = await read(`${PAGE}&action=Update%20catalog`);
    expect(text).toMatch(/updateCatalog Box sandbox .*catalog sandbox − title: Sandbox \+ title: Box/);
  });

  it('comes page by page, the newest first, down to the first change of all', async () => {
    const pages = [await read(PAGE)];
    for (let next: string | undefined = PAGE; next; ) {
      next = pages.at(-1)?.links.find((href) => href.includes('&after='));
      if (next) pages.push(await read(next));
    }
    const subjects = pages.flatMap(({ text }) => text.match(/product-\d+/g) ?? []);
    expect(pages).toHaveLength(5);
    expect(new Set(subjects).size).toBe(120);
    expect(pages[4]?.text).toContain('createOrg acme');
    expect(pages[4]?.text).not.toContain('Older');
    expect(pages[4]?.links).toContain(PAGE);
    expect(pages[0]?.text).not.toContain('Newest');
  });

  it('shows only what is asked for, and keeps that from page to page', async () => {
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findFirstOrThrow();
    const event = { orgId, at: '2026-01-31T23:59:00Z', actor: 'token:ci', action: 'retireProduct' };
    await prisma.auditEvent.createMany({ data: [{ ...event, subject: 'old:1.0.0' }] });
    const subjects = ({ text }: { text: string }) => text.match(/(product-\d+|old:1\.0\.0)/g) ?? [];
    for (const asked of [
      'actor=TOKEN:ci',
      'action=retireProduct',
      'subject=Old',
      'from=2026-01-31&to=2026-01-31',
    ])
      expect(subjects(await read(`${PAGE}&${asked}`))).toEqual(['old:1.0.0']);
    const none = await read(`${PAGE}&actor=ada&action=retireProduct`);
    expect(none.text).toContain('No changes match.');
    expect(fieldOf(none, 'Actor').value).toBe('ada');
    const first = await read(`${PAGE}&actor=ada@acme&subject=`);
    const next = first.links.find((href) => href.includes('&after=')) ?? '';
    expect(next).toContain('&actor=ada%40acme&after=');
    expect(new Set([...subjects(first), ...subjects(await read(next))]).size).toBe(50);
    expect((await read(`${PAGE}&from=yesterday`)).status).toBe(400);
  });

  it('of a page that there cannot be says so', async () => {
    const { status, text } = await read(`${PAGE}&after=nowhere`);
    expect([status, text]).toEqual([400, expect.stringContaining('after is no cursor')]);
  });

  it('is read by a viewer of the org, and by nobody of another', async () => {
    const tokenOf = async (org: string) =>
      (
        await world.mutate<{ token: string }>(
          'createAccessToken',
          { org, name: `reader-${org}`, role: 'VIEWER' },
          '{ token }',
        )
      ).token;
    expect((await read(PAGE, await world.signedIn(await tokenOf('acme')))).status).toBe(200);
    await world.mutate('createOrg', { title: 'Beta' });
    const stranger = await world.signedIn(await tokenOf('beta'));
    expect((await read(PAGE, stranger)).status).toBe(404);
    expect((await read('/console/audit', stranger)).text).toContain('Audit of Beta');
  });
});
