import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLUnionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type OperationDefinitionNode,
  OperationTypeNode,
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
  list,
  type MemberWriter,
  nullable,
  object,
  oneOf,
  required,
  type Writer,
} from './writers.ts';

/** A field of the query type: what is called, and how its value is written. */
export type RootField = {
  readonly responseName: string;
  readonly node: FieldNode;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  /** The arguments, where no variable is among them. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly write: Writer;
};

/** A compiled query: the calls that it makes, and the JSON around their answers. */
export type ExecutionPlan = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly queryType: GraphQLObjectType;
  readonly fields: readonly RootField[];
  /** JSON before each field's value, and after the last. One more than there are fields. */
  readonly pieces: readonly string[];
};

export type CompileInput = Pick<ExecutionPlan, 'schema' | 'document' | 'operation'> & {
  readonly conditions: FieldsContext['conditions'];
  /** The most fields that a plan may have. Fragments can be spread any number of times. */
  readonly sizeMax: number;
};

/** Thrown for what no plan covers. */
class NotCovered extends Error {}

/**
 * Compiles a query of a valid document to a plan. Undefined for what plans do not cover: mutations, introspection besides
 * `__typename`, links and interfaces, arguments that cannot be coerced, and what would be too large. All of that is executed
 * by the reference.
 */
export function compile(input: CompileInput): ExecutionPlan | undefined {
  try {
    return new Compiler(input).plan();
  } catch (error) {
    if (error instanceof NotCovered) return undefined;
    throw error;
  }
}

class Compiler {
  readonly #input: CompileInput;
  readonly #context: FieldsContext;
  #size = 0;

  constructor(input: CompileInput) {
    const { schema, document, conditions } = input;
    this.#input = input;
    this.#context = { schema, fragments: fragmentsOf(document), conditions };
  }

  plan(): ExecutionPlan {
    const { schema, document, operation } = this.#input;
    const queryType = schema.getQueryType();
    if (operation.operation !== OperationTypeNode.QUERY || !queryType) throw new NotCovered();
    const fields: RootField[] = [];
    const pieces = ['{"data":{'];
    let separator = '';
    const selected = collectFields(queryType, [operation.selectionSet], this.#context);
    for (const [responseName, nodes] of selected) {
      this.#count();
      const [node] = nodes as [FieldNode];
      pieces.push(`${pieces.pop()}${separator}${JSON.stringify(responseName)}:`);
      separator = ',';
      if (isTypeName(node)) pieces.push(pieces.pop() + JSON.stringify(queryType.name));
      else {
        fields.push(this.#rootField(queryType, responseName, nodes));
        pieces.push('');
      }
    }
    pieces.push(`${pieces.pop()}}}`);
    const fragments = Object.fromEntries(this.#context.fragments);
    return { schema, document, operation, fragments, queryType, fields, pieces };
  }

  #rootField(queryType: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): RootField {
    const [node] = nodes as [FieldNode];
    const field = queryType.getFields()[node.name.value];
    if (!field || responseName === '__proto__') throw new NotCovered();
    const write = this.#typed(field.type, nodes);
    return {
      responseName,
      node,
      nodes,
      field,
      args: argumentsOf(this.#input.operation, { field, node }),
      write,
    };
  }

  /** Writes a value of a type. (GraphQL §6.4.3, CompleteValue) */
  #typed(type: GraphQLOutputType, nodes: readonly FieldNode[]): Writer {
    if (isNonNullType(type)) return required(this.#present(type.ofType, nodes));
    return nullable(this.#present(type, nodes));
  }

  #present(type: GraphQLOutputType, nodes: readonly FieldNode[]): Writer {
    if (isListType(type)) return list(this.#typed(type.ofType, nodes));
    if (isLeafType(type)) return leaf(type);
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(type)) return this.#object(type, sets);
    if (isUnionType(type)) return this.#union(type, sets);
    throw new NotCovered();
  }

  #object(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Writer {
    if (type.isTypeOf && type.isTypeOf !== isObject) throw new NotCovered();
    const selected = collectFields(type, sets, this.#context);
    return object([...selected].map(([name, nodes]) => this.#member(type, name, nodes)));
  }

  #member(type: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): MemberWriter {
    this.#count();
    const [node] = nodes as [FieldNode];
    if (responseName === '__proto__') throw new NotCovered();
    if (isTypeName(node)) return { responseName, member: '', write: constant(type.name) };
    const field = type.getFields()[node.name.value];
    const member = field?.extensions['member'];
    if (!field || typeof member !== 'string') throw new NotCovered();
    return { responseName, member, write: this.#typed(field.type, nodes) };
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
