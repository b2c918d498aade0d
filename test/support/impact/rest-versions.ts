import type { Dice } from './dice.ts';

type Schema = { type: string; enum?: string[] };
type Parameter = { name: string; isRequired: boolean; schema: Schema };
type Member = { name: string; isRequired: boolean; type: string };
type Operation = {
  name: string;
  parameters: Parameter[];
  answer: Member[];
  /** Undefined takes no body. */
  body: Member[] | undefined;
};

/** An API of REST that can be changed: its operations, such as `GET /a`. */
export type RestModel = Operation[];

/** A call of an operation, with values by parameter. */
export type RestCall = {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly body: Readonly<Record<string, string | number | boolean>> | undefined;
};

const TYPES = ['string', 'integer', 'boolean'];
const VALUES = ['x', 'y', 'z'];
const NAMES = ['a', 'b', 'c'];

/** Two versions of an API. */
export function restVersions(dice: Dice): { readonly before: RestModel; readonly after: RestModel } {
  const before = ['GET /a', 'GET /b', 'POST /a', 'GET /b/{id}'].map((name) => newOperation(name, dice));
  const after = structuredClone(before);
  for (let left = 2 + dice.below(3); left > 0; left -= 1) dice.one(changes)(after, dice);
  return { before, after };
}

const members = (dice: Dice): Member[] =>
  NAMES.map((name) => ({ name, isRequired: dice.percent(60), type: dice.one(TYPES) }));

function newOperation(name: string, dice: Dice): Operation {
  const parameters = dice.some(['p', 'q', 'r'], 60).map((each) => ({
    name: each,
    isRequired: dice.percent(30),
    schema: dice.percent(40) ? { type: 'string', enum: [...VALUES] } : { type: dice.one(TYPES) },
  }));
  return {
    name,
    parameters,
    answer: members(dice),
    body: name.startsWith('POST') ? members(dice) : undefined,
  };
}

/** The OpenAPI document of an API. */
export function documentOf(model: RestModel): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, parameters, answer, body } of model) {
    const [method = '', path = ''] = name.split(' ');
    const inPath = path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
      : [];
    const inQuery = parameters.map(({ name: own, isRequired, schema }) => ({
      name: own,
      in: 'query',
      required: isRequired,
      schema,
    }));
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      parameters: [...inPath, ...inQuery],
      ...(body && {
        requestBody: { required: true, content: { 'application/json': { schema: objectOf(body) } } },
      }),
      responses: {
        200: { description: 'OK', content: { 'application/json': { schema: objectOf(answer) } } },
      },
    };
  }
  return { openapi: '3.0.3', info: { title: 'a', version: '1.0.0' }, paths };
}

const objectOf = (all: readonly Member[]) => ({
  type: 'object',
  required: all.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  properties: Object.fromEntries(all.map(({ name, type }) => [name, { type }])),
});

const sampleOf = (type: string) => ({ string: 'text', integer: 1, boolean: true })[type] ?? 'text';

/** A call that an API takes. */
export function restCall(model: RestModel, dice: Dice): RestCall {
  const { name, parameters, body } = dice.one(model);
  const given = <Each extends { readonly isRequired: boolean }>(all: readonly Each[]) =>
    all.filter(({ isRequired }) => isRequired || dice.percent(50));
  return {
    operation: name,
    parameters: Object.fromEntries(
      given(parameters).map((each) => [
        each.name,
        each.schema.enum ? dice.one(each.schema.enum) : sampleOf(each.schema.type),
      ]),
    ),
    body: body && Object.fromEntries(given(body).map((each) => [each.name, sampleOf(each.type)])),
  };
}

