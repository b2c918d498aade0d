import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '../validation/definitions.ts';

/** Whoever asks for what the usual tools ask for, even twice, does not ask for too much. */
const TIMES_THE_USUAL = 2;
const ALWAYS_ANSWERED = 10_000;

/** Of a document: may an operation of it be answered? */
export type IntrospectionBound = (document: DocumentNode) => (operation: OperationDefinitionNode) => boolean;

/**
 * May a document that asks for this schema be answered? The types of a schema hold one another in circles, and all of
 * them are there for each alias: a short document could ask for millions of fields.
 */
export function introspectionBound(schema: GraphQLSchema): IntrospectionBound {
  const extents = extentsOf(schema);
  const usual = parse(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }));
  const most = Math.max(
    ALWAYS_ANSWERED,
    TIMES_THE_USUAL * new Measurer(extents, usual).root(usual.definitions[0] as OperationDefinitionNode),
  );
  return (document) => {
    const measurer = new Measurer(extents, document);
    return (operation) => measurer.root(operation) <= most;
  };
}

/** How long the lists of one field are: all together, and the longest. */
type Extent = { readonly total: number; readonly longest: number };

/** By the names of the fields, each of which is of one type of the introspection alone; `args` is of fields. */
type Extents = ReadonlyMap<string, Extent>;

/** What an introspection would list, counted without one: of a large schema that takes a second. */
function extentsOf(schema: GraphQLSchema): Extents {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fieldsOf = withFields.map((type) => Object.values(type.getFields()));
  const lists: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
    types: [types],
    directives: [directives],
    fields: fieldsOf,
    inputFields: types.filter(isInputObjectType).map((type) => Object.values(type.getFields())),
    interfaces: withFields.map((type) => type.getInterfaces()),
    possibleTypes: types.filter(isAbstractType).map((type) => schema.getPossibleTypes(type)),
    enumValues: types.filter(isEnumType).map((type) => type.getValues()),
    args: [...fieldsOf.flat(), ...directives].map(({ args }) => args),
    locations: directives.map(({ locations }) => locations),
  };
  return new Map(Object.entries(lists).map(([name, each]) => [name, extentOf(each)]));
}

function extentOf(lists: readonly (readonly unknown[])[]): Extent {
  const lengths = lists.map(({ length }) => length);
  return {
    total: lengths.reduce((total, length) => total + length, 0),
    longest: lengths.reduce((longest, length) => Math.max(longest, length), 0),
  };
}

/** The lists that hold each of their things once, when each of what they are of is there once. */
const eachOnce = new Set(['types', 'directives', 'fields', 'inputFields', 'enumValues', 'args']);

/** Of any one thing, not of all that there are. */
const ONE = 0;

/**
 * Counts the fields that are worked out to answer a document that asks for the schema: at least as many as really are.
 * A fragment is measured once for each place that it can stand in.
 */
class Measurer {
  readonly #extents: Extents;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<SelectionSetNode, Map<number, number>>();

  constructor(extents: Extents, document: DocumentNode) {
    this.#extents = extents;
    this.#fragments = fragmentsOf(document);
  }

  /** What is selected at the root: of `__schema` all types are there once, of `__type` one is. */
  root({ selectionSet }: OperationDefinitionNode): number {
    return this.#size(selectionSet, ONE);
  }

  /** @param all of how many things it is selected that are all there are of them; ONE is of any one */
  #size(set: SelectionSetNode, all: number): number {
    const byAll = this.#known.get(set) ?? new Map<number, number>();
    this.#known.set(set, byAll);
    let size = byAll.get(all);
    if (size === undefined) {
      size = set.selections.reduce((total, selection) => {
        if (selection.kind === Kind.FIELD) return total + this.#ofField(selection, all);
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet
            : this.#fragments.get(selection.name.value)?.selectionSet;
        return total + (inner ? this.#size(inner, all) : 0);
      }, 0);
      byAll.set(all, size);
    }
    return size;
  }

  #ofField({ name: { value: name }, selectionSet }: FieldNode, all: number): number {
    const times = Math.max(1, all);
    const extent = this.#extents.get(name);
    if (!selectionSet) return times * (extent?.longest ?? 1);
    if (!extent) return times * (1 + this.#size(selectionSet, ONE));
    const isRoot = name === 'types' || name === 'directives';
    if (eachOnce.has(name) && (isRoot || all !== ONE)) return times + this.#size(selectionSet, extent.total);
    const length = all === ONE ? extent.longest : extent.total;
    return times + length * this.#size(selectionSet, ONE);
  }
}
