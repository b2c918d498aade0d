import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saml } from '../../../../src/infrastructure/user-registries/saml.ts';
import { answerOf } from '../../../../src/infrastructure/user-registries/saml-service.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { provider, putRegistry, setSignIn } from '../../../support/portal-sign-in.ts';
import {
  beginSaml,
  makeSamlKeys,
  postSaml,
  type SamlAnswer,
  samlAssertion,
  samlResponse,
  samlSettings,
  signedSaml,
} from '../../../support/saml-provider.ts';

const [keys, others, thieves] = [makeSamlKeys(), makeSamlKeys(), makeSamlKeys()];
const URL_OF_PROVIDER = 'https://login.acme.test/sso?idpid=1';
const rejected = { status: 401, text: expect.stringMatching(/not signed you in|not signed the person in/i) };

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  const { portal } = world;
  await putRegistry(portal, {
    name: 'staff',
    url: URL_OF_PROVIDER,
    saml: samlSettings(others.cert, keys.cert),
  });
  await putRegistry(portal, { name: 'partners', url: URL_OF_PROVIDER, saml: samlSettings(keys.cert) });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.portal.database.prisma.member.deleteMany({ where: { identities: { some: {} } } });
  await policy({});
});

const policy = (of: object) =>
  setSignIn(world.portal, {
    passwords: true,
    providers: [
      { ...provider, ...of },
      { ...provider, userRegistry: 'partners' },
    ],
  });
const settings = (of: object) =>
  world.portal.database.prisma.userRegistry.updateMany({
    where: { name: 'staff' },
    data: { saml: { ...samlSettings(others.cert, keys.cert), ...of } },
  });

type Attack = (answer: SamlAnswer) => string;
const signedAnswer: Attack = (answer) => samlResponse(signedSaml(samlAssertion(answer), keys), answer);

/** Begins a sign-in and answers it. */
async function answer(
  said: Omit<SamlAnswer, 'requestId'> = {},
  make = signedAnswer,
  browser = world.browser(),
) {
  const sent = await beginSaml(browser);
  const xml = make({ requestId: sent.requestId, ...said });
  return { page: await postSaml(browser, sent, xml), browser, sent, xml };
}

const people = async () =>
  (
    await world.portal.database.prisma.member.findMany({
      where: { identities: { some: {} } },
      include: { identities: true, consumerOrg: true },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ username, email, role, consumerOrg, identities: [identity] }) => ({
    username,
    email,
    role,
    org: consumerOrg.name,
    subject: identity?.subject,
    issuer: identity?.issuer,
  }));

