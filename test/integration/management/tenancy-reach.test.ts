// What the matrix of fields does not call: arguments of fields below the root, what is followed, and addresses that stand
// in documents and manifests. None of it reaches the things of another org, or the platform itself.
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/control-plane/management/schema.ts';
import { type Following, type Socket, serveOnSocket } from '../../support/follow.ts';
import { documentNamed, SERVER_URL } from '../../support/tenancy/manifest.ts';
import { leaked, masked } from '../../support/tenancy/questions.ts';
import {
  ABSENT,
  FOREIGN,
  OWN,
  OWN_DOORS,
  openTenancy,
  type TenancyWorld,
} from '../../support/tenancy/world.ts';

let world: TenancyWorld;
let socket: Socket;
beforeAll(async () => {
  world = await openTenancy();
  socket = await serveOnSocket((request) => world.fetch(request));
});
afterAll(async () => {
  await socket.close();
  await world.close();
});

const inOrg = (selection: string) => `{ org(name: "${OWN}") { ${selection} } }`;
const inCatalog = (selection: string) =>
  `{ catalog(org: "${OWN}", name: "${OWN}-catalog") { ${selection} } }`;
const explain = (given: string) =>
  `{ graphqlServer(org: "${OWN}", name: "${OWN}-server") { explain(query: "{ things }", ${given}) { field } } }`;
const inPeople = (selection: string) =>
  `{ userRegistry(org: "${OWN}", name: "${OWN}-people") { ${selection} } }`;
const schemaOf = (selection: string) =>
  `{ graphqlServer(org: "${OWN}", name: "${OWN}-server") { schema { ${selection} } } }`;

const explainCondition = (given: string) =>
  inOrg(`apis { explainCondition(condition: "true", operation: "GET /things", ${given}) { holds fault } }`);

/** How a field below the root is asked with what names a thing; those that say nothing of the kind have none. */
const BELOW: Readonly<Record<string, ((word: string) => string) | 'NAMES_NOTHING'>> = {
  'Api.explainCondition claims': (word) => explainCondition(`claims: { sub: "${word}-member" }`),
  'Api.explainCondition client': (word) =>
    explainCondition(`client: { application: "${word}", consumerOrg: "${word}", plan: "${word}" }`),
  'Api.explainCondition condition': 'NAMES_NOTHING',
  'Api.explainCondition headers': (word) => explainCondition(`headers: { host: "${word}" }`),
  'Api.explainCondition operation': 'NAMES_NOTHING',
  'Api.findings ruleSet': (word) => inOrg(`apis { findings(ruleSet: "${word}-rule-set") { count } }`),
  'Api.operationCount search': (word) => inOrg(`apis { operationCount(search: "${word}") }`),
  'Api.operations search': (word) => inOrg(`apis { operations(search: "${word}") { path } }`),
  'Catalog.asOf instant': 'NAMES_NOTHING',
  'Catalog.at instant': 'NAMES_NOTHING',
  'Catalog.changesBetween after': 'NAMES_NOTHING',
  'Catalog.changesBetween since': 'NAMES_NOTHING',
  'Catalog.changesBetween until': 'NAMES_NOTHING',
  'Catalog.consumerGroupCount search': (word) => inCatalog(`consumerGroupCount(search: "${word}")`),
  'Catalog.consumerGroups search': (word) => inCatalog(`consumerGroups(search: "${word}") { name }`),
  'Catalog.consumerOrgCount search': (word) => inCatalog(`consumerOrgCount(search: "${word}")`),
  'Catalog.consumerOrgs search': (word) => inCatalog(`consumerOrgs(search: "${word}") { name }`),
  'Catalog.productCount name': (word) => inCatalog(`productCount(name: "${word}-product")`),
  'Catalog.productCount search': (word) => inCatalog(`productCount(search: "${word}")`),
  'Catalog.products name': (word) => inCatalog(`products(name: "${word}-product") { title }`),
  'Catalog.products search': (word) => inCatalog(`products(search: "${word}") { title }`),
  'GraphQLSchema.type name': (word) => schemaOf(`type(name: "${word}") { name }`),
  'GraphQLSchema.typeCount search': (word) => schemaOf(`typeCount(search: "${word}")`),
  'GraphQLSchema.types search': (word) => schemaOf(`types(search: "${word}") { name }`),
  'GraphQLServer.explain claims': (word) => explain(`claims: { sub: "${word}-member" }`),
  'GraphQLServer.explain gateway': (word) =>
    explain(`gateway: { org: "${word}", api: "${word}-api:1.0.0", client: "${word}" }`),
  'GraphQLServer.explain headers': (word) => explain(`headers: { host: "${word}" }`),
  'GraphQLServer.explain operationName': 'NAMES_NOTHING',
  'GraphQLServer.explain policies': 'NAMES_NOTHING',
  'GraphQLServer.explain query': 'NAMES_NOTHING',
  'GraphQLServer.explain variables': 'NAMES_NOTHING',
  'Org.apiCount search': (word) => inOrg(`apiCount(search: "${word}")`),
  'Org.apis search': (word) => inOrg(`apis(search: "${word}") { title }`),
  'Org.productCount search': (word) => inOrg(`productCount(search: "${word}")`),
  'Org.products search': (word) => inOrg(`products(search: "${word}") { title }`),
  'UserRegistry.localUser username': (word) => inPeople(`localUser(username: "${word}-person") { username }`),
  'UserRegistry.localUserCount search': (word) => inPeople(`localUserCount(search: "${word}")`),
  'UserRegistry.localUsers search': (word) => inPeople(`localUsers(search: "${word}") { username }`),
};

