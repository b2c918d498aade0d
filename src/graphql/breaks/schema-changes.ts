import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
} from 'graphql';

/** Characters of a line; a field of many arguments has more. */
const LINE_MAX = 200;

/**
 * Lists what a schema gained and lost. Each field, value and type is a line: `+ User.email: String`.
 *
 * @param max the number of lines at most
 * @returns lines in the order of their coordinates; what was changed is lost and gained
 */
export function schemaChanges(before: string, after: string, max: number): string[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const lost = [...was].filter((line) => !is.has(line)).map((line) => ({ sign: '-', line }));
  const gained = [...is].filter((line) => !was.has(line)).map((line) => ({ sign: '+', line }));
  return [...lost, ...gained]
    .sort((a, b) => compare(nameIn(a.line), nameIn(b.line)) || compare(b.sign, a.sign))
    .slice(0, max)
    .map(({ sign, line }) => `${sign} ${line.slice(0, LINE_MAX)}`);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const nameIn = (line: string) => line.replace(/[^\w.].*$/s, '');

function linesOf(sdl: string): ReadonlySet<string> {
  return new Set(parse(sdl, { noLocation: true }).definitions.flatMap(definitionLines));
}

function definitionLines(definition: DefinitionNode): string[] {
  switch (definition.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_EXTENSION:
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_EXTENSION:
      return (definition.fields ?? []).map((field) => `${definition.name.value}.${fieldLine(field)}`);
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_EXTENSION:
      return (definition.values ?? []).map(({ name }) => `${definition.name.value}.${name.value}`);
    case Kind.UNION_TYPE_DEFINITION:
    case Kind.UNION_TYPE_EXTENSION:
      return (definition.types ?? []).map(({ name }) => `${definition.name.value} | ${name.value}`);
    case Kind.SCALAR_TYPE_DEFINITION:
      return [`${definition.name.value} (scalar)`];
    default:
      return [];
  }
}

function fieldLine(field: FieldDefinitionNode | InputValueDefinitionNode): string {
  const args = field.kind === Kind.FIELD_DEFINITION ? (field.arguments ?? []) : [];
  const written = args.map(({ name, type }) => `${name.value}: ${print(type)}`).join(', ');
  return `${field.name.value}${written && `(${written})`}: ${print(field.type)}`;
}