describe('signing in by SAML', () => {
  it('sends the browser away with a request, and lets it in by a signed assertion', async () => {
    const browser = world.browser();
    const path = '/sign-in/with/staff?returnTo=/portal/acme/sandbox/applications';
    const sent = await beginSaml(browser, path);
    expect(sent.url.href).toMatch(/^https:\/\/login\.acme\.test\/sso\?idpid=1&SAMLRequest=/);
    expect(sent.xml).toContain('Destination="https://login.acme.test/sso?idpid=1"');
    expect(sent.xml).toContain(
      'AssertionConsumerServiceURL="http://control.test/portal/acme/sandbox/sign-in/with/staff/callback"',
    );
    expect(sent.xml).toContain(
      '>http://control.test/portal/acme/sandbox/sign-in/with/staff/metadata</saml:Issuer>',
    );
    expect(await postSaml(browser, sent, signedAnswer(sent))).toMatchObject({
      status: 303,
      location: '/sign-in?signedIn&returnTo=%2Fportal%2Facme%2Fsandbox%2Fapplications',
    });
    expect((await browser.get('/applications')).text).toContain('Applications');
    expect(await people()).toMatchObject([
      { username: 'alice', org: 'consumers', subject: 'alice', issuer: 'https://login.acme.test/saml' },
    ]);
  });

  it('keeps the request in a cookie that comes with a form of another site', async () => {
    const { headers } = await world.browser().get('/sign-in/with/staff');
    expect(headers.getSetCookie().join()).toMatch(
      /__Host-portal\.acme\.sandbox\.begun=[^;]+;.*SameSite=None/i,
    );
  });

  it('takes a signature of the response as well, by each certificate of the settings', async () => {
    const wholly = (said: SamlAnswer) =>
      signedSaml(samlResponse(samlAssertion(said), said), others, { element: 'Response' });
    expect((await answer({}, wholly)).page).toMatchObject({ status: 303 });
  });

  it('reads attributes for rules, name and address', async () => {
    await policy({
      consumerOrgs: [{ claim: 'email_domain', value: 'acme.test', consumerOrg: 'consumers', create: false }],
      roles: [{ claim: 'groups', value: 'owners', role: 'OWNER' }],
    });
    await settings({
      personAttribute: 'uid',
      usernameAttribute: 'name',
      emailAttribute: 'mail',
      emailIsVerified: true,
    });
    const attributes = { uid: ['u-1'], name: ['Nora'], mail: ['nora@acme.test'], groups: ['a', 'owners'] };
    try {
      const { page } = await answer({
        attributes,
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      });
      expect(page).toMatchObject({ status: 303 });
      expect(await people()).toMatchObject([
        { username: 'Nora', email: 'nora@acme.test', role: 'OWNER', subject: 'u-1' },
      ]);
    } finally {
      await settings({});
    }
  });

  it('says where to begin to whom the identity provider sends by itself', async () => {
    const said = { requestId: '_none' };
    const unasked = await postSaml(world.browser(), { relayState: '' }, signedAnswer(said));
    expect(unasked).toMatchObject({ status: 400, text: expect.stringMatching(/SIGN_IN_UNREQUESTED/) });
    const german = await postSaml(world.browser('de'), { relayState: '' }, signedAnswer(said));
    expect(german.text).toContain('Beginnen Sie auf dieser Seite');
  });

  it('tells when the person, or the provider, has declined', async () => {
    const declined = (said: SamlAnswer) => samlResponse('', { ...said, status: 'AuthnFailed' });
    expect((await answer({}, declined)).page).toMatchObject({
      status: 403,
      text: expect.stringContaining('SIGN_IN_DECLINED'),
    });
  });

  it('publishes what the identity provider has to know', async () => {
    const { status, headers, html } = await world.browser().get('/sign-in/with/staff/metadata');
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/samlmetadata+xml; charset=utf-8',
    ]);
    expect(html).toContain('entityID="http://control.test/portal/acme/sandbox/sign-in/with/staff/metadata"');
    expect(html).toContain('WantAssertionsSigned="true"');
    expect(html).toContain('Location="http://control.test/portal/acme/sandbox/sign-in/with/staff/callback"');
    expect(await world.browser().get('/sign-in/with/nobody/metadata')).toMatchObject({ status: 404 });
  });
});

const registry = { id: '', orgId: '', url: URL_OF_PROVIDER, saml: samlSettings(others.cert, keys.cert) };
const signIn = (requestId: string) => ({
  redirectUrl: 'http://control.test/portal/acme/sandbox/sign-in/with/staff/callback',
  state: '',
  nonce: requestId.slice(1),
  verifier: '',
});
const assertionOf = (said: SamlAnswer) => signedSaml(samlAssertion(said), keys);
const evil = (said: SamlAnswer) => samlAssertion({ ...said, nameId: 'mallory', id: '_evil' });
const inserted = (xml: string, before: string, more: string) => xml.replace(before, `${more}${before}`);
const REQUEST = '_of-another-browser';

const xmlAttributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');

