// How each construct of OpenAPI 2.0, 3.0 and 3.1 is said in GraphQL: docs/reference/openapi-to-graphql.md.
import { describe, expect, it } from 'vitest';
import { answering, documentOf } from '../../../support/built-server.ts';
import { type Converted, converted } from '../../../support/converted.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** A server whose only query answers with this schema. */
function answers(schema: object, schemas: object = {}, more: object = {}): Converted {
  const made = converted(
    documentOf({ '/a': { get: { operationId: 'get', ...answering(schema) } } }, schemas, more),
  );
  expect(made.faults).toEqual([]);
  return made;
}

/** A server whose only mutation is sent this schema. */
function sends(schema: object, schemas: object = {}): Converted {
  const requestBody = { content: { 'application/json': { schema } } };
  const made = converted(
    documentOf({ '/a': { post: { operationId: 'post', requestBody, ...answering(text) } } }, schemas),
  );
  expect(made.faults).toEqual([]);
  return made;
}

/** The definition of a type as SDL, on one line; of a root field likewise. */
function definition({ sdl }: Converted, start: string): string {
  const found = sdl.split('\n\n').find((each) => each.startsWith(start)) ?? `no ${start}`;
  return found.replace(/\s+/g, ' ');
}

describe('a scalar', () => {
  it.each<[schema: object, type: string]>([
    [text, 'String'],
    [whole, 'Int'],
    [{ type: 'number' }, 'Float'],
    [{ type: 'boolean' }, 'Boolean'],
    [{ type: 'integer', format: 'int64' }, 'BigInt'],
    [{ type: 'integer', maximum: 4_294_967_295 }, 'BigInt'],
    [{ type: 'string', format: 'uuid' }, 'ID'],
    [{ type: 'string', format: 'date-time' }, 'DateTime'],
    [{ type: 'string', format: 'date' }, 'Date'],
    [{ type: 'string', format: 'time' }, 'Time'],
    [{ type: 'string', format: 'email' }, 'EmailAddress'],
    [{ type: 'string', format: 'uri' }, 'URL'],
    [{ type: 'string', format: 'ipv4' }, 'String'],
    [{ type: 'string', format: 'byte' }, 'String'],
    [{ type: 'null' }, 'JSON'],
    [{}, 'JSON'],
  ])('%j is %s', (schema, type) => {
    expect(definition(answers(schema), 'type Query')).toBe(`type Query { get: ${type} }`);
  });
});

describe('what may be null', () => {
  const query = (property: object, required: string[] = ['a']) =>
    definition(answers(object({ a: property }, { required })), 'type GetAnswer');

  it('is what the document does not require', () => {
    expect(query(text)).toBe('type GetAnswer { a: String! }');
    expect(query(text, [])).toBe('type GetAnswer { a: String }');
  });
  it('is what OpenAPI 3.0 calls nullable, 3.1 gives the type null, 2.0 writes x-nullable', () => {
    for (const nullable of [
      { ...text, nullable: true },
      { type: ['string', 'null'] },
      { ...text, 'x-nullable': true },
      { anyOf: [text, { type: 'null' }] },
      { oneOf: [text, { enum: [null] }] },
    ])
      expect(query(nullable)).toBe('type GetAnswer { a: String }');
  });
  it('is also behind a reference', () => {
    const made = answers(object({ a: ref('A') }, { required: ['a'] }), { A: { ...text, nullable: true } });
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { a: String }');
  });
  it('is what is sent and has a default', () => {
    const made = sends(object({ a: { ...text, default: 'x' }, b: text }, { required: ['a', 'b'] }));
    expect(definition(made, 'input')).toBe('input PostInput { a: String b: String! }');
  });
  it('of several types is any value', () => {
    expect(query({ type: ['string', 'integer'] })).toBe('type GetAnswer { a: JSON! }');
  });
});

