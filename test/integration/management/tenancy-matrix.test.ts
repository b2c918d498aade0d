// No field and no mutation of the management API tells of another org, or changes it: each is called with the names and
// ids of its things, one by one, and must answer as for things that there are not. The calls are made from the schema.
// A new field is in them by itself; this fails until test/support/tenancy/management-arguments.ts says what its
// arguments name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import type { ManagementClient } from '../../support/management.ts';
import { isThorough, someOf } from '../../support/runs.ts';
import { managementArguments } from '../../support/tenancy/management-arguments.ts';
import { documentNamed, SERVER_URL } from '../../support/tenancy/manifest.ts';
import {
  type Arguments,
  type Field,
  type InputPath,
  leaked,
  masked,
  naming,
  pathsIn,
  type Question,
  questionOf,
  replaced,
  unsaid,
  urlPaths,
  type Variables,
  withAt,
} from '../../support/tenancy/questions.ts';
import {
  ABSENT,
  FOREIGN,
  OWN,
  OWN_DOORS,
  openTenancy,
  type TenancyWorld,
} from '../../support/tenancy/world.ts';

const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** What needs no other org's things to be asked: it takes no name. */
const NOTHING_TO_NAME = [
  'changePassword',
  'deletePasskey',
  'identityProvider',
  'noticePreview',
  'orgs',
  'platformHealth',
  'replaceRecoveryCodes',
  'signOutEverywhere',
  'viewer',
];

/** What is refused although it names things of the caller's org, or is for others than her. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  addExternalClientId: /^NOT_FOUND .* that is an external issuer/,
  registerExternalClient: /^NOT_FOUND .* that is an external issuer/,
  removeExternalClientId: /^NOT_FOUND .* that is an external issuer/,
  advanceChange: /^TRANSITION_REFUSED .* has no waves that run/,
  archiveProduct: /^TRANSITION_REFUSED /,
  changePassword: /^BAD_USER_INPUT This is for a person /,
  createOrg: /^FORBIDDEN /,
  deleteApi: /^IN_USE /,
  deleteCatalog: /^IN_USE /,
  deleteOAuthProvider: /^IN_USE /,
  deleteOrg: /^IN_USE /,
  deletePlan: /^IN_USE /,
  deleteUserRegistry: /^IN_USE /,
  deletePasskey: /^BAD_USER_INPUT This is for a person /,
  haltChange: /^TRANSITION_REFUSED .* has no waves that run/,
  refreshGraphQLSchema: /^GRAPHQL_SERVER_UNUSABLE .* has no schema yet/,
  rehearse: /^BAD_USER_INPUT Every API of .* is the same version in /,
  replaceRecoveryCodes: /^BAD_USER_INPUT This is for a person /,
  resetSecondFactor: /^TRANSITION_REFUSED .* has no passkey for this org/,
  signOutEverywhere: /^BAD_USER_INPUT This is for a person /,
};

let world: TenancyWorld;
let tables: Arguments;
/** What the other org has in the beginning. */
let theirs: Record<string, readonly string[]>;

beforeAll(async () => {
  world = await openTenancy();
  tables = managementArguments(world);
  theirs = await world.foreignRows();
});
afterAll(() => world.close());

async function ask(client: ManagementClient, { document }: Question, variables: Variables) {
  const { status, data, errors } = await client.send(document, variables);
  return { status, data, errors };
}
const isAnswered = ({ errors }: { errors: readonly unknown[] }) => errors.length === 0;

/** Puts back what a mutation changed, which must be nothing of the other org. */
async function asked(client: ManagementClient, question: Question, variables: Variables) {
  const answer = await ask(client, question, variables);
  if (question.document.startsWith('mutation') && isAnswered(answer)) {
    const { foreign } = await world.restore();
    expect(withoutInvitations(question, foreign)).toEqual(theirs);
  }
  return answer;
}

/** A person of another org may be invited to one's own, too, who then is in it as anybody else. */
function withoutInvitations({ document }: Question, rows: typeof theirs): typeof theirs {
  if (!document.includes('inviteUser')) return rows;
  const { Membership: of = [], ...others } = rows;
  return { ...others, Membership: of.filter((row) => theirs['Membership']?.includes(row)) };
}

/** Of the places in members of a list that are alike, the first. */
function ofEachKind(paths: readonly InputPath[]): InputPath[] {
  const kind = (path: InputPath) => path.map((step) => (/^\d+$/.test(`${step}`) ? '*' : step)).join('/');
  return paths.filter((path, at) => paths.findIndex((other) => kind(other) === kind(path)) === at);
}

/** Names of one question that a plain run replaces, as far apart as they are. Only manifests have more. */
const PATHS = 12;

async function expectAlike(client: ManagementClient, question: Question): Promise<void> {
  const each = ofEachKind(pathsIn(question.variables, world.own));
  // All together tell less: the first name that is refused may hide what the second would tell.
  const paths = [...(isThorough ? [undefined] : []), ...someOf(each, Math.ceil(each.length / PATHS))];
  for (const path of paths) {
    const given = (word: string) => replaced(question.variables, naming(word, world), path) as Variables;
    const foreign = await asked(client, question, given(FOREIGN));
    const absent = await asked(client, question, given(ABSENT));
    expect({ path, answer: masked(foreign, world) }).toEqual({ path, answer: masked(absent, world) });
  }
}

it('takes no name of which nothing is said here', () => {
  const names = [...queries, ...mutations].flatMap((field) => unsaid(field, tables));
  expect(names, 'say in test/support/tenancy/management-arguments.ts what they name').toEqual([]);
});

