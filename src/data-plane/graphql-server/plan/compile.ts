import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLUnionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { isObject } from '../../../foundation/json.ts';
import { fragmentsOf } from '../../../graphql/validation/definitions.ts';
import { collectFields, type FieldsContext } from './collect-fields.ts';
import {
  constant,
  leaf,
  link,
  list,
  type MemberWriter,
  nullable,
  object,
  oneOf,
  required,
  type Writer,
} from './writers.ts';

/** A field of a root type: what is called, and how its value is written. It can be null. */
export type RootField = {
  readonly responseName: string;
  readonly node: FieldNode;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  /** The arguments, where no variable is among them. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** Writes what is not null. */
  readonly write: Writer;
};

/** A compiled operation: its calls, and the JSON of its data around their answers. */
export type ExecutionPlan = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly rootType: GraphQLObjectType;
  /** The response names of `__typename`. */
  readonly typeNames: readonly string[];
  readonly fields: readonly RootField[];
  /** JSON before each field's value, and after the last. One more than there are fields. */
  readonly pieces: readonly string[];
};

type CompileInput = Pick<ExecutionPlan, 'schema' | 'document' | 'operation'> & {
  readonly conditions: FieldsContext['conditions'];
  /** The most fields that a plan may have. Fragments can be spread any number of times. */
  readonly sizeMax: number;
};

type CompilerInput = FieldsContext & {
  readonly sizeMax: number;
  /** Undefined where links are not covered. */
  readonly link?: Writer;
};

/** Thrown for what no plan covers. */
class NotCovered extends Error {}

/**
 * Compiles an operation of a valid document to a plan. Undefined for what plans do not cover: introspection besides
 * `__typename`, links and interfaces, root fields that cannot be null, arguments that cannot be coerced, and what would be
 * too large. All of that is executed by the reference.
 */
export function compile(input: CompileInput): ExecutionPlan | undefined {
  try {
    const { schema, document, conditions, sizeMax } = input;
    const compiler = new Compiler({ schema, fragments: fragmentsOf(document), conditions, sizeMax });
    return compiler.plan(input);
  } catch (error) {
    if (error instanceof NotCovered) return undefined;
    throw error;
  }
}

/** Compiles the writer of what a field answers with, up to its links. */
export function fieldWriter(info: GraphQLResolveInfo): Writer {
  const { schema, variableValues, returnType, fieldNodes } = info;
  const fragments = new Map(Object.entries(info.fragments));
  const conditions = variableValues as FieldsContext['conditions'];
  const sizeMax = Number.POSITIVE_INFINITY;
  return new Compiler({ schema, fragments, conditions, sizeMax, link }).typed(returnType, fieldNodes);
}

class Compiler {
  readonly #input: CompilerInput;
  #size = 0;

  constructor(input: CompilerInput) {
    this.#input = input;
  }

  plan({ schema, document, operation }: CompileInput): ExecutionPlan {
    const rootType = schema.getRootType(operation.operation);
    if (!rootType) throw new NotCovered();
    const fields: RootField[] = [];
    const typeNames: string[] = [];
    const pieces = ['{'];
    let separator = '';
    const selected = collectFields(rootType, [operation.selectionSet], this.#input);
    for (const [responseName, nodes] of selected) {
      this.#count();
      const [node] = nodes as [FieldNode];
      pieces.push(`${pieces.pop()}${separator}${JSON.stringify(responseName)}:`);
      separator = ',';
      if (isTypeName(node)) {
        typeNames.push(responseName);
        pieces.push(pieces.pop() + JSON.stringify(rootType.name));
      } else {
        fields.push(this.#rootField(operation, rootType, [responseName, nodes]));
        pieces.push('');
      }
    }
    pieces.push(`${pieces.pop()}}`);
    const fragments = Object.fromEntries(this.#input.fragments);
    return { schema, document, operation, fragments, rootType, typeNames, fields, pieces };
  }

  #rootField(
    operation: OperationDefinitionNode,
    rootType: GraphQLObjectType,
    [responseName, nodes]: readonly [string, readonly FieldNode[]],
  ): RootField {
    const [node] = nodes as [FieldNode];
    const field = rootType.getFields()[node.name.value];
    if (!field || isNonNullType(field.type) || responseName === '__proto__') throw new NotCovered();
    const write = this.#present(field.type, nodes);
    return { responseName, node, nodes, field, args: argumentsOf(operation, { field, node }), write };
  }

  /** Writes a value of a type. (GraphQL §6.4.3, CompleteValue) */
  typed(type: GraphQLOutputType, nodes: readonly FieldNode[]): Writer {
    if (isNonNullType(type)) return required(this.#present(type.ofType, nodes));
    return nullable(this.#present(type, nodes));
  }

  #present(type: GraphQLOutputType, nodes: readonly FieldNode[]): Writer {
    if (isListType(type)) return list(this.typed(type.ofType, nodes));
    if (isLeafType(type)) return leaf(type);
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(type)) return this.#object(type, sets);
    if (isUnionType(type)) return this.#union(type, sets);
    throw new NotCovered();
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Writer {
    if (type.isTypeOf && type.isTypeOf !== isObject) throw new NotCovered();
    const selected = collectFields(type, sets, this.#input);
    return object([...selected].map(([name, nodes]) => this.#member(type, name, nodes)));
  }

  #member(type: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): MemberWriter {
    this.#count();
    const [node] = nodes as [FieldNode];
    if (responseName === '__proto__') throw new NotCovered();
    if (isTypeName(node)) return { responseName, nodes, member: '', write: constant(type.name) };
    const field = type.getFields()[node.name.value];
    const member = field?.extensions['member'];
    if (field && typeof member === 'string')
      return { responseName, nodes, member, write: this.typed(field.type, nodes) };
    if (!this.#input.link) throw new NotCovered();
    return { responseName, nodes, member: '', write: this.#input.link };
  }

  #union(type: GraphQLUnionType, sets: readonly SelectionSetNode[]): Writer {
    const { resolveType, extensions } = type;
    if (!resolveType || extensions['isByRecord'] !== true) throw new NotCovered();
    const writers = type.getTypes().map((each) => [each.name, this.#object(each, sets)] as const);
    return oneOf((value) => resolveType(value, undefined, undefined as never, type), new Map(writers));
  }

  #count(): void {
    this.#size += 1;
    if (this.#size > this.#input.sizeMax) throw new NotCovered();
  }
}

const isTypeName = ({ name }: FieldNode) => name.value === TypeNameMetaFieldDef.name;

type ArgumentsInput = { readonly field: RootField['field']; readonly node: FieldNode };

/** Returns the arguments of a field, where no variable can be among them. */
function argumentsOf(
  { variableDefinitions }: OperationDefinitionNode,
  { field, node }: ArgumentsInput,
): RootField['args'] {
  if (variableDefinitions?.length && node.arguments?.length) return undefined;
  try {
    return getArgumentValues(field, node, {});
  } catch {
    throw new NotCovered();
  }
}