describe('a list', () => {
  it('has items that may be null, however deep', () => {
    const made = answers({ type: 'array', items: { type: 'array', items: { type: 'array', items: whole } } });
    expect(definition(made, 'type Query')).toBe('type Query { get: [[[Int]]] }');
  });
  it('of lists without end, or more than a hundred deep, is one of any values', () => {
    const lists = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`L${at}`, { type: 'array', items: ref(`L${at + 1}`) }]),
    );
    const made = answers(ref('L0'), lists);
    expect(definition(made, 'type Query')).toMatch(/^type Query \{ get: \[{90,110}JSON\]+ \}$/);
    expect(definition(answers(ref('L'), { L: { type: 'array', items: ref('L') } }), 'type Query')).toBe(
      'type Query { get: [JSON] }',
    );
  });
  it('without items is one of any values', () => {
    expect(definition(answers({ type: 'array' }), 'type Query')).toBe('type Query { get: [JSON] }');
  });
  it('of objects names them after where they are', () => {
    const made = answers({ type: 'array', items: object({ b: object({ c: text }) }) });
    expect(definition(made, 'type Query')).toBe('type Query { get: [GetAnswerItem] }');
    expect(definition(made, 'type GetAnswerItemB')).toBe('type GetAnswerItemB { c: String }');
  });
});

describe('names', () => {
  it('keep their case; what GraphQL has no name for is written with _, and numbers begin with it', () => {
    const made = answers(
      object({ BillingAddress: text, 'kebab-case': text, '1st': text, 'a.b': text, __x: text }),
    );
    expect(definition(made, 'type GetAnswer')).toBe(
      'type GetAnswer { BillingAddress: String kebab_case: String _1st: String a_b: String _x: String }',
    );
  });
  it('that would be one are told apart', () => {
    const made = answers(object({ 'a-b': text, a_b: text, 'a.b': whole }));
    expect(definition(made, 'type GetAnswer')).toBe(
      'type GetAnswer { a_b: String a_b_2: String a_b_3: Int }',
    );
  });
  it.each(['Query', 'Mutation', 'String', 'ID', 'JSON', 'BigInt', 'DateTime'])(
    'a schema called %s gets Type behind it',
    (name) => {
      const made = answers(ref(name), { [name]: object({ a: text }) });
      expect(definition(made, 'type Query')).toBe(`type Query { get: ${name}Type }`);
    },
  );
  it('of schemas in other writing: Chinese, blanks, dots', () => {
    const made = answers(object({ a: ref('顾客'), b: ref('My Type'), c: ref('com.acme.Thing') }), {
      顾客: object({ x: text }),
      'My Type': object({ x: text }),
      'com.acme.Thing': object({ x: text }),
    });
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { a: _ b: My_Type c: com_acme_Thing }');
  });
  it('of operations: two of one id both become fields, one without is called by method and path', () => {
    const get = (more: object = {}) => ({ get: { ...more, ...answering(text) } });
    const { sdl, faults } = converted(
      documentOf({
        '/a': get({ operationId: 'same' }),
        '/b': get({ operationId: 'same' }),
        '/pets/{petId}/toys': get(),
      }),
    );
    expect(faults).toEqual([]);
    expect(sdl.replace(/\s+/g, ' ')).toContain(
      'type Query { same: String same_2: String getPetsByPetIdToys(petId: String!): String }',
    );
  });
  it('of operations whose ids GraphQL cannot tell apart are told apart, and the report says so', () => {
    const get = (operationId: string) => ({ get: { operationId, ...answering(text) } });
    const { sdl, report } = converted(documentOf({ '/a': get('get-all'), '/b': get('get_all') }));
    expect(sdl.replace(/\s+/g, ' ')).toContain('type Query { get_all: String get_all_2: String }');
    expect(report.notes).toEqual(["a: #/paths/~1b/get: Query.get_all is another's, and this is get_all_2."]);
  });
});

describe('an enum', () => {
  const query = (values: unknown[], more: object = {}) => answers({ type: 'string', enum: values, ...more });

  it('keeps its values as names, odd ones written with _', () => {
    const made = query(['a', 'for-sale', '1st', 'true', 'null', 'ä b']);
    expect(definition(made, 'enum')).toBe('enum GetAnswer { a for_sale _1st TRUE NULL _b }');
  });
  it('with null among its values is one without it', () => {
    expect(definition(query(['a', null], { nullable: true }), 'enum')).toBe('enum GetAnswer { a }');
  });
  it.each<[why: string, values: unknown[]]>([
    ['two would have one name', ['a-b', 'a_b']],
    ['one is empty', ['', 'a']],
    ['they are no texts', [1, 2]],
    ['there are none', []],
  ])('is a String where %s', (_why, values) => {
    expect(definition(query(values), 'type Query')).toBe('type Query { get: String }');
  });
  it('of whole numbers is a whole number', () => {
    const made = answers({ type: 'integer', enum: [1, 2] });
    expect(definition(made, 'type Query')).toBe('type Query { get: Int }');
  });
  it('that is sent and answered is one type', () => {
    const made = converted(
      documentOf(
        {
          '/a': {
            get: {
              operationId: 'get',
              parameters: [{ name: 'of', in: 'query', schema: ref('Size') }],
              ...answering(ref('Size')),
            },
          },
        },
        { Size: { type: 'string', enum: ['S', 'L'] } },
      ),
    );
    expect(definition(made, 'type Query')).toBe('type Query { get(of: Size): Size }');
  });
});

