// No field and no mutation of a portal tells of another org's portal, or changes it: each is called with the names and ids
// of its things, and must answer as for things that there are not. The calls are made from the schema: this fails until
// the tables below say what a new argument names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/portal/api/schema.ts';
import { selfSigned } from '../../support/certificates.ts';
import type { PortalClient } from '../../support/portal.ts';
import { isThorough } from '../../support/runs.ts';
import { passwordOf } from '../../support/tenancy/consumers.ts';
import {
  type Arguments,
  type Field,
  leaked,
  masked,
  naming,
  pathsIn,
  type Question,
  questionOf,
  replaced,
  unsaid,
  type Variables,
} from '../../support/tenancy/questions.ts';
import {
  ABSENT,
  FOREIGN,
  NEXT_DOOR,
  OWN,
  openTenancy,
  type TenancyWorld,
} from '../../support/tenancy/world.ts';

const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** They take no name: whose they are is the token's. */
const NOTHING_TO_NAME = [
  'beginPasskey',
  'beginPasskeySignIn',
  'cancelEmailChange',
  'catalog',
  'changePassword',
  'createApplication',
  'createConsumerOrg',
  'createWebhook',
  'emailVerification',
  'featuredProducts',
  'invitation',
  'invoicePreview',
  'joinConsumerOrg',
  'leaveConsumerOrg',
  'noticeCount',
  'notices',
  'page',
  'pages',
  'sendEmailVerification',
  'signInWithPasskey',
  'signOut',
  'signOutElsewhere',
  'signOutEverywhere',
  'verifyEmail',
  'viewer',
  'webhooks',
];

/** Who signs up is told that a username is taken in the catalog, and who signs in is whoever has the password. */
const TELLS_OF_ITS_CATALOG = ['signIn', 'signUp'];

/** No two answers are alike: each is another challenge. */
const ANEW = ['beginPasskeySignIn'];

/** What is refused although it names things of the caller's own consumer org. */
const REFUSED: Readonly<Record<string, string>> = {
  // Its plan costs nothing.
  acceptPrice: 'PRICE_NOT_ACCEPTED',
  undoMigration: 'UNDO_CONFLICT',
  // The subscription is on that plan, and nothing else is asked for.
  changePlan: 'BAD_USER_INPUT',
  cancelPlanRequest: 'NOT_FOUND',
  // Another address needs the password.
  updateAccount: 'SIGN_IN_FAILED',
  // Its code is of no link.
  choosePassword: 'NOT_FOUND',
  // Its portal sends no mail.
  requestPasswordReset: 'CONFLICT',
  sendEmailVerification: 'CONFLICT',
  // No other address waits, and the code is of no link.
  cancelEmailChange: 'NOT_FOUND',
  verifyEmail: 'NOT_FOUND',
  acceptInvitation: 'NOT_FOUND',
  // Nobody signs in by a provider there.
  beginSignIn: 'NOT_FOUND',
  finishSignIn: 'SIGN_IN_LOST',
  signInWith: 'NOT_FOUND',
  signUpWith: 'SIGN_IN_LOST',
  // No browser keeps a challenge of it.
  registerPasskey: 'SIGN_IN_LOST',
  signInWithPasskey: 'SIGN_IN_LOST',
  // The ids are of other things of its own.
  deletePasskey: 'NOT_FOUND',
  endSession: 'NOT_FOUND',
  // The caller is the only owner, and the name is that of an application.
  leaveConsumerOrg: 'CONFLICT',
  deleteConsumerOrg: 'BAD_USER_INPUT',
  switchConsumerOrg: 'NOT_FOUND',
  joinConsumerOrg: 'NOT_FOUND',
  deleteAccount: 'BAD_USER_INPUT',
  // Its provider is no external issuer.
  addExternalClientId: 'NOT_FOUND',
  registerExternalClient: 'NOT_FOUND',
  removeExternalClientId: 'NOT_FOUND',
};

let world: TenancyWorld;
let tables: Arguments;
/** What others have in the beginning. */
let theirs: Awaited<ReturnType<typeof rowsOfOthers>>;

beforeAll(async () => {
  world = await openTenancy();
  tables = argumentsOf(world);
  theirs = await rowsOfOthers();
});
afterAll(() => world.close());

