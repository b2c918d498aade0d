import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visitWithTypeInfo,
} from 'graphql';
import { type Visitor, walkInSteps } from '../validation/document-walk.ts';

/** Coordinates of an operation, and their characters together. An operation that uses more is not told apart. */
export const COORDINATES_MAX = 500;
export const COORDINATE_CHARACTERS_MAX = 16_000;

/** The parts of a schema that the operations of a document use, by operation. Null is more than is kept. */
type UsedCoordinates = ReadonlyMap<string | undefined, readonly string[] | null>;

/**
 * Lists the schema coordinates that each operation of a valid document uses, sorted. They are `Type.field`,
 * `Type.field(arg:)`, `Input`, `Input.field`, `Enum.VALUE`, `@directive` and `@directive(arg:)`. Two forms are our own: `$Type` is
 * the type of a variable, and `Outer/Inner` a fragment on Inner where Outer is selected. `$=Type` is that of a variable whose
 * enum values are coordinates as well.
 *
 * They have no value but names of enum values, which the schema holds.
 */
export function* usedCoordinates(
  schema: GraphQLSchema,
  document: DocumentNode,
): Generator<void, UsedCoordinates> {
  const { definitions, visitor } = collector(schema, document);
  yield* walkInSteps(document, visitor);
  const fragments = new Map(
    [...definitions].flatMap(([node, definition]) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, definition] as const] : [],
    ),
  );
  const used = new Map<string | undefined, readonly string[] | null>();
  for (const [node, definition] of definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    used.set(node.name?.value, withFragments(definition, fragments));
    yield;
  }
  return used;
}

/** The coordinate of a variable, `$Type`, where the enum values in it are known: `$=Type`. */
export const readVariable = (coordinate: string): string =>
  coordinate.startsWith('$') ? `$=${coordinate.slice(1)}` : coordinate;

/** The coordinates in an operation or fragment, and the fragments that it spreads. */
type Definition = { readonly coordinates: Set<string>; readonly spreads: Set<string> };
type Fragments = ReadonlyMap<string, Definition>;

function collector(schema: GraphQLSchema, document: DocumentNode) {
  const types = new TypeInfo(schema);
  const conditions = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.typeCondition.name.value]] : [],
    ),
  );
  const definitions = new Map<DocumentNode['definitions'][number], Definition>();
  let current: Definition = { coordinates: new Set(), spreads: new Set() };
  const begin = (node: DocumentNode['definitions'][number]) => {
    current = { coordinates: new Set(), spreads: new Set() };
    definitions.set(node, current);
  };
  const enter = (node: ASTNode) => {
    if (node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION) begin(node);
    if (node.kind === Kind.FRAGMENT_SPREAD) current.spreads.add(node.name.value);
    const coordinate = coordinateOf(node, types, conditions);
    if (coordinate !== undefined && current.coordinates.size <= COORDINATES_MAX)
      current.coordinates.add(coordinate);
  };
  return { definitions, visitor: visitWithTypeInfo(types, { enter: noted(enter) }) as Visitor };
}

/** Returns nothing: to a visitor, what is returned would replace the node. */
const noted = (enter: (node: ASTNode) => void) => (node: ASTNode) => {
  enter(node);
};

/** Names the part of the schema that a node uses. Introspection has none. */
function coordinateOf(
  node: ASTNode,
  types: TypeInfo,
  conditions: ReadonlyMap<string, string>,
): string | undefined {
  switch (node.kind) {
    case Kind.FIELD:
      return fieldIn(types);
    case Kind.ARGUMENT:
      return argumentIn(types, node.name.value);
    case Kind.DIRECTIVE:
      return `@${node.name.value}`;
    case Kind.VARIABLE_DEFINITION: {
      const type = getNamedType(types.getInputType());
      return type && `$${type.name}`;
    }
    case Kind.OBJECT: {
      const type = getNamedType(types.getInputType());
      return isInputObjectType(type) ? type.name : undefined;
    }
    case Kind.OBJECT_FIELD: {
      const type = getNamedType(types.getParentInputType());
      const name = node.name.value;
      return isInputObjectType(type) && Object.hasOwn(type.getFields(), name)
        ? `${type.name}.${name}`
        : undefined;
    }
    case Kind.ENUM: {
      const [type, value] = [getNamedType(types.getInputType()), types.getEnumValue()];
      return type && value ? `${type.name}.${value.name}` : undefined;
    }
    case Kind.INLINE_FRAGMENT:
      return fragmentIn(types, node.typeCondition?.name.value);
    case Kind.FRAGMENT_SPREAD:
      return fragmentIn(types, conditions.get(node.name.value));
    default:
      return undefined;
  }
}

function fieldIn(types: TypeInfo): string | undefined {
  const [type, field] = [types.getParentType(), types.getFieldDef()];
  return type && field && !isOfIntrospection(type.name, field.name)
    ? `${type.name}.${field.name}`
    : undefined;
}

function argumentIn(types: TypeInfo, name: string): string | undefined {
  const directive = types.getDirective();
  const owner = directive ? `@${directive.name}` : fieldIn(types);
  return owner && `${owner}(${name}:)`;
}

const isOfIntrospection = (type: string, field: string) => type.startsWith('__') || field.startsWith('__');

function fragmentIn(types: TypeInfo, inner: string | undefined): string | undefined {
  const outer = types.getParentType();
  return outer && inner !== undefined && outer.name !== inner ? `${outer.name}/${inner}` : undefined;
}

function withFragments(operation: Definition, fragments: Fragments): readonly string[] | null {
  const reached = new Set([operation]);
  const all = new Set<string>();
  for (const { coordinates, spreads } of reached) {
    for (const coordinate of coordinates) all.add(coordinate);
    if (all.size > COORDINATES_MAX) return null;
    for (const name of spreads) {
      const fragment = fragments.get(name);
      if (fragment) reached.add(fragment);
    }
  }
  const sorted = [...all].sort();
  const characters = sorted.reduce((sum, { length }) => sum + length, 0);
  return characters > COORDINATE_CHARACTERS_MAX ? null : sorted;
}