describe('an object', () => {
  it('without known members, or with members of any name only, is any value', () => {
    for (const schema of [{ type: 'object' }, { type: 'object', additionalProperties: text }])
      expect(definition(answers(schema), 'type Query')).toBe('type Query { get: JSON }');
  });
  it('with members of any name beside known ones has the known ones', () => {
    const made = answers(object({ a: text }, { additionalProperties: true }));
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { a: String }');
  });
  it('may hold itself, directly, in a list, by others, and by a chain of references', () => {
    const made = answers(ref('A'), {
      A: object({ a: ref('A'), list: { type: 'array', items: ref('A') }, b: ref('B') }),
      B: object({ a: ref('Chain') }),
      Chain: ref('Link'),
      Link: ref('A'),
    });
    expect(definition(made, 'type A')).toBe('type A { a: A list: [A] b: B }');
    expect(definition(made, 'type B')).toBe('type B { a: A }');
  });
  it('that is nothing but itself is any value', () => {
    for (const [schema, schemas] of [
      [ref('A'), { A: ref('A') }],
      [ref('A'), { A: ref('B'), B: ref('A') }],
      [ref('A'), { A: { oneOf: [ref('A')] } }],
      [ref('A'), { A: { allOf: [ref('A')] } }],
    ] as const)
      expect(definition(answers(schema, schemas), 'type Query')).toBe('type Query { get: JSON }');
  });
  it('is sent as an input type, without what is readOnly; answered without what is writeOnly', () => {
    const A = object({ id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, b: text });
    expect(definition(sends(ref('A'), { A }), 'input')).toBe('input AInput { secret: String b: String }');
    expect(definition(answers(ref('A'), { A }), 'type A')).toBe('type A { id: String b: String }');
  });
  it('that is sent may leave out what it would need of itself without end, and nothing else', () => {
    const made = sends(ref('A'), {
      A: object({ b: ref('B'), c: ref('C') }, { required: ['b', 'c'] }),
      B: object({ a: ref('A'), n: text }, { required: ['a', 'n'] }),
      C: object({ x: text }, { required: ['x'] }),
    });
    expect(definition(made, 'input AInput')).toBe('input AInput { b: BInput c: CInput! }');
    expect(definition(made, 'input BInput')).toBe('input BInput { a: AInput n: String! }');
  });
  it('whose reference leads nowhere is any value, and the report names the place', () => {
    const made = answers(ref('None'));
    expect(definition(made, 'type Query')).toBe('type Query { get: JSON }');
    expect(made.report.notes).toEqual([
      'a: #/paths/~1a/get/responses/200/content/application~1json/schema: "#/components/schemas/None" leads nowhere.',
    ]);
  });
  it('whose reference is only an example, or a member of that name, is not reported', () => {
    const made = answers(object({ $ref: text, default: text }, { example: { $ref: '#/none' } }));
    expect(made.report.notes).toEqual([]);
  });
  it('of a type that there is not is any value, and the report names the place', () => {
    const made = answers(object({ a: { type: 'strin' } }));
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { a: JSON }');
    expect(made.report.notes).toEqual([
      'a: #/paths/~1a/get/responses/200/content/application~1json/schema/properties/a: there is no type "strin"; this is any value.',
    ]);
  });
  it('the first twenty lost references are named, the others are counted, those of responses among them', () => {
    const lost = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, ref('None')]));
    const { report } = converted(
      documentOf(
        { '/a': { get: { operationId: 'get', responses: { default: ref('Gone') } } } },
        { Lost: object(lost) },
      ),
    );
    expect(report.notes).toHaveLength(21);
    expect(report.notes[0]).toContain(
      '#/paths/~1a/get/responses/default: "#/components/schemas/Gone" leads nowhere.',
    );
    expect(report.notes.at(-1)).toBe('a: 6 more references lead nowhere.');
  });
});

