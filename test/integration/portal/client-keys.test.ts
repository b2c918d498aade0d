import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CalledPortal, openCalledPortal } from '../../support/called-portal.ts';

type Issued = { readonly clientKey: string; readonly clientSecret: string };

let world: CalledPortal;
let key: string;
let application: string;
beforeAll(async () => {
  world = await openCalledPortal([{ name: 'silver', title: 'Silver', rateLimit: 1000 }]);
});
beforeEach(async () => {
  ({ key } = await world.subscribed('silver'));
  const { prisma } = world.portal.database;
  const credential = await prisma.credential.findFirstOrThrow({
    where: { clientKey: key },
    include: { application: true },
  });
  application = credential.application.name;
});
afterEach(() => expect(world.faults(), 'no refusal was a fault').toEqual([]));
afterAll(() => world.close());

const CREATE = `mutation ($application: String!, $title: String!) {
  createCredential(application: $application, title: $title) { clientKey clientSecret application { name } } }`;
const DELETE = 'mutation ($clientKey: String!) { deleteCredential(clientKey: $clientKey) }';
const another = async (title = 'Second') =>
  (await world.carol.run<{ createCredential: Issued }>(CREATE, { application, title })).createCredential;
const lastEvent = () => world.portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('a second client key', () => {
  it('calls beside the first, so that a leaked one is replaced without a refused call', async () => {
    const { clientKey, clientSecret } = await another();
    expect(clientKey).not.toBe(key);
    expect(await lastEvent()).toMatchObject({
      actor: 'consumer:carol',
      action: 'createCredential',
      subject: `consumers/${application}`,
    });
    await expect.poll(async () => (await world.call(clientKey)).status).toBe(200);
    expect(await world.call(key)).toMatchObject({ status: 200 });
    const verified = await world.carol.run(
      'mutation ($k: String!, $s: String!) { verifyClientSecret(clientKey: $k, clientSecret: $s) }',
      { k: clientKey, s: clientSecret },
    );
    expect(verified).toEqual({ verifyClientSecret: true });
    expect(await world.carol.run(DELETE, { clientKey: key })).toEqual({ deleteCredential: true });
    await expect.poll(async () => (await world.call(key)).status).toBe(401);
    expect(await world.call(clientKey)).toMatchObject({ status: 200 });
    expect((await lastEvent()).subject).not.toContain(key);
  });

  it('may be the last to go: the application stays, and gets another', async () => {
    await world.carol.run(DELETE, { clientKey: key });
    expect(await world.carol.refused(DELETE, { clientKey: key })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['clientKey'],
    });
    const { clientKey } = await another();
    await expect.poll(async () => (await world.call(clientKey)).status).toBe(200);
  });

  it('is refused without a title, beyond the quota, and for an application of others', async () => {
    expect(await world.carol.refused(CREATE, { application, title: ' ' })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['title'],
    });
    const dave = await world.portal.signIn('dave');
    for (const [document, variables, path] of [
      [CREATE, { application, title: 'Mine' }, ['application']],
      [DELETE, { clientKey: key }, ['clientKey']],
    ] as const)
      expect(await dave.refused(document, variables)).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        path,
      });
    let refused: string | undefined;
    for (let made = 0; made < 30 && refused === undefined; made += 1) {
      const { errors } = await world.carol.send(CREATE, { application, title: `Key ${made}` });
      refused = errors[0]?.extensions.code;
    }
    expect(refused).toBe('QUOTA_EXCEEDED');
  });
});