const attacks: Readonly<Record<string, Attack>> = {
  'no signature': (said) => samlResponse(samlAssertion(said), said),
  'a signature by a key of somebody else': (said) =>
    samlResponse(signedSaml(samlAssertion(said), thieves), said),
  'a signature by SHA-1': (said) =>
    samlResponse(signedSaml(samlAssertion(said), keys, { algorithm: 'sha1' }), said),
  'a changed NameID': (said) => signedAnswer(said).replace('>alice<', '>mallory<'),
  'another assertion before the signed one (XSW)': (said) =>
    samlResponse(evil(said) + assertionOf(said), said),
  'another assertion after the signed one (XSW)': (said) =>
    samlResponse(assertionOf(said) + evil(said), said),
  'the signed assertion within another one (XSW)': (said) =>
    samlResponse(inserted(evil(said), '</saml:Assertion>', assertionOf(said)), said),
  'the signed assertion within the signature of another one (XSW)': (said) => {
    const signed = assertionOf(said);
    const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
    const wrapped = inserted(signature, '</Signature>', `<Object>${signed.replace(signature, '')}</Object>`);
    return samlResponse(evil(said).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`), said);
  },
  'a signed response within another one (XSW)': (said) =>
    samlResponse(
      `${evil(said)}<x>${signedSaml(samlResponse(samlAssertion(said), said), keys, { element: 'Response' })}</x>`,
      { ...said, requestId: said.requestId },
    ),
  'another audience': (said) => signedAnswer({ ...said, audience: 'https://elsewhere.test' }),
  'another recipient': (said) => signedAnswer({ ...said, recipient: 'https://elsewhere.test' }),
  'another destination': (said) => signedAnswer({ ...said, destination: 'https://elsewhere.test' }),
  'another issuer': (said) => signedAnswer({ ...said, issuer: 'https://elsewhere.test' }),
  'another request in the response': (said) => signedAnswer({ ...said, inResponseTo: REQUEST }),
  'another request in the signed part': (said) => signedAnswer({ ...said, subjectInResponseTo: REQUEST }),
  'an end that is past': (said) => signedAnswer({ ...said, seconds: -61 }),
  'a NameID for once': (said) =>
    signedAnswer({ ...said, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  'an empty NameID': (said) => signedAnswer({ ...said, nameId: '' }),
  'a document type': (said) => `<!DOCTYPE x [<!ENTITY e "alice">]>${signedAnswer(said)}`,
  'elements too deep': (said) =>
    samlResponse(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}${assertionOf(said)}`, said),
  'elements deep behind others of a foreign alphabet': (said) =>
    samlResponse(
      `${'<é></é>'.repeat(100)}${'<a>'.repeat(100)}${'</a>'.repeat(100)}${assertionOf(said)}`,
      said,
    ),
  'too many elements': (said) => samlResponse(`${'<a/>'.repeat(600)}${assertionOf(said)}`, said),
  'too many comments': (said) => samlResponse(`${'<!---->'.repeat(600)}${assertionOf(said)}`, said),
  'too many XML attributes of an element': (said) =>
    samlResponse(`<a ${xmlAttributes(17)}/>${assertionOf(said)}`, said),
  'too many XML attributes': (said) =>
    samlResponse(`${`<a ${xmlAttributes(10)}/>`.repeat(151)}${assertionOf(said)}`, said),
  'too much': (said) => signedAnswer({ ...said, attributes: { groups: ['x'.repeat(66_000)] } }),
  'no XML': () => 'nothing',
};

/** The reason that the audit has for each attack. */
const reasons: Readonly<Record<string, string>> = {
  'no signature': 'Invalid signature',
  'a signature by a key of somebody else': 'Invalid signature',
  'a signature by SHA-1': 'RSA-SHA256',
  'a changed NameID': 'Invalid signature',
  'another assertion before the signed one (XSW)': 'multiple assertions',
  'another assertion after the signed one (XSW)': 'multiple assertions',
  'the signed assertion within another one (XSW)': 'Invalid signature',
  'the signed assertion within the signature of another one (XSW)': 'Invalid signature',
  'a signed response within another one (XSW)': 'Invalid signature',
  'another audience': 'audience mismatch',
  'another recipient': 'its Recipient is another address',
  'another destination': 'its Destination is another address',
  'another issuer': 'its Issuer is another entity id',
  'another request in the response': 'it answers another request',
  'another request in the signed part': 'InResponseTo does not match',
  'an end that is past': 'No valid subject confirmation|expired',
  'a NameID for once': 'set personAttribute',
  'an empty NameID': 'its NameID has not 1 to 256',
  'a document type': 'declares a document type',
  'elements too deep': 'more than 64 deep',
  'elements deep behind others of a foreign alphabet': 'more than 64 deep',
  'too many elements': 'more than 600 elements and comments',
  'too many comments': 'more than 600 elements and comments',
  'too many XML attributes of an element': 'one of them more than 16',
  'too many XML attributes': 'more than 1500 XML attributes',
  'too much': 'more than 90000 characters',
  'no XML': 'Start tag expected|Non-whitespace|not one|XML',
};

describe('an answer that does not hold', () => {
  it.each(Object.entries(attacks))('is refused for %s', async (attack, make) => {
    const { page, browser, sent, xml } = await answer({}, make);
    expect(page).toMatchObject(rejected);
    expect(page.text).toContain('SIGN_IN_REJECTED');
    expect(await people()).toEqual([]);
    expect(await browser.get('/account')).toMatchObject({ status: 303 });
    const query = `${new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') })}`;
    const { message } = await answerOf({ registry, signIn: { ...signIn(sent.requestId), query } });
    expect(message).toMatch(new RegExp(reasons[attack] ?? 'There is no reason'));
  });

  it('takes its time in another process, however large it is', async () => {
    const said = { requestId: '_1' };
    const query = `${new URLSearchParams({ SAMLResponse: Buffer.from(signedAnswer(said)).toString('base64') })}`;
    const finished = saml.redirect?.finish(registry, { ...signIn('_1'), query }, {} as never);
    await expect.poll(() => process.getActiveResourcesInfo(), { interval: 1 }).toContain('ProcessWrap');
    expect(await finished).toMatchObject({ answer: 'ACCEPTED', subject: 'alice' });
  });

  it('waits for its turn: those of one org are verified one by one, and hold up no other org', async () => {
    const query = `${new URLSearchParams({ SAMLResponse: Buffer.from(signedAnswer({ requestId: '_1' })).toString('base64') })}`;
    const finished = (orgId: string) =>
      saml.redirect?.finish({ ...registry, orgId }, { ...signIn('_1'), query }, {} as never);
    // A process that has to begin takes longer than many answers: two wait before the flood.
    await Promise.all([finished('eve'), finished('vic')]);
    let answered = 0;
    const flood = Array.from({ length: 30 }, () =>
      finished('eve')?.then(
        ({ answer }) => {
          answered += 1;
          return answer;
        },
        ({ status, code, message }) => ({ status, code, message }),
      ),
    );
    expect(await finished('vic')).toMatchObject({ answer: 'ACCEPTED', subject: 'alice' });
    const answeredBefore = answered;
    // They are waited for in any case: a second try would meet what waits yet.
    const answers = await Promise.all(flood);
    expect(answeredBefore).toBeLessThan(20);
    expect(answers).toEqual([
      ...Array(21).fill('ACCEPTED'),
      ...Array(9).fill({
        status: 503,
        code: 'TEMPORARILY_UNAVAILABLE',
        message: 'Too many people sign in by this identity provider at this moment: try again.',
      }),
    ]);
  });

  it('is good for the browser that asked, once', async () => {
    const { xml, sent, browser, page } = await answer();
    expect(page.status).toBe(303);
    const lost = { status: 400, text: expect.stringContaining('SIGN_IN_LOST') };
    expect(await postSaml(browser, sent, xml)).toMatchObject(lost);
    expect(await postSaml(world.browser(), sent, xml)).toMatchObject(lost);
    // Who has the cookie of the request, too, is late by its second use.
    expect(await replay()).toMatchObject({ ...lost, first: 303 });
  });

  it('is not that of another provider of the portal', async () => {
    const browser = world.browser();
    const sent = await beginSaml(browser);
    const xml = signedAnswer(sent);
    expect(await postSaml(browser, { ...sent, provider: 'partners' }, xml)).toMatchObject({
      status: 400,
      text: expect.stringContaining('SIGN_IN_LOST'),
    });
    const other = await beginSaml(browser, '/sign-in/with/partners');
    expect(await postSaml(browser, { ...other, provider: 'partners' }, signedAnswer(other))).toMatchObject(
      rejected,
    );
  });

  it('names the person by the whole NameID, with a comment in it', async () => {
    const signed = signedSaml(samlAssertion({ requestId: '_x', nameId: 'alice@acme.test.evil.test' }), keys);
    const cut = (said: SamlAnswer) =>
      samlResponse(
        signedSaml(samlAssertion({ ...said, nameId: 'alice@acme.test.evil.test' }), keys).replace(
          'alice@acme.test.evil',
          'alice@acme.test<!-- -->.evil',
        ),
        said,
      );
    expect(signed).toContain('alice@acme.test.evil.test');
    expect((await answer({}, cut)).page.status).toBe(303);
    expect(await people()).toMatchObject([{ subject: 'alice@acme.test.evil.test' }]);
  });
});

/** Answers one request by two finishes with the same cookie, as two tabs could. */
async function replay() {
  const { portal } = world;
  const begin = await portal.run<{ beginSignIn: { url: string; kept: string } }>(
    'mutation { beginSignIn(provider: "staff") { url kept } }',
  );
  const { kept, url } = begin.beginSignIn;
  const browser: Pick<Browser, 'get'> = { get: async () => ({ location: url }) as never };
  const sent = await beginSaml(browser as Browser);
  const SAMLResponse = Buffer.from(signedAnswer(sent)).toString('base64');
  const query = `${new URLSearchParams({ SAMLResponse, RelayState: sent.relayState })}`;
  const document =
    'mutation ($kept: String!, $query: String!) { finishSignIn(provider: "staff", kept: $kept, query: $query) { session { token } } }';
  const [first, second] = await Promise.all([
    portal.send(document, { kept, query }),
    portal.send(document, { kept, query }),
  ]);
  const refused = [first, second].filter(({ errors }) => errors?.length);
  return {
    first: refused.length === 1 ? 303 : refused.length,
    status: refused[0]?.status,
    text: refused[0]?.errors[0]?.extensions.code,
  };
}