describe('allOf', () => {
  it('is one type of all parts, what any of them requires is sure', () => {
    const made = answers(ref('Dog'), {
      Pet: object({ id: whole, name: text }, { required: ['id'] }),
      Dog: { allOf: [ref('Pet'), object({ bark: text }), { required: ['bark'] }] },
    });
    expect(definition(made, 'type Dog')).toBe('type Dog { id: Int! name: String bark: String! }');
  });
  it('of one reference is what it refers to, also with a description or null beside it', () => {
    const made = answers(
      object({ a: { allOf: [ref('A')], description: 'Mine', nullable: true } }, { required: ['a'] }),
      { A: object({ x: text }) },
    );
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { a: A }');
  });
  it('of two hundred levels is still one type', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `P${at}`,
        { allOf: [...(at < 199 ? [ref(`P${at + 1}`)] : []), object({ [`m${at}`]: text })] },
      ]),
    );
    const made = answers(ref('P0'), parts);
    expect(definition(made, 'type P0').match(/: String/g)).toHaveLength(200);
  });
});

describe('oneOf and anyOf', () => {
  const schemas = {
    Cat: object({ kind: text, purr: text }),
    Dog: object({ kind: text, bark: text }),
  };
  it.each(['oneOf', 'anyOf'])('%s of objects is a union; where it is sent, any value', (keyword) => {
    const Pet = { [keyword]: [ref('Cat'), ref('Dog')] };
    expect(definition(answers(ref('Pet'), { ...schemas, Pet }), 'union')).toBe('union Pet = Cat | Dog');
    const sent = sends(ref('Pet'), { ...schemas, Pet });
    expect(sent.operation('post').arguments.map(({ type }) => type)).toEqual(['JSON']);
  });
  it('of values that are no objects is any value; of one type that type', () => {
    expect(definition(answers({ oneOf: [text, whole] }), 'type Query')).toBe('type Query { get: JSON }');
    expect(definition(answers({ anyOf: [text, { ...text, maxLength: 3 }] }), 'type Query')).toBe(
      'type Query { get: String }',
    );
  });
  it('of unions is one union of all', () => {
    const made = answers(
      { oneOf: [ref('Pet'), ref('Fish')] },
      { ...schemas, Pet: { oneOf: [ref('Cat'), ref('Dog')] }, Fish: object({ fins: whole }) },
    );
    expect(definition(made, 'union GetAnswer')).toBe('union GetAnswer = Cat | Dog | Fish');
  });
  it('that hold each other are one union of all objects, however many there are', () => {
    const names = Array.from({ length: 40 }, (_, at) => `U${at}`);
    const unions = Object.fromEntries(
      names.map((name) => [name, { oneOf: [...names, 'Cat', 'Dog'].map(ref) }]),
    );
    const made = answers(ref('U0'), { ...schemas, ...unions });
    expect(definition(made, 'union U0')).toBe('union U0 = Cat | Dog');
  });
  it('of lists that hold it is a list of any values, also where there are many ways to go round', () => {
    const listOf = (name: string) => ({ type: 'array', items: ref(name) });
    const pairs = Array.from({ length: 60 }, (_, at) => {
      const oneOf = [listOf(`L${(at + 1) % 60}`), listOf(`R${(at + 1) % 60}`)];
      return { [`L${at}`]: { oneOf }, [`R${at}`]: { oneOf } };
    });
    const query = definition(answers(ref('L0'), Object.assign({}, ...pairs)), 'type Query');
    expect(query).toMatch(/^type Query \{ get: \[+JSON\]+ \}$/);
  });
  it('is told apart by its discriminator, by the names of the schemas or as its mapping says', () => {
    const discriminator = {
      propertyName: 'kind',
      mapping: { miaow: '#/components/schemas/Cat', woof: 'Dog' },
    };
    const made = answers({ oneOf: [ref('Cat'), ref('Dog')], discriminator }, schemas);
    expect(made.union('GetAnswer').discriminator).toEqual({
      member: 'kind',
      types: { Cat: 'Cat', Dog: 'Dog', miaow: 'Cat', woof: 'Dog' },
    });
  });
  it('beside members is the object of these members', () => {
    const made = answers({ ...object({ id: text }), anyOf: [{ required: ['id'] }] });
    expect(definition(made, 'type GetAnswer')).toBe('type GetAnswer { id: String }');
  });
});