/** `Type.field argument` of each that may hold a text, on types other than the roots. */
function textsBelowRoot(): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !roots.includes(type))
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap(({ name, args }) =>
        args
          .filter(({ type: of }) => !isEnumType(getNamedType(of)))
          .filter(({ type: of }) => !['Boolean', 'Float', 'Int'].includes(getNamedType(of).name))
          .map((argument) => `${type.name}.${name} ${argument.name}`),
      ),
    );
}

describe('an argument of a field below the root', () => {
  it('is none of which nothing is said here', () => {
    expect(textsBelowRoot().sort()).toEqual(Object.keys(BELOW).sort());
  });

  const naming = Object.entries(BELOW).filter(([, document]) => document !== 'NAMES_NOTHING');
  it.each(naming)('finds nothing of another org: %s', async (_, document) => {
    if (document === 'NAMES_NOTHING') return;
    for (const client of [world.administrator, world.viewer]) {
      const [foreign, absent] = [await client.send(document(FOREIGN)), await client.send(document(ABSENT))];
      const told = ({ data, errors }: typeof foreign) => masked({ data, errors }, world);
      expect(told(foreign)).toBe(told(absent));
    }
  });
});

describe('what is followed', () => {
  const follow = (args: string) =>
    socket.follow({
      path: '/graphql',
      token: world.watcher,
      events: `events${args} { id type catalog subject detail }`,
    });
  const refusal = async (args: string) => {
    const following = await follow(args);
    const told = await following.next().then(JSON.stringify, ({ message }: Error) => message);
    following.hangUp();
    return told;
  };

  it.each([
    ['org', (word: string) => `(org: "${word}")`],
    ['catalog', (word: string) => `(org: "${OWN}", catalog: "${word}-catalog")`],
    ['org and catalog', (word: string) => `(org: "${word}", catalog: "${word}-catalog")`],
  ])('is refused for that of another as for none: %s', async (_, args) => {
    const told = masked(await refusal(args(FOREIGN)), world);
    expect(told).toBe(masked(await refusal(args(ABSENT)), world));
    expect(told).toContain('NOT_FOUND');
  });

  it('tells nothing of another org, also after an event of its own', async () => {
    const following: Following[] = [await follow(''), await follow(`(after: "${world.foreign.event}")`)];
    for (const org of [FOREIGN, OWN]) {
      const address = { org, catalog: `${org}-catalog`, api: `${org}-api:1.0.0` };
      await world.mutate('setApiOnline', { ...address, online: false }, '{ name }');
    }
    for (const each of following) {
      const events = [];
      for (let isOwn = false; !isOwn; ) {
        const event = await each.next();
        expect(event, 'the stream goes on').toBeDefined();
        events.push(event);
        isOwn = event?.detail['online'] === false;
      }
      expect(leaked(events, { [FOREIGN]: world.foreign })).toEqual([]);
      each.hangUp();
    }
    await world.restore();
  });
});

