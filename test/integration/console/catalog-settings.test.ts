import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { type Asked, allByRole, elementsOf, fieldOf, postButtonsOf } from '../../support/page-elements.ts';

const PAGE = '/console/catalogs/acme/sandbox/settings';
const logo = new File(
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'],
  'logo.svg',
  {
    type: 'image/svg+xml',
  },
);

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());

const page = (visitor = person) => readPage(visitor.get(PAGE));
const send = (fields: FormFields, visitor = person) => readPage(visitor.submit(PAGE, fields));
/** The colours that the preview of a page paints the shade of an accent with. */
const fillOf = (shown: Asked, shade: string) =>
  elementsOf(shown)
    .all(`[data-paint=${shade}]`)
    .map(({ attributes }) => attributes['fill']);
const stored = async () =>
  (
    await world.query<{ catalog: object }>(
      '{ catalog(name: "sandbox") { title selfServiceSignUp branding { name accent { light dark } logo links { title url } } } }',
    )
  ).catalog;

describe('the settings of a catalog', () => {
  it('are changed by a form, the branding with its logo among them, and taken away again', async () => {
    expect((await page()).text).toContain('Branding of the portal');
    const fields = {
      title: 'Sandbox',
      selfServiceSignUp: 'yes',
      name: 'Acme APIs',
      light: '#1d4ed8',
      dark: '#8ab4ff',
      logo,
      links: 'Terms of use https://acme.test/terms\nSupport  mailto:help@acme.test',
    };
    expect(await send(fields)).toMatchObject({ status: 303, location: `${PAGE}?done=catalog` });
    expect(await stored()).toEqual({
      title: 'Sandbox',
      selfServiceSignUp: true,
      branding: {
        name: 'Acme APIs',
        accent: { light: '#1d4ed8', dark: '#8ab4ff' },
        logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
        links: [
          { title: 'Terms of use', url: 'https://acme.test/terms' },
          { title: 'Support', url: 'mailto:help@acme.test' },
        ],
      },
    });
    expect(allByRole(await page(), 'img', 'Current logo')).toHaveLength(1);
    expect((await page()).text).toContain(
      'Terms of use https://acme.test/terms Support mailto:help@acme.test',
    );
    const wrong = await send({ ...fields, links: 'Terms' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('The address of a link begins with https:, http: or mailto:');
    await send({ title: 'Sandbox', name: '', light: '', dark: '', noLogo: 'yes' });
    expect(await stored()).toEqual({
      title: 'Sandbox',
      selfServiceSignUp: false,
      branding: { name: null, accent: null, logo: null, links: [] },
    });
  });

  it('have the identity providers of the portal, as a manifest writes them', async () => {
    const policy = async () =>
      (
        await world.query<{ catalog: { signIn: object | null } }>(
          '{ catalog(name: "sandbox") { signIn { passwords providers { userRegistry unmatched roles { value role } consumerOrgs { claim create } } } } }',
        )
      ).catalog.signIn;
    await world.mutate('createUserRegistry', {
      name: 'directory',
      title: 'Directory',
      displayName: 'Directory',
      type: 'LDAP',
      url: 'ldaps://directory.acme.test',
      ldap: { baseDn: 'dc=acme' },
    });
    const signInProviders = `
- userRegistry: directory
  consumerOrgs: [{ claim: o, create: true }]
  roles: [{ claim: ou, value: Owners, role: OWNER }]
`;
    expect(await send({ title: 'Sandbox', noPasswords: 'yes', signInProviders })).toMatchObject({
      status: 303,
    });
    expect(await policy()).toEqual({
      passwords: false,
      providers: [
        {
          userRegistry: 'directory',
          unmatched: 'REFUSE',
          roles: [{ value: 'Owners', role: 'OWNER' }],
          consumerOrgs: [{ claim: 'o', create: true }],
        },
      ],
    });
    expect((await page()).html).toContain('userRegistry: directory');
    expect((await page(viewer)).text).toContain('Sign-in to the portal directory');
    expect(
      await send({ title: 'Sandbox', signInProviders: signInProviders.replace('OWNER', 'KING') }),
    ).toMatchObject({ status: 400, text: expect.stringContaining('KING') });
    expect(
      await send({ title: 'Sandbox', signInProviders: '- userRegistry: nobody\n  unmatched: SIGN_UP' }),
    ).toMatchObject({
      status: 404,
      text: expect.stringContaining('There is no user registry nobody in this org.'),
    });
    await send({ title: 'Sandbox' });
    expect(await policy()).toBeNull();
  });

  it('have a credential policy, which an empty field takes away', async () => {
    const policy = async () =>
      (
        await world.query<{ catalog: { credentialPolicy: object | null } }>(
          '{ catalog(name: "sandbox") { credentialPolicy { maxDays noticeDays } } }',
        )
      ).catalog.credentialPolicy;
    const fields = { title: 'Sandbox', name: '', light: '', dark: '' };
    expect((await send({ ...fields, maxDays: '90', noticeDays: '' })).status).toBe(303);
    expect(await policy()).toEqual({ maxDays: 90, noticeDays: 30 });
    const shown = await page();
    expect(fieldOf(shown, 'Lifetime of client secrets and API keys, in days').value).toBe('90');
    expect((await page(viewer)).text).toContain('Expire after 90 days, with a notice 30 days before');
    const wrong = await send({ ...fields, maxDays: '90', noticeDays: '90' });
    expect([wrong.status, fieldOf(wrong, 'First notice, in days before expiry').error]).toEqual([
      400,
      expect.stringContaining('give 1 to 89 days'),
    ]);
    expect((await send({ ...fields, maxDays: 'many', noticeDays: '' })).status).toBe(400);
    expect((await send({ ...fields, maxDays: '', noticeDays: '' })).status).toBe(303);
    expect(await policy()).toBeNull();
  });

  it('are shown as they are typed by a preview, which keeps what is stored', async () => {
    const before = await stored();
    const typed = { title: 'Sandbox', name: 'Rainbow', light: '#8a1c5c', dark: '#ff9ad5', action: 'preview' };
    const shown = await send(typed);
    expect(shown.status).toBe(200);
    expect(fillOf(shown, 'light')).toContain('#8a1c5c');
    expect(fillOf(shown, 'dark')).toContain('#ff9ad5');
    expect(shown.text).toContain('Rainbow');
    expect(fieldOf(shown, 'Name in the header').value).toBe('Rainbow');
    const wrong = await send({ ...typed, light: 'red"><script>' });
    expect(wrong.html).not.toMatch(/fill="red|<script>/);
    expect(await stored()).toEqual(before);
  });

  it('say beside the field what is wrong, and leave a viewer without a form', async () => {
    const pale = await send({ title: 'Sandbox', name: '', light: '#eeeeee', dark: '#8ab4ff' });
    expect(pale.status).toBe(400);
    expect(fieldOf(pale, 'Accent on light pages')).toEqual({
      value: '#eeeeee',
      error: expect.any(String),
    });
    expect(postButtonsOf(await page(viewer))).toEqual([]);
    expect((await send({ title: 'Theirs' }, viewer)).status).toBe(403);
    expect((await readPage(person.get('/console/catalogs/acme/nowhere/settings'))).status).toBe(404);
  });
});