describe('parameters', () => {
  const get = (parameters: unknown, more: object = {}) =>
    converted(
      documentOf({ '/a/{id}': { get: { operationId: 'get', parameters, ...answering(text) }, ...more } }),
    );

  it('are arguments; what the path has and nobody declares is one as well', () => {
    const made = get([{ name: 'X-Trace', in: 'header', required: true, schema: text }]);
    expect(definition(made, 'type Query')).toBe('type Query { get(id: String!, X_Trace: String!): String }');
  });
  it('of the whole path hold for its operations, which may say them otherwise', () => {
    const id = (schema: object) => ({ name: 'id', in: 'path', required: true, schema });
    const made = get([id(whole)], { parameters: [id(text)] });
    expect(definition(made, 'type Query')).toBe('type Query { get(id: Int!): String }');
  });
  it('of one name in several places are told apart', () => {
    const made = get([
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'id', in: 'query', schema: whole },
    ]);
    expect(definition(made, 'type Query')).toBe('type Query { get(id: String!, id_2: Int): String }');
  });
  it('that HTTP has itself are none', () => {
    const header = (name: string) => ({ name, in: 'header', schema: text });
    const made = get(['Authorization', 'Content-Type', 'Accept', 'Host', 'a b'].map(header));
    expect(definition(made, 'type Query')).toBe('type Query { get(id: String!): String }');
  });
  it('that cannot be read are left out, and the report names each place once', () => {
    const post = { operationId: 'post', ...answering(text) };
    const made = get(['x', { name: 'y', in: 'nowhere' }, null], { parameters: 'x', post });
    expect(definition(made, 'type Query')).toBe('type Query { get(id: String!): String }');
    const none = 'this is no parameter in path, query, header or cookie, and is left out.';
    expect(made.report.notes).toEqual([
      'a: #/paths/~1a~1{id}/parameters: this is no list of parameters, and is left out.',
      `a: #/paths/~1a~1{id}/get/parameters/0: ${none}`,
      `a: #/paths/~1a~1{id}/get/parameters/1: ${none}`,
      `a: #/paths/~1a~1{id}/get/parameters/2: ${none}`,
    ]);
  });
  it('that are said to be nothing are none', () => {
    expect(get(null).report.notes).toEqual([]);
  });
  it('in the path are written in the style simple or as JSON; others are left out, with the place', () => {
    const json = {
      name: 'id',
      in: 'path',
      required: true,
      content: { 'application/json': { schema: text } },
    };
    expect(definition(get([json]), 'type Query')).toBe('type Query { get(id: String!): String }');
    const { report } = get([{ name: 'id', in: 'path', required: true, style: 'matrix', schema: text }]);
    expect(report.operations).toMatchObject([
      {
        field: null,
        reason:
          '#/paths/~1a~1{id}/get: the path parameter id is written in the style matrix; only simple is.',
      },
    ]);
  });
});

describe('what is sent', () => {
  const post = (content: object) =>
    converted(
      documentOf({ '/a': { post: { operationId: 'post', requestBody: { content }, ...answering(text) } } }),
    );
  const schema = object({ a: text });

  it.each([
    ['application/json; charset=utf-8', 'PostInput'],
    ['application/vnd.acme.v1+json', 'PostInput'],
    ['application/x-www-form-urlencoded', 'PostInput'],
    ['multipart/form-data', 'PostInput'],
    ['text/plain', 'String'],
    ['application/xml', 'String'],
    ['application/soap+xml', 'String'],
    ['application/jwt', 'String'],
    ['application/octet-stream', 'Byte'],
    ['image/png', 'Byte'],
  ])('as %s is an argument of type %s', (mediaType, type) => {
    const { arguments: [input] = [], sends: sent } = post({ [mediaType]: { schema } }).operation('post');
    expect({ name: input?.name, type: input?.type, sent }).toEqual({ name: 'input', type, sent: mediaType });
  });
  it('is JSON where there is a choice', () => {
    const choice = {
      'application/xml': { schema },
      'multipart/form-data': { schema },
      'application/json': { schema },
    };
    expect(post(choice).operation('post').sends).toBe('application/json');
  });
  it('as a range of media types, or as none, is sent as JSON or as bytes', () => {
    expect(post({ '*/*': { schema } }).operation('post').sends).toBe('application/json');
    expect(post({ json: { schema } }).operation('post').sends).toBe('application/json');
    expect(post({ 'image/*': {} }).operation('post').sends).toBe('application/octet-stream');
  });
  it('in a form of several parts may hold files, which are bytes', () => {
    const file = { ...text, format: 'binary' };
    const form = object({ a: text, one: file, many: { type: 'array', items: file } });
    expect(definition(post({ 'multipart/form-data': { schema: form } }), 'input')).toBe(
      'input PostInput { a: String one: Byte many: [Byte] }',
    );
  });
});

