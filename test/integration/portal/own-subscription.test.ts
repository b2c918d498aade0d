import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

const ONE = 'query ($id: ID!) { subscription(id: $id) { id application { name } plan { name } } }';

let portal: PortalWorld;
let carol: PortalClient;
let id: string;
beforeAll(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
  await portal.product();
  await carol.run('mutation { createApplication(title: "Reader") { clientKey } }');
  const { subscribe } = await carol.run<{ subscribe: { id: string } }>(
    'mutation { subscribe(application: "reader", product: "customer:1.0.0", plan: "default-plan") { id } }',
  );
  id = subscribe.id;
});
afterAll(() => portal.close());

describe('one subscription, by its id', () => {
  it('is told to everybody of its consumer org', async () => {
    const subscription = { id, application: { name: 'reader' }, plan: { name: 'default-plan' } };
    expect(await carol.run(ONE, { id })).toEqual({ subscription });
    expect(await (await portal.signIn('erin')).run(ONE, { id })).toEqual({ subscription });
  });

  it("does not exist for another consumer org, nor does one by what is no subscription's id", async () => {
    const dave = await portal.signIn('dave');
    expect(await dave.run(ONE, { id })).toEqual({ subscription: null });
    for (const other of ['reader', "'; --", '00000000-0000-4000-8000-000000000000'])
      expect(await carol.run(ONE, { id: other })).toEqual({ subscription: null });
  });

  it('needs somebody who is signed in', async () => {
    expect(await portal.refused(ONE, { id })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });
});
