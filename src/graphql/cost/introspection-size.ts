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

/** Allows twice the introspection of the usual tools. */
const TIMES_THE_USUAL = 2;
const ALWAYS_ANSWERED = 10_000;

/** Tells for a document whether an operation of it may be answered. */
export type IntrospectionBound = (document: DocumentNode) => (operation: OperationDefinitionNode) => boolean;

/**
 * Bounds the introspection of a schema. Its types refer to each other in circles, and each alias repeats them: a short
 * document could ask for millions of fields.
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

/** The lengths of a field's lists: all together, and the longest. */
type Extent = { readonly total: number; readonly longest: number };

/** Lengths by field name. A name belongs to one type of the introspection; `args` is that of fields. */
type Extents = ReadonlyMap<string, Extent>;

/** Counts the lists of an introspection without running one. For a large schema, that would take a second. */
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

/** Lists that contain each thing once when each of their owners occurs once. */
const eachOnce = new Set(['types', 'directives', 'fields', 'inputFields', 'enumValues', 'args']);

/** Stands for any single thing rather than all of a kind. */
const ONE = 0;

/**
 * Counts the fields that are resolved for an introspection, or more. A fragment is measured once per place that it can
 * be in.
 */
class Measurer {
  readonly #extents: Extents;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<SelectionSetNode, Map<number, number>>();

  constructor(extents: Extents, document: DocumentNode) {
    this.#extents = extents;
    this.#fragments = fragmentsOf(document);
  }

  /** Measures the root selections. `__schema` gives all types once, `__type` gives one. */
  root({ selectionSet }: OperationDefinitionNode): number {
    return this.#size(selectionSet, ONE);
  }

  /** @param all the number of things selected when they are all of their kind; ONE stands for any single one */
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
