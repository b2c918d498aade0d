// Client certificates of applications, in the portal API, on its pages and in the management API.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selfSigned, thumbprintOf } from '../../support/certificates.ts';
import type { PortalClient } from '../../support/portal.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

let world: PagesWorld;
let carol: PortalClient;
let dave: PortalClient;
const { cert, key } = selfSigned('billing');
const thumbprint = thumbprintOf(cert);

beforeAll(async () => {
  world = await openPages();
  [carol, dave] = [await world.portal.signIn('carol'), await world.portal.signIn('dave')];
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const person of [carol, dave])
    await person.run('mutation { createApplication(title: "Shop") { clientKey } }');
});
afterEach(async () => {
  for (const person of [carol, dave]) await person.run('mutation { deleteApplication(name: "shop") }');
  expect(world.portal.faults).toEqual([]);
});

const ADD = `mutation ($certificate: String!) {
  addClientCertificate(application: "shop", certificate: $certificate) { thumbprint subject notBefore notAfter lastUsedAt } }`;
const REMOVE =
  'mutation ($thumbprint: String!) { removeClientCertificate(application: "shop", thumbprint: $thumbprint) }';
const listed = async (person: PortalClient) =>
  (
    await person.run<{ application: { clientCertificates: { thumbprint: string }[] } }>(
      '{ application(name: "shop") { clientCertificates { thumbprint } } }',
    )
  ).application.clientCertificates.map((each) => each.thumbprint);

describe('a client certificate of an application', () => {
  it('is registered with its subject and its span, listed, and removed by either spelling of its thumbprint', async () => {
    const about = `# a comment, as openssl writes them\n${cert}`;
    expect(await carol.run(ADD, { certificate: about })).toEqual({
      addClientCertificate: {
        thumbprint,
        subject: 'CN=billing, O=Example',
        notBefore: '2020-01-01T00:00:00.000Z',
        notAfter: '2099-01-01T00:00:00.000Z',
        lastUsedAt: null,
      },
    });
    expect(await listed(carol)).toEqual([thumbprint]);
    const hexadecimal = Buffer.from(thumbprint, 'base64url').toString('hex').toUpperCase();
    await carol.run(REMOVE, { thumbprint: hexadecimal.replace(/..(?=.)/g, '$&:') });
    expect(await listed(carol)).toEqual([]);
  });

  it.each([
    ['nothing', '', /^Give one certificate as PEM/],
    ['a private key', `${cert}${key}`, /^The text has a private key/],
    ['two certificates', `${cert}${cert}`, /^Give one certificate as PEM/],
    ['a broken one', cert.replace(/\n[A-Za-z0-9+/]{64}\n/, '\n'), /^The text is no certificate/],
    ['a long text', cert + ' '.repeat(20_000), /^Give one certificate as PEM/],
    [
      'one that has ended',
      selfSigned('old', { from: Date.UTC(2019, 0, 1), to: Date.UTC(2020, 0, 1) }).cert,
      /^The certificate has expired/,
    ],
  ])('is refused where the text is %s', async (_name, certificate, detail) => {
    expect(await carol.refused(ADD, { certificate })).toMatchObject({
      message: expect.stringMatching(detail),
      code: 'BAD_USER_INPUT',
      path: ['certificate'],
    });
  });

  it('is of one application in a catalog, and removed by that one alone', async () => {
    await carol.run(ADD, { certificate: cert });
    expect(await dave.refused(ADD, { certificate: cert })).toMatchObject({
      code: 'NAME_TAKEN',
      path: ['certificate'],
    });
    for (const each of [thumbprint, 'unknown', 'a\u0000b'])
      expect(await dave.refused(REMOVE, { thumbprint: each })).toMatchObject({
        code: 'NOT_FOUND',
        path: ['thumbprint'],
      });
    expect(await listed(carol)).toEqual([thumbprint]);
  });
});