/** Tells whether a call of the old version fails at the new one. It is refused, or its answer is another. */
export function restCallFails(before: RestModel, after: RestModel, call: RestCall): boolean {
  const [was, is] = [before, after].map((model) => model.find(({ name }) => name === call.operation));
  if (!was || !is) return true;
  const lacks = is.parameters.some(({ name, isRequired }) => isRequired && !(name in call.parameters));
  const takes = Object.entries(call.parameters).every(([name, value]) => {
    const parameter = is.parameters.find((each) => each.name === name);
    return parameter && accepts(parameter.schema, value);
  });
  return lacks || !takes || !isBodyTaken(is.body, call.body) || answersDiffer(was.answer, is.answer);
}

const accepts = ({ type, enum: values }: Schema, value: string | number | boolean) =>
  typeof value === typeof sampleOf(type) && (!values || values.includes(`${value}`));

function isBodyTaken(taken: Operation['body'], sent: RestCall['body']): boolean {
  if (!taken || !sent) return !taken === !sent;
  return taken.every(({ name, isRequired, type }) =>
    name in sent ? accepts({ type }, sent[name] ?? '') : !isRequired,
  );
}

const answersDiffer = (was: readonly Member[], is: readonly Member[]) =>
  was.some((old) => {
    const now = is.find(({ name }) => name === old.name);
    return !now || now.type !== old.type || (old.isRequired && !now.isRequired);
  });

type Change = (model: RestModel, dice: Dice) => void;
const remove = <Item>(items: Item[], item: Item) => void items.splice(items.indexOf(item), 1);
const another = (type: string, dice: Dice) => dice.one(TYPES.filter((each) => each !== type));
/** A parameter with the list that it is in, where there is one. */
const anyParameter = (model: RestModel, dice: Dice) => {
  const lists = model.map(({ parameters }) => parameters).filter(({ length }) => length > 0);
  if (lists.length === 0) return undefined;
  const list = dice.one(lists);
  return { list, parameter: dice.one(list) };
};
const anyMember = (model: RestModel, dice: Dice) => dice.one(model.flatMap(({ answer }) => answer));
const anyBody = (model: RestModel, dice: Dice) =>
  model.find(({ body }) => body?.length)?.body ?? dice.one(model).answer;

const changes: readonly Change[] = [
  function removeOperation(model, dice) {
    if (model.length > 1) remove(model, dice.one(model));
  },
  function addParameter(model, dice) {
    const name = `new${dice.below(1_000)}`;
    dice.one(model).parameters.push({ name, isRequired: dice.percent(50), schema: { type: 'string' } });
  },
  function removeParameter(model, dice) {
    const found = anyParameter(model, dice);
    if (found) remove(found.list, found.parameter);
  },
  function requireParameter(model, dice) {
    const found = anyParameter(model, dice);
    if (found) found.parameter.isRequired = true;
  },
  function changeParameter(model, dice) {
    const found = anyParameter(model, dice);
    if (found) found.parameter.schema = { type: another(found.parameter.schema.type, dice) };
  },
  function removeValue(model, dice) {
    anyParameter(model, dice)?.parameter.schema.enum?.splice(dice.below(3), 1);
  },
  function addValue(model, dice) {
    anyParameter(model, dice)?.parameter.schema.enum?.push('w');
  },
  function removeMember(model, dice) {
    const { answer } = dice.one(model);
    if (answer.length > 0) remove(answer, dice.one(answer));
  },
  function addMember(model, dice) {
    dice.one(model).answer.push({ name: `new${dice.below(1_000)}`, isRequired: true, type: 'string' });
  },
  function changeMember(model, dice) {
    const member = anyMember(model, dice);
    member.type = another(member.type, dice);
  },
  function loosenMember(model, dice) {
    anyMember(model, dice).isRequired = false;
  },
  function changeBody(model, dice) {
    const member = dice.one(anyBody(model, dice));
    member.type = another(member.type, dice);
  },
  function requireInBody(model, dice) {
    dice.one(anyBody(model, dice)).isRequired = true;
  },
  function addToBody(model, dice) {
    anyBody(model, dice).push({
      name: `new${dice.below(1_000)}`,
      isRequired: dice.percent(50),
      type: 'string',
    });
  },
];
