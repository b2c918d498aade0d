import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterEach(() => world.close());

const sandbox = () => world.mutate('createCatalog', { title: 'Sandbox' });
const revision = async () =>
  (await world.query<{ org: { revision: number } }>('{ org { revision } }')).org.revision;

describe('createCatalog', () => {
  it('gives a catalog with addresses of its own, closed to self-service sign-up', async () => {
    const selection = '{ name title gatewayUrl portalUrl selfServiceSignUp org { name revision } }';
    expect(await world.mutate('createCatalog', { title: 'Sandbox' }, selection)).toEqual({
      name: 'sandbox',
      title: 'Sandbox',
      gatewayUrl: 'http://gateway.test/acme/sandbox',
      portalUrl: 'http://control.test/portal/acme/sandbox/',
      selfServiceSignUp: false,
      org: { name: 'acme', revision: 1 },
    });
  });

  it('refuses a taken name, a bad one and an unknown org, and changes nothing', async () => {
    await sandbox();
    const before = await revision();
    expect(await world.refused('createCatalog', { title: 'Sandbox' })).toEqual({
      status: 409,
      code: 'NAME_TAKEN',
      message: 'There is a catalog sandbox already: choose another name.',
      path: ['input', 'name'],
    });
    expect(await world.refused('createCatalog', { title: 'A', name: 'a/b' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'name'],
    });
    expect(await world.refused('createCatalog', { org: 'no-such', title: 'A' })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no org no-such.',
      path: ['input', 'org'],
    });
    expect(await revision()).toBe(before);
  });
});

describe('the query catalog', () => {
  it('gives null for a catalog that does not exist', async () => {
    expect(await world.query('{ catalog(name: "no-such") { name } }')).toEqual({ catalog: null });
  });
});

describe('updateCatalog', () => {
  beforeEach(sandbox);

  it('changes what is given and leaves the rest', async () => {
    const selection = '{ title selfServiceSignUp }';
    const name = 'sandbox';
    expect(await world.mutate('updateCatalog', { name, selfServiceSignUp: true }, selection)).toEqual({
      title: 'Sandbox',
      selfServiceSignUp: true,
    });
    expect(await world.mutate('updateCatalog', { name, title: 'Try it' }, selection)).toEqual({
      title: 'Try it',
      selfServiceSignUp: true,
    });
  });

  it('refuses null for what is never null', async () => {
    expect(await world.refused('updateCatalog', { name: 'sandbox', title: null })).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'title cannot be null: leave it out to keep it as it is.',
      path: ['input', 'title'],
    });
  });

  it('is NOT_FOUND for a catalog that does not exist', async () => {
    expect(await world.refused('updateCatalog', { name: 'no-such', title: 'A' })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no catalog no-such in this org.',
      path: ['input', 'name'],
    });
  });
});

describe('the credential policy of a catalog', () => {
  beforeEach(sandbox);
  const selection = '{ credentialPolicy { maxDays noticeDays } }';
  const set = (credentialPolicy: object | null) =>
    world.mutate('updateCatalog', { name: 'sandbox', credentialPolicy }, selection);

  it('is none until it is set, stays with other changes, and is audited', async () => {
    expect(await world.query(`{ catalog(name: "sandbox") ${selection} }`)).toEqual({
      catalog: { credentialPolicy: null },
    });
    const policy = { maxDays: 90, noticeDays: 30 };
    expect(await set({ maxDays: 90 })).toEqual({ credentialPolicy: policy });
    await world.mutate('updateCatalog', { name: 'sandbox', title: 'Try it' });
    const audit = await world.database.prisma.auditEvent.findFirstOrThrow({
      where: { action: 'updateCatalog' },
      orderBy: { id: 'asc' },
    });
    expect(JSON.stringify(audit.detail)).toContain('"credentialPolicy"');
    expect(await set({ maxDays: 20, noticeDays: 5 })).toEqual({
      credentialPolicy: { maxDays: 20, noticeDays: 5 },
    });
    expect(await set(null)).toEqual({ credentialPolicy: null });
  });

  it('is refused with days that make no sense', async () => {
    const wrong = { name: 'sandbox', credentialPolicy: { maxDays: 10, noticeDays: 10 } };
    expect(await world.refused('updateCatalog', wrong)).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'credentialPolicy', 'noticeDays'],
    });
  });
});