function argumentsOf({ own }: TenancyWorld): Arguments {
  return {
    naming: {
      application: `${OWN}-application`,
      clientKey: own.clientKey,
      clientSecret: own.clientSecret,
      email: `${OWN}@example.com`,
      id: own.subscription,
      member: own.member,
      'replaceApiKey.id': own.apiKey,
      thumbprint: own.thumbprint,
      ids: [own.notice],
      'acknowledgeNotice.id': own.notice,
      'revokeApiKey.id': own.apiKey,
      'revokeInvitation.id': own.invitation,
      'deleteWebhook.id': own.consumerWebhook,
      'replaceWebhookSecret.id': own.consumerWebhook,
      'resendWebhookDelivery.id': own.consumerDelivery,
      'testWebhook.id': own.consumerWebhook,
      'updateWebhook.id': own.consumerWebhook,
      'webhook.id': own.consumerWebhook,
      name: `${OWN}-application`,
      oauthProvider: `${OWN}-provider`,
      plan: `${OWN}-plan`,
      product: `${OWN}-product:1.0.0`,
      provider: `${OWN}-registry`,
      consumerOrgTitle: `${OWN}-consumers-new`,
      'subscribe.product': `${OWN}-product:2.0.0`,
      login: OWN,
      requestId: own.requestId,
      search: OWN,
      tag: OWN,
      username: `${OWN}-colleague`,
      'choosePassword.input': { username: OWN, code: '1.x', password: passwordOf('somebody') },
      'signIn.password': passwordOf(OWN),
      AcceptInvitationInput: {
        code: 'pi_of-nobody',
        username: `${OWN}-member-new`,
        password: passwordOf('somebody'),
      },
      ChoosePasswordInput: { username: OWN, code: '1.x', password: passwordOf('somebody') },
      SignUpInput: {
        username: `${OWN}-member-new`,
        password: passwordOf('somebody'),
        email: `${OWN}@example.com`,
        consumerOrgTitle: `${OWN}-consumers-new`,
      },
    },
    plain: {
      // The portal is that of the address.
      'page.path': '/',
      acceptPrice: 'f'.repeat(20),
      acceptTerms: [],
      answers: [],
      'acceptPrice.price': 'f'.repeat(20),
      'endNoticesByMail.proof': world.deps.secrets.signer('end-mail').sign(own.member),
      certificate: selfSigned('new').cert,
      clientId: 'billing',
      code: 'pi_of-nobody',
      credential: '{}',
      currentPassword: passwordOf(OWN),
      kept: 'a text of a browser',
      month: '2026-11',
      newPassword: passwordOf('somebody'),
      password: passwordOf('somebody'),
      query: 'code=a',
      redirectUris: [],
      url: 'http://93.184.216.34/hook',
      title: 'New',
      consumerOrgTitle: 'New',
      token: 'a.b.c',
    },
  };
}

/** Puts back what a mutation changed, which must be nothing of others: of those in the portal of the caller's own org. */
async function asked(client: PortalClient, { document }: Question, variables: Variables) {
  const { status, data, errors } = await client.send(document, variables);
  if (document.startsWith('mutation') && errors.length === 0) {
    const { foreign, nextDoor } = await world.restore();
    if (client === world.consumer || client === world.anonymous) expect([foreign, nextDoor]).toEqual(theirs);
  }
  return { status, data, errors };
}
const rowsOfOthers = async () => [await world.foreignRows(), await world.nextDoorRows()];

it('takes no name of which nothing is said here', () => {
  expect([...queries, ...mutations].flatMap((field) => unsaid(field, tables))).toEqual([]);
});

describe.each([
  ['query', queries],
  ['mutation', mutations],
] as const)('the %s', (operation, fields) => {
  const named = fields.filter(({ name }) => !NOTHING_TO_NAME.includes(name));

  async function expectAlike(field: Field, word: string, clients: readonly PortalClient[]): Promise<void> {
    const question = questionOf(operation, field, tables);
    const paths = pathsIn(question.variables, world.own);
    expect(paths).not.toEqual([]);
    for (const client of clients)
      for (const path of isThorough ? [undefined, ...paths] : paths) {
        const given = (each: string) => replaced(question.variables, naming(each, world), path) as Variables;
        const foreign = await asked(client, question, given(word));
        const absent = await asked(client, question, given(ABSENT));
        expect({ path, answer: masked(foreign, world) }).toEqual({ path, answer: masked(absent, world) });
      }
    expect(await rowsOfOthers()).toEqual(theirs);
  }

  it.each(named)("$name answers for things of another org's portal as for none", (field: Field) =>
    expectAlike(field, FOREIGN, [world.consumer, world.anonymous]),
  );

  it.each(named.filter(({ name }) => !TELLS_OF_ITS_CATALOG.includes(name)))(
    '$name answers for things of another consumer org of the catalog as for none',
    (field: Field) => expectAlike(field, NEXT_DOOR, [world.consumer, world.anonymous]),
  );

  const alike = fields.filter(({ name }) => !ANEW.includes(name));
  it.each(alike)('$name takes a token of another portal for none', async (field: Field) => {
    const question = questionOf(operation, field, tables);
    const given = replaced(question.variables, naming(FOREIGN, world)) as Variables;
    const stranger = await asked(world.stranger, question, given);
    const nobody = await asked(world.nobody, question, given);
    expect(masked(stranger, world)).toEqual(masked(nobody, world));
  });

  it.each(fields)('$name tells of its own org alone', async (field: Field) => {
    const question = questionOf(operation, field, tables);
    const answer = await asked(world.consumer, question, question.variables);
    expect(leaked(answer, { [FOREIGN]: world.foreign, [NEXT_DOOR]: world.nextDoor })).toEqual([]);
    expect(answer.errors.map(({ extensions }) => `${extensions.code}`).join('')).toBe(
      REFUSED[field.name] ?? '',
    );
  });
});