describe('the address of a server in an OpenAPI document', () => {
  const { openapi, servers, ...rest } = documentNamed('New');
  const [host, port] = ['127.0.0.1', '65001'];
  const documents = (url: string) => [
    { openapi, ...rest, servers: [{ url }] },
    JSON.stringify({ openapi, ...rest, servers: [{ url }] }),
    { openapi, ...rest, servers: [{ url: '{all}', variables: { all: { default: url } } }] },
    { openapi, ...rest, servers: [{ url }, ...servers] },
  ];
  const create = (document: unknown) =>
    world.administrator.send(
      'mutation ($input: CreateApiInput!) { createApi(input: $input) { targetUrl } }',
      { input: { title: 'New', openapi: document } },
    );

  it('may not lead to the platform where calls would be sent there', async () => {
    const swagger = {
      swagger: '2.0',
      ...rest,
      host: `${host}:${port}`,
      schemes: ['http'],
      basePath: '/graphql',
    };
    for (const document of [...OWN_DOORS.flatMap(documents), swagger]) {
      const { data, errors } = await create(document);
      expect({ document, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
        document,
        data: null,
        codes: ['TARGET_NOT_ALLOWED'],
      });
    }
  });

  it('decides nothing where an address is given, and is told to nobody as one', async () => {
    const document = { openapi, ...rest, servers: [{ url: OWN_DOORS[0] }] };
    const targetUrl = 'http://127.0.0.1:1/';
    const input = { title: 'New', openapi: document, targetUrl };
    expect(await world.administrator.mutate('createApi', input, '{ targetUrl }')).toEqual({ targetUrl });
    await world.restore();
    const api = `${OWN}-api:1.0.0`;
    const updated = await world.administrator.mutate(
      'updateApi',
      { api, openapi: document },
      '{ targetUrl }',
    );
    expect(updated).toEqual({ targetUrl: 'http://127.0.0.1:1/v1' });
    await world.restore();
  });
});

describe('an address in a manifest', () => {
  const api = { name: 'new', title: 'New', version: '1.0.0', basePath: '/new' };
  const rest = { ...api, openapi: documentNamed('New') };
  const graphql = (graphqlUrl: string) => ({ apis: [{ ...api, graphqlUrl, sdl: 'type Query { a: Int }' }] });
  const queries: Readonly<Record<string, (url: string) => object>> = {
    'targetUrl of an API': (targetUrl) => ({ apis: [{ ...rest, targetUrl }] }),
    'servers of a document': (url) => ({
      apis: [{ ...rest, openapi: { ...documentNamed('New'), servers: [{ url }] } }],
    }),
    'graphqlUrl of an API': graphql,
    'url of a user registry': (url) => ({
      userRegistries: [{ name: 'new', title: 'New', displayName: 'New', url }],
    }),
    'url of a webhook': (url) => ({
      catalogs: [
        {
          name: `${OWN}-catalog`,
          title: 'Catalog',
          webhooks: [{ name: 'new', url, types: ['CREDENTIAL'], secret: 'a secret that signs deliveries' }],
        },
      ],
    }),
    'url of a source': (url) => ({
      graphqlServers: [
        { name: 'new', title: 'New', sources: [{ name: 'things', url, openapi: documentNamed('New') }] },
      ],
    }),
  };
  const apply = (manifest: object, dryRun: boolean) =>
    world.administrator.send(
      'mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { revision } }',
      { input: { org: OWN, manifest: { gatehouse: '1', ...manifest }, dryRun } },
    );

  it.each(Object.keys(queries))('may not lead to the platform: %s', async (name) => {
    for (const url of OWN_DOORS)
      for (const dryRun of [true, false]) {
        const { data, errors } = await apply(queries[name]?.(url) ?? {}, dryRun);
        expect({ url, dryRun, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
          url,
          dryRun,
          data: null,
          codes: ['TARGET_NOT_ALLOWED'],
        });
      }
  });

  it('reaches the GraphQL server of another org as none', async () => {
    const answers = [];
    for (const dryRun of [true, false])
      for (const word of [FOREIGN, ABSENT]) {
        const { data, errors } = await apply(graphql(`${SERVER_URL}/${word}/${word}-server`), dryRun);
        expect(errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
        answers.push(masked({ data, errors }, world));
      }
    expect(new Set(answers).size).toBe(1);
  });
});