describe('the branding of a catalog', () => {
  beforeEach(sandbox);

  const accent = { light: '#1d4ed8', dark: '#8ab4ff' };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const selection = '{ branding { name accent { light dark } logo } }';
  const brand = (branding: object | null) =>
    world.mutate('updateCatalog', { name: 'sandbox', branding }, selection);
  const none = { branding: { name: null, accent: null, logo: null } };

  it('is nothing until it is given, and again when it is taken away', async () => {
    expect(await world.query(`{ catalog(name: "sandbox") ${selection} }`)).toEqual({ catalog: none });
    expect(await brand({ name: 'Acme APIs', accent, logo })).toEqual({
      branding: { name: 'Acme APIs', accent, logo },
    });
    expect(await brand(null)).toEqual(none);
  });

  it('changes what is given and leaves the rest; null takes a part away', async () => {
    await brand({ name: 'Acme APIs', accent, logo });
    expect(await brand({ name: null })).toEqual({ branding: { name: null, accent, logo } });
    await world.mutate('updateCatalog', { name: 'sandbox', title: 'Still branded' });
    expect(await brand({ logo: null })).toEqual({ branding: { name: null, accent, logo: null } });
  });

  it('is refused where it cannot be read, or a logo is more than a picture; nothing changes', async () => {
    const before = await world.query(`{ org { revision } catalog(name: "sandbox") ${selection} }`);
    const refused = (branding: object) => world.refused('updateCatalog', { name: 'sandbox', branding });
    expect(await refused({ name: 'Not this', accent: { ...accent, light: '#777777' } })).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message:
        'The accent #777777 has a contrast of 4.47:1 with #ffffff, which it meets on light pages: it needs 4.5:1.',
      path: ['input', 'branding', 'accent', 'light'],
    });
    const scripted = Buffer.from('<svg><script/></svg>').toString('base64');
    expect(await refused({ logo: `data:image/svg+xml;base64,${scripted}` })).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: 'The logo has an element script: only those that draw are taken.',
      path: ['input', 'branding', 'logo'],
    });
    expect(await world.query(`{ org { revision } catalog(name: "sandbox") ${selection} }`)).toEqual(before);
  });
});

describe('deleteCatalog', () => {
  beforeEach(sandbox);

  it('takes it away', async () => {
    await world.mutate('createCatalog', { title: 'Gone' });
    expect(await world.mutate('deleteCatalog', { name: 'gone' }, '')).toBe(true);
    expect(await world.query('{ org { catalogs { name } } }')).toEqual({
      org: { catalogs: [{ name: 'sandbox' }] },
    });
    expect(await world.refused('deleteCatalog', { name: 'gone' }, '')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused while one of its products has subscriptions', async () => {
    const { prisma } = world.database;
    const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: 'sandbox' } });
    const columns = { catalogId, title: 'Customer', version: '1.0.0', visibility: 'PUBLIC' } as const;
    const product = await prisma.catalogProduct.create({
      data: { ...columns, name: 'customer', state: 'DEPRECATED', subscribability: 'DISABLED' },
    });
    const plan = await prisma.catalogPlan.create({
      data: { catalogProductId: product.id, position: 0, name: 'gold', title: 'Gold' },
    });
    const application = await prisma.application.create({
      data: {
        name: 'demo',
        title: 'Demo',
        consumerOrg: { create: { catalogId, name: 'consumers', title: 'Consumers' } },
      },
    });
    await prisma.subscription.create({
      data: {
        applicationId: application.id,
        catalogProductId: product.id,
        catalogPlanId: plan.id,
        state: 'PENDING_APPROVAL',
      },
    });
    expect(await world.refused('deleteCatalog', { name: 'sandbox' }, '')).toEqual({
      status: 409,
      code: 'IN_USE',
      message: 'The product customer:1.0.0 in the catalog sandbox has subscriptions: delete them first.',
      path: ['input', 'name'],
    });
    await prisma.subscription.deleteMany();
    expect(await world.mutate('deleteCatalog', { name: 'sandbox' }, '')).toBe(true);
    expect(await prisma.consumerOrg.count()).toBe(0);
  });
});
