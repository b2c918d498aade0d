import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldErrorsOf, hrefsOf, postButtonsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let carol: Browser;
let clientKey: string;
const PAGE = '/applications/mine';
beforeEach(async () => {
  world = await openPages();
  carol = await world.signedIn('carol');
  const client = await world.portal.signIn('carol');
  const { createApplication } = await client.run<{ createApplication: { clientKey: string } }>(
    'mutation { createApplication(title: "Mine") { clientKey } }',
  );
  ({ clientKey } = createApplication);
});
afterEach(() => world.close());

const keys = () => world.portal.database.prisma.credential.findMany({ orderBy: { id: 'asc' } });

describe('client keys on the page of an application', () => {
  it('get another one beside them, whose secret is shown once', async () => {
    expect((await carol.get(PAGE)).text).toContain('Another client key');
    const issued = await carol.post(`${PAGE}/credentials`, { title: ' Second ' });
    expect(issued.status).toBe(200);
    const [, second] = await keys();
    expect(second?.title).toBe('Second');
    expect(issued.text).toContain(second?.clientKey);
    expect(issued.text).toContain('The secret is not shown again');
    const { text } = await carol.get(PAGE);
    expect(text).toContain('Second');
    expect(text).not.toContain('cs_');
  });

  it('keep what was typed where it is refused', async () => {
    const refused = await carol.post(`${PAGE}/credentials`, { title: 'x'.repeat(201) });
    expect(refused.status).toBe(400);
    expect(fieldErrorsOf(refused)).toEqual([expect.stringContaining('200')]);
    expect(refused.html).toContain('x'.repeat(201));
    expect(await keys()).toHaveLength(1);
  });

  it('are withdrawn after a page that says what ends, and that it is the last', async () => {
    const [href = ''] = hrefsOf(await carol.get(PAGE), /^Withdraw/);
    expect(href).toContain(`/credentials/${clientKey}/withdraw`);
    const asked = await carol.get(`${PAGE}/credentials/${clientKey}/withdraw`);
    expect(asked.text).toContain('Calls with this client key or its secret are refused at once.');
    expect(asked.text).toContain('It is the only client key of the application.');
    expect(postButtonsOf(asked)).toContain('Withdraw the client key');
    const { status, location } = await carol.post(`${PAGE}/credentials/${clientKey}/withdraw`);
    expect({ status, location }).toEqual({ status: 303, location: `${PAGE}?done=keyWithdrawn` });
    expect((await carol.get(`${PAGE}?done=keyWithdrawn`)).text).toContain('The client key is withdrawn');
    expect(await keys()).toEqual([]);
  });

  it('of others are not there', async () => {
    const dave = await world.signedIn('dave');
    for (const path of [`${PAGE}/credentials/${clientKey}/withdraw`, '/applications/mine'])
      expect((await dave.get(path)).status).toBe(404);
    expect((await dave.post(`${PAGE}/credentials/${clientKey}/withdraw`)).status).toBe(404);
    expect(await keys()).toHaveLength(1);
  });
});
