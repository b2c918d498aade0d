import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getVariableValues,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import type { GraphQLCall } from './graphql-documents.ts';

/**
 * Tells whether a call of the old version may fail at the new one. It is refused, or some answer that the new schema
 * allows is none that the old schema does. Types that an abstract type may newly be do not count, as for GraphQL.js.
 */
export function failsAtNewVersion(
  was: GraphQLSchema,
  is: GraphQLSchema,
  { text, variables }: GraphQLCall,
): boolean {
  const document = parse(text);
  if (validate(is, document).length > 0) return true;
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('The operation comes first.');
  if (getVariableValues(is, operation.variableDefinitions ?? [], variables).errors) return true;
  const [before, after] = [was.getQueryType(), is.getQueryType()];
  if (!before || !after) throw new TypeError('The schema has no Query.');
  return new Answers(was, is, document).differ([operation.selectionSet], before, after);
}

/** The answers to a document that is valid in two schemas. */
class Answers {
  readonly #was: GraphQLSchema;
  readonly #is: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(was: GraphQLSchema, is: GraphQLSchema, { definitions }: DocumentNode) {
    [this.#was, this.#is] = [was, is];
    this.#fragments = new Map(
      definitions.flatMap((each) =>
        each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
      ),
    );
  }

  /** Tells whether an object of the new type may be none of the old one. */
  differ(
    sets: readonly SelectionSetNode[],
    before: GraphQLCompositeType,
    after: GraphQLCompositeType,
  ): boolean {
    return possibleTypes(this.#is, after).some((now) => {
      const then = possibleTypes(this.#was, before).find(({ name }) => name === now.name);
      if (!then) return isObjectType(before);
      const [expected, told] = [this.#fieldsOf(sets, this.#was, then), this.#fieldsOf(sets, this.#is, now)];
      return [...expected].some(([key, fields]) => {
        const name = fields[0]?.name.value ?? '';
        const [old, field] = [then.getFields()[name], now.getFields()[name]];
        if (!told.has(key) || !old || !field) return true;
        const inner = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
        return this.#valuesDiffer(inner, old.type, field.type);
      });
    });
  }

  #valuesDiffer(sets: readonly SelectionSetNode[], was: GraphQLOutputType, is: GraphQLOutputType): boolean {
    if (isNonNullType(was)) return !isNonNullType(is) || this.#valuesDiffer(sets, was.ofType, is.ofType);
    if (isNonNullType(is)) return this.#valuesDiffer(sets, was, is.ofType);
    if (isListType(was)) return !isListType(is) || this.#valuesDiffer(sets, was.ofType, is.ofType);
    if (isListType(is)) return true;
    return isCompositeType(was) && isCompositeType(is) ? this.differ(sets, was, is) : was.name !== is.name;
  }

  /** The fields of an object by the keys of its answer. A schema decides which fragments apply. */
  #fieldsOf(sets: readonly SelectionSetNode[], schema: GraphQLSchema, type: GraphQLObjectType) {
    const found = new Map<string, FieldNode[]>();
    const open = [...sets];
    for (const { selections } of open)
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          if (selection.name.value === '__typename') continue;
          const key = (selection.alias ?? selection.name).value;
          found.set(key, [...(found.get(key) ?? []), selection]);
          continue;
        }
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection;
        if (fragment && applies(fragment.typeCondition, schema, type)) open.push(fragment.selectionSet);
      }
    return found;
  }
}

function applies(
  condition: NamedTypeNode | undefined,
  schema: GraphQLSchema,
  type: GraphQLObjectType,
): boolean {
  const named = condition && schema.getType(condition.name.value);
  return !condition || named === type || (isAbstractType(named) && schema.isSubType(named, type));
}

const possibleTypes = (schema: GraphQLSchema, type: GraphQLCompositeType): readonly GraphQLObjectType[] =>
  isObjectType(type) ? [type] : schema.getPossibleTypes(type);
