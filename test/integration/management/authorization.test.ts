import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../../support/management.ts';

/** Who may, as the contract says: a new field is held to it without being named here. */
const ADMINISTRATOR_ONLY = [
  'createOrg',
  'deleteOrg',
  'createAccessToken',
  'revokeAccessToken',
  'inviteUser',
  'updateOrg',
  'updateUser',
  'removeUser',
  'resetSecondFactor',
  'setQuota',
];
/** For rights of their own. */
const EVERYBODY = [
  'issueTemporaryToken',
  'changePassword',
  'deletePasskey',
  'replaceRecoveryCodes',
  'signOutEverywhere',
];

const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
type Field = GraphQLField<unknown, unknown>;

let world: ManagementWorld;
const callers = new Map<string, ManagementClient>();

beforeAll(async () => {
  world = await openManagement();
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
  for (const role of ['VIEWER', 'DEVELOPER', 'ADMINISTRATOR'] as const)
    callers.set(role, await world.as(role, 'beta'));
  callers.set('nobody', world.withToken(undefined));
  callers.set('a stranger', world.withToken('gh_unknown'));
});
afterAll(() => world.close());

/** Something of a type that the schema takes; what is named `org` names acme. */
function someValue(type: GraphQLInputType, name: string): unknown {
  if (isNonNullType(type)) return someValue(type.ofType, name);
  if (isListType(type)) return [someValue(type.ofType, name)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = fields.filter((field) => isRequiredInputField(field) || field.name === 'org');
    return Object.fromEntries(needed.map((field) => [field.name, someValue(field.type, field.name)]));
  }
  if (name === 'org') return 'acme';
  const values: Record<string, unknown> = {
    Boolean: true,
    Int: 1,
    DateTime: '2030-01-01T00:00:00Z',
    URL: 'http://127.0.0.1:1/',
    Version: '1.0.0',
    VersionedName: 'customer:1.0.0',
    JSON: {},
  };
  return values[type.name] ?? 'acme';
}

function selectionOf(type: GraphQLOutputType): string {
  return isLeafType(getNamedType(type)) ? '' : '{ __typename }';
}

/** Calls a field with the least that the schema takes. */
async function call(caller: string, operation: 'query' | 'mutation', { name, args, type }: Field) {
  const client = callers.get(caller) ?? world;
  const names = args.filter((argument) => isNonNullType(argument.type) || argument.name === 'org');
  const declared = names.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const given = names.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const document = `${operation}${declared && ` (${declared})`} { ${name}${given && `(${given})`} ${selectionOf(type)} }`;
  const variables = Object.fromEntries(names.map((each) => [each.name, someValue(each.type, each.name)]));
  return client.send(document, variables);
}

const orgs = () => world.database.prisma.org.findMany({ orderBy: { name: 'asc' } });

describe.each(['nobody', 'a stranger'])('%s', (caller) => {
  it.each(queries)('is refused the query $name', async (field) => {
    expect(await call(caller, 'query', field)).toMatchObject({
      status: 401,
      data: null,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it.each(mutations)('is refused the mutation $name', async (field) => {
    expect(await call(caller, 'mutation', field)).toMatchObject({
      status: 401,
      data: null,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('is told how to come in, and may not look at the schema', async () => {
    const { headers, errors } = await (callers.get(caller) ?? world).send('{ __schema { types { name } } }');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="management"');
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

describe('a viewer', () => {
  it.each(mutations.filter(({ name }) => !EVERYBODY.includes(name)))(
    'is refused the mutation $name, and nothing is changed',
    async (field) => {
      const before = await orgs();
      const wanted = ADMINISTRATOR_ONLY.includes(field.name) ? '(ADMINISTRATOR|DEVELOPER)' : 'DEVELOPER';
      expect(await call('VIEWER', 'mutation', field)).toMatchObject({
        status: 403,
        data: isNonNullType(field.type) ? null : { [field.name]: null },
        errors: [
          {
            message: expect.stringMatching(`^This needs the role ${wanted}; yours is VIEWER.$`),
            extensions: { code: 'FORBIDDEN' },
          },
        ],
      });
      expect(await orgs()).toEqual(before);
    },
  );
});

describe('a developer', () => {
  it.each(mutations.filter(({ name }) => ADMINISTRATOR_ONLY.includes(name)))(
    'is refused the mutation $name',
    async (field) => {
      expect(await call('DEVELOPER', 'mutation', field)).toMatchObject({
        status: 403,
        data: null,
        errors: [
          {
            message: 'This needs the role ADMINISTRATOR; yours is DEVELOPER.',
            extensions: { code: 'FORBIDDEN' },
          },
        ],
      });
    },
  );

  it.each(mutations.filter(({ name }) => !ADMINISTRATOR_ONLY.includes(name)))(
    'has the role for the mutation $name',
    async (field) => {
      const { errors } = await call('DEVELOPER', 'mutation', field);
      expect(errors.map(({ extensions }) => extensions.code)).not.toContain('FORBIDDEN');
    },
  );
});

it.each(queries.filter(({ name }) => ['users', 'accessTokens'].includes(name)))(
  'who has come in, and by what, only an administrator asks: $name',
  async (field) => {
    const { errors } = await call('DEVELOPER', 'query', field);
    expect(errors).toMatchObject([
      {
        message: 'This needs the role ADMINISTRATOR; yours is DEVELOPER.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  },
);

describe('a caller of another org', () => {
  const withOrg = (fields: Field[]) =>
    fields.filter(({ args }) =>
      args.some(({ name, type }) => {
        const named = getNamedType(type);
        return name === 'org' || (isInputObjectType(named) && 'org' in named.getFields());
      }),
    );

  it.each(withOrg(queries))(
    'learns nothing by the query $name: NOT_FOUND, as for an org that does not exist',
    async (field) => {
      const { errors, data } = await call('ADMINISTRATOR', 'query', field);
      expect(errors).toMatchObject([{ message: 'There is no org acme.', extensions: { code: 'NOT_FOUND' } }]);
      expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
    },
  );

  it.each(withOrg(mutations))('changes nothing by the mutation $name: NOT_FOUND', async (field) => {
    const before = await orgs();
    const { errors } = await call('ADMINISTRATOR', 'mutation', field);
    expect(errors).toMatchObject([{ message: 'There is no org acme.', extensions: { code: 'NOT_FOUND' } }]);
    expect(await orgs()).toEqual(before);
  });
});

describe('the schema', () => {
  it('names an org wherever one can be meant', () => {
    const without = [...queries, ...mutations].filter(({ args }) =>
      args.every(({ name, type }) => {
        const named = getNamedType(type);
        return name !== 'org' && !(isInputObjectType(named) && 'org' in named.getFields());
      }),
    );
    expect(without.map(({ name }) => name).sort()).toEqual([
      'changePassword',
      'createOrg',
      'deleteOrg',
      'deletePasskey',
      'identityProvider',
      'noticePreview',
      'org',
      'orgs',
      'platformHealth',
      'replaceRecoveryCodes',
      'signOutEverywhere',
      'viewer',
    ]);
  });
});