describe('an answer', () => {
  it.each([
    [['application/json', 'text/plain'], 'GetAnswer', 'JSON'],
    [['application/problem+json'], 'GetAnswer', 'JSON'],
    [['*/*'], 'GetAnswer', 'JSON'],
    [['image/png', 'text/csv'], 'String', 'TEXT'],
    [['application/atom+xml'], 'String', 'TEXT'],
    [['application/pdf'], 'Byte', 'BYTES'],
    [[], 'JSON', 'NONE'],
  ])('of %j is of type %s', (mediaTypes, type, answer) => {
    const content = Object.fromEntries(
      mediaTypes.map((mediaType) => [mediaType, { schema: object({ a: text }) }]),
    );
    const responses = { 200: { description: 'It', content } };
    const made = converted(documentOf({ '/a': { get: { operationId: 'get', responses } } }));
    expect(made.operation('get')).toMatchObject({ type, answer });
  });
  it('is that of the first success that has content; without any, of default', () => {
    const of = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } });
    const type = (responses: object) =>
      converted(documentOf({ '/a': { get: { operationId: 'get', responses } } })).operation('get').type;
    expect(type({ 400: of(text), 204: { description: 'None' }, 201: of(whole), default: of(text) })).toBe(
      'Int',
    );
    expect(type({ 404: of(whole), default: of(text) })).toBe('String');
    expect(type({ '2XX': of({ type: 'boolean' }) })).toBe('Boolean');
  });
});

describe('OpenAPI 2.0', () => {
  const swagger = (operation: object, more: object = {}) =>
    converted({
      swagger: '2.0',
      info: { title: 't', version: '1' },
      paths: {
        '/a': {
          post: {
            operationId: 'post',
            responses: { 200: { description: 'It', schema: text } },
            ...operation,
          },
        },
      },
      ...more,
    });

  it('formData is an input object; with a file it is a form of several parts', () => {
    const fields = [
      { name: 'a', in: 'formData', type: 'string', required: true },
      { name: 'b', in: 'formData', type: 'array', items: whole },
    ];
    const made = swagger({ parameters: fields });
    expect(definition(made, 'input')).toBe('input PostInput { a: String! b: [Int] }');
    expect(made.operation('post').sends).toBe('application/x-www-form-urlencoded');
    const withFile = swagger({ parameters: [...fields, { name: 'f', in: 'formData', type: 'file' }] });
    expect(definition(withFile, 'input')).toBe('input PostInput { a: String! b: [Int] f: Byte }');
    expect(withFile.operation('post').sends).toBe('multipart/form-data');
  });
  it('a body is an argument, in what the operation or the whole document consumes', () => {
    const parameters = [
      { name: 'thing', in: 'body', required: true, schema: { $ref: '#/definitions/Thing' } },
    ];
    const definitions = { Thing: object({ a: text }) };
    const made = swagger({ parameters }, { definitions, consumes: ['application/vnd.acme+json'] });
    expect(made.operation('post')).toMatchObject({
      sends: 'application/vnd.acme+json',
      arguments: [{ name: 'input', type: 'ThingInput!' }],
    });
  });
  it('x-nullable, formats and collectionFormat are read', () => {
    const made = swagger({
      parameters: [
        {
          name: 'ids',
          in: 'query',
          type: 'array',
          collectionFormat: 'pipes',
          items: { type: 'integer', format: 'int64' },
        },
      ],
    });
    expect(made.operation('post').arguments).toMatchObject([
      { type: '[BigInt]', place: { style: 'pipeDelimited', explode: false } },
    ]);
  });
});
