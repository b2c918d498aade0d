import { buildSchema, validateSchema } from 'graphql';
import type { Dice } from './dice.ts';

type Argument = { name: string; type: string };
type Field = { name: string; type: string; args: Argument[] };
type ObjectModel = { name: string; isNode: boolean; fields: Field[] };

/** A GraphQL schema that can be changed. */
type Model = {
  objects: ObjectModel[];
  query: Field[];
  union: string[];
  /** Null is a scalar in its place. */
  values: string[] | null;
  inputs: { name: string; fields: Argument[] }[];
};

const SCALARS = ['String', 'Int', 'Boolean'];
const NAMES = ['A', 'B', 'C'];

/** Two versions of a schema, as SDL. */
export function graphqlVersions(dice: Dice): { readonly before: string; readonly after: string } {
  const model = newModel(dice);
  const before = written(model);
  let after = model;
  for (let left = 2 + dice.below(3); left > 0; left -= 1) after = changed(after, dice);
  return { before, after: written(after) };
}

/** A model with one change. One that takes the last of something is thrown again. */
function changed(model: Model, dice: Dice): Model {
  for (;;) {
    const next = structuredClone(model);
    dice.one(changes)(next, dice);
    if (isValid(written(next))) return next;
  }
}

function isValid(sdl: string): boolean {
  try {
    return validateSchema(buildSchema(sdl)).length === 0;
  } catch {
    return false;
  }
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

function newModel(dice: Dice): Model {
  const outputs = [...SCALARS, 'String!', '[Int!]', 'E', 'E!', ...NAMES, 'Node', 'Any', '[B]'];
  const inputs = ['Int', 'String', 'Boolean', 'E', 'In', '[E!]', 'Int!'];
  const argumentsOf = () => dice.some(named('x', 3), 30).map((name) => ({ name, type: dice.one(inputs) }));
  const fields = (prefix: string, types: readonly string[]) =>
    named(prefix, 3 + dice.below(2)).map((name) => ({ name, type: dice.one(types), args: argumentsOf() }));
  return {
    objects: NAMES.map((name) => ({ name, isNode: dice.percent(70), fields: fields('f', outputs) })),
    query: fields('q', [...NAMES, 'Node', 'Any', '[A]']),
    union: ['A', ...dice.some(['B', 'C'], 60)],
    values: ['X', 'Y', 'Z'],
    inputs: [
      {
        name: 'In',
        fields: [...argumentsIn('a', dice), { name: 'e', type: 'E' }, { name: 'deep', type: 'Deep' }],
      },
      { name: 'Deep', fields: [...argumentsIn('b', dice), { name: 'e', type: 'E' }] },
    ],
  };
}

const argumentsIn = (prefix: string, dice: Dice): Argument[] =>
  named(prefix, 2).map((name) => ({ name, type: dice.one(SCALARS) }));

function written({ objects, query, union, values, inputs }: Model): string {
  const args = (all: readonly Argument[]) => all.map(({ name, type }) => `${name}: ${type}`).join(' ');
  const body = (fields: readonly Field[]) =>
    fields
      .map((each) => `${each.name}${each.args.length ? `(${args(each.args)})` : ''}: ${each.type}`)
      .join(' ');
  return [
    'interface Node { id: ID! }',
    `type Query { ${body(query)} }`,
    ...objects.map(
      ({ name, isNode, fields }) =>
        `type ${name}${isNode ? ' implements Node' : ''} { id: ID! ${body(fields)} }`,
    ),
    `union Any = ${union.join(' | ')}`,
    values ? `enum E { ${values.join(' ')} }` : 'scalar E',
    ...inputs.map(({ name, fields }) => `input ${name} { ${args(fields)} }`),
  ].join('\n');
}

type Change = (model: Model, dice: Dice) => void;

const fieldsOf = ({ objects, query }: Model) => [...objects.map(({ fields }) => fields), query];
const anyField = (model: Model, dice: Dice) => dice.one(fieldsOf(model).flat());
const remove = <Item>(items: Item[], item: Item) => void items.splice(items.indexOf(item), 1);
const another = (type: string, dice: Dice) => dice.one(SCALARS.filter((each) => each !== type));
/** An argument, where there is one. */
const anyArgument = (model: Model, dice: Dice) => {
  const taking = fieldsOf(model)
    .flat()
    .filter(({ args }) => args.length > 0);
  if (taking.length === 0) return undefined;
  const { args } = dice.one(taking);
  return { args, argument: dice.one(args) };
};
const anyInput = (model: Model, dice: Dice) => dice.one(model.inputs);

const changes: readonly Change[] = [
  function removeField(model, dice) {
    const fields = dice.one(fieldsOf(model));
    if (fields.length > 1) remove(fields, dice.one(fields));
  },
  function changeType(model, dice) {
    const field = anyField(model, dice);
    if (SCALARS.includes(field.type))
      field.type = dice.percent(50) ? another(field.type, dice) : `[${field.type}]`;
    else if (NAMES.includes(field.type)) field.type = dice.one(NAMES.filter((name) => name !== field.type));
  },
  function loosen(model, dice) {
    const field = anyField(model, dice);
    field.type = field.type.replace(/!$/, '');
  },
  function tighten(model, dice) {
    const field = anyField(model, dice);
    field.type = field.type.replace(/!?$/, '!');
  },
  function removeArgument(model, dice) {
    const found = anyArgument(model, dice);
    if (found) remove(found.args, found.argument);
  },
  function requireArgument(model, dice) {
    const found = anyArgument(model, dice);
    if (found) found.argument.type = found.argument.type.replace(/!?$/, '!');
  },
  function changeArgument(model, dice) {
    const found = anyArgument(model, dice);
    if (found) found.argument.type = another(found.argument.type, dice);
  },
  function addArgument(model, dice) {
    anyField(model, dice).args.push({
      name: `new${dice.below(1_000)}`,
      type: dice.one(['Int', 'Int!', 'E', 'In!']),
    });
  },
  function addField(model, dice) {
    dice.one(fieldsOf(model)).push({ name: `new${dice.below(1_000)}`, type: 'Int', args: [] });
  },
  function removeValue({ values }, dice) {
    if (values) remove(values, dice.one(values));
  },
  function addValue({ values }, dice) {
    values?.push(`V${dice.below(1_000)}`);
  },
  function valuesOfAnyKind(model) {
    model.values = null;
  },
  function addInputField(model, dice) {
    const field = { name: `new${dice.below(1_000)}`, type: dice.one(['Int', 'Int!', 'E!']) };
    anyInput(model, dice).fields.push(field);
  },
  function removeInputField(model, dice) {
    const { fields } = anyInput(model, dice);
    remove(fields, dice.one(fields));
  },
  function changeInputField(model, dice) {
    const field = dice.one(anyInput(model, dice).fields);
    field.type = dice.percent(50) ? another(field.type, dice) : field.type.replace(/!?$/, '!');
  },
  function leaveUnion({ union }, dice) {
    remove(union, dice.one(union));
  },
  function joinUnion({ union }, dice) {
    union.push(dice.one(NAMES.filter((name) => !union.includes(name)).concat('B')));
  },
  function leaveInterface({ objects }, dice) {
    dice.one(objects).isNode = false;
  },
  function removeType(model, dice) {
    const gone = dice.one(NAMES);
    model.objects = model.objects.filter(({ name }) => name !== gone);
    model.union = model.union.filter((name) => name !== gone);
    const isKept = ({ type }: Field) => type.replace(/\W/g, '') !== gone;
    model.query = model.query.filter(isKept);
    for (const each of model.objects) each.fields = each.fields.filter(isKept);
  },
];