describe.each([
  ['query', queries],
  ['mutation', mutations],
] as const)('the %s', (operation, fields) => {
  const named = fields.filter(({ name }) => !NOTHING_TO_NAME.includes(name));

  it.each(named)(
    '$name answers for things of another org as for none',
    async (field: Field) => {
      const question = questionOf(operation, field, tables);
      expect(pathsIn(question.variables, world.own)).not.toEqual([]);
      await expectAlike(world.administrator, question);
      if (operation === 'query') await expectAlike(world.viewer, question);
      expect(await world.foreignRows()).toEqual(theirs);
    },
    120_000,
  );

  it.each(fields)('$name tells of its own org alone', async (field: Field) => {
    const question = questionOf(operation, field, tables);
    const answer = await asked(world.administrator, question, question.variables);
    expect(leaked(answer, { [FOREIGN]: world.foreign })).toEqual([]);
    expect(answer.errors.map(({ message, extensions }) => `${extensions.code} ${message}`).join('')).toMatch(
      REFUSED[field.name] ?? /^$/,
    );
  });
});

describe('an address', () => {
  /** What else a mutation takes beside the address; undefined where it takes no such address. */
  const issuer = { url: 'http://127.0.0.1:1/', audiences: [] };
  const external = { type: 'EXTERNAL', userRegistry: undefined };
  const introspection = { clientId: 'gate', secret: `${OWN}-secret` };
  const beside: Readonly<Record<string, Variables>> = {
    'createOAuthProvider issuer.url': { ...external, issuer },
    'createOAuthProvider issuer.jwksUrl': { ...external, issuer },
    'createOAuthProvider issuer.registration.url': { ...external, issuer },
    'createOAuthProvider issuer.introspection.url': { ...external, issuer: { ...issuer, introspection } },
    'updateOAuthProvider issuer.url': { issuer },
    'updateOAuthProvider issuer.jwksUrl': { issuer },
    'updateOAuthProvider issuer.registration.url': { issuer },
    'updateOAuthProvider issuer.introspection.url': { issuer: { ...issuer, introspection } },
    'createApi graphqlUrl': { openapi: undefined, sdl: 'type Query { a: Int }' },
    'createApi targetUrl': { backend: undefined },
    'importApi graphqlUrl': { openapi: undefined, sdl: 'type Query { a: Int }' },
    'importApi targetUrl': { backend: undefined },
    'setBackend tokenUrl': {
      targets: [{ url: 'http://127.0.0.1:8091/crm' }],
      credentials: { type: 'OAUTH2_CLIENT_CREDENTIALS', clientId: 'gate', secret: `${OWN}-secret` },
    },
    'setBackend url': { targets: [{}] },
    'updateApi targetUrl': { backend: undefined },
    'updateApi graphqlUrl': { api: `${OWN}-proxy:1.0.0` },
    'updateGraphQLServer url': {
      sources: [{ name: 'things', openapi: documentNamed('New') }],
    },
  };
  /** The last step of a path; the whole path in an issuer, which has several addresses. */
  const nameOf = (path: InputPath) => (path[1] === 'issuer' ? path.slice(1).join('.') : path.at(-1));
  const addressed = mutations.flatMap((field) =>
    urlPaths(field).map((path) => ({ field, path, name: `${field.name} ${nameOf(path)}` })),
  );
  const given = ({ field, path, name }: (typeof addressed)[number], url: string) => {
    const question = questionOf('mutation', field, tables);
    const input = { ...(question.variables['input'] as Variables), ...beside[name] };
    return { question, variables: withAt({ input }, path, url) as Variables };
  };

  it('is taken by no mutation that is not called here', () => {
    expect(addressed.map(({ name }) => name)).toEqual([
      'createApi graphqlUrl',
      'createApi targetUrl',
      'createGraphQLServer url',
      'createOAuthProvider issuer.introspection.url',
      'createOAuthProvider issuer.jwksUrl',
      'createOAuthProvider issuer.registration.url',
      'createOAuthProvider issuer.url',
      'createUserRegistry url',
      'createWebhook url',
      'importApi graphqlUrl',
      'importApi targetUrl',
      'setBackend tokenUrl',
      'setBackend url',
      'updateApi graphqlUrl',
      'updateApi targetUrl',
      'updateGraphQLServer url',
      'updateOAuthProvider issuer.introspection.url',
      'updateOAuthProvider issuer.jwksUrl',
      'updateOAuthProvider issuer.registration.url',
      'updateOAuthProvider issuer.url',
      'updateUserRegistry url',
      'updateWebhook url',
    ]);
  });

  it.each(addressed)("of another org's GraphQL server is one of none for $name", async (each) => {
    const [foreign, absent, nowhere] = [
      `${SERVER_URL}/${FOREIGN}/${FOREIGN}-server`,
      `${SERVER_URL}/${FOREIGN}/${ABSENT}-server`,
      `${SERVER_URL}/${ABSENT}/${ABSENT}-server`,
    ].map((url) => given(each, url));
    const answers = [];
    for (const call of [foreign, absent, nowhere])
      if (call) answers.push(masked(await asked(world.administrator, call.question, call.variables), world));
    expect(new Set(answers).size).toBe(1);
    if (each.name.endsWith('graphqlUrl')) expect(answers[0]).toContain('"code":"NOT_FOUND"');
    expect(await world.foreignRows()).toEqual(theirs);
  });

  it.each(addressed)('of the platform itself is refused for $name', async (each) => {
    for (const url of OWN_DOORS) {
      const { question, variables } = given(each, url);
      const { data, errors } = await world.administrator.send(question.document, variables);
      expect({ url, data, errors }).toMatchObject({
        data: null,
        errors: [{ extensions: { code: 'TARGET_NOT_ALLOWED' } }],
      });
    }
  });
});
