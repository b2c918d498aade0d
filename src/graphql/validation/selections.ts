import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { fragmentsOf, operationsOf } from './definitions.ts';
import { valueKey } from './value-key.ts';

/** Usual documents take a step or two per token. A hostile one can make selections meet in any number of ways. */
const STEPS_MAX = 100_000;

export class TooManySteps extends Error {}

type Composite = ReturnType<typeof getNamedType> | undefined;

/** The fields selected directly in a selection set or its inline fragments. */
export type SelectionFields = {
  readonly id: number;
  /** Fields by their response names. */
  readonly fields: Map<string, Field[]>;
  readonly spreads: string[];
};

export type Field = {
  readonly node: FieldNode;
  readonly responseName: string;
  /** Undefined for an interface or a union, which can be several objects. */
  readonly parent: GraphQLObjectType | undefined;
  /** Undefined for an unknown field, which another rule reports. */
  readonly type: GraphQLOutputType | undefined;
};

/** The selection sets of a document. Each is collected once, and each visit is counted. */
export class Selections {
  /** The number of visits of fields and spreads. */
  steps = 0;
  readonly #schema: GraphQLSchema;
  readonly #operations: readonly OperationDefinitionNode[];
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #selected = new Map<SelectionSetNode, SelectionFields>();
  readonly #arguments = new Map<FieldNode, string>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#fragments = fragmentsOf(document);
    this.#operations = operationsOf(document);
  }

  /** @throws TooManySteps */
  step(count = 1): void {
    this.steps += count;
    if (this.steps > STEPS_MAX) throw new TooManySteps();
  }

  /** Lists the operations, then the fragments. */
  definitions(): readonly SelectionFields[] {
    return [...this.#operations, ...this.#fragments.values()].map((each) => this.#inDefinition(each));
  }

  /** Lists selection sets and the fragments that they spread, each once. */
  withFragments(sets: readonly SelectionFields[]): readonly SelectionFields[] {
    const all = new Set(sets);
    for (const { spreads } of all)
      for (const name of spreads) {
        this.step();
        const fragment = this.#fragments.get(name);
        if (fragment) all.add(this.#inDefinition(fragment));
      }
    return [...all].filter(({ fields }) => fields.size > 0);
  }

  /** Lists the selection sets of some fields. */
  below(fields: readonly Field[]): readonly SelectionFields[] {
    return fields.flatMap(({ node, type }) =>
      node.selectionSet ? [this.#select(node.selectionSet, type && getNamedType(type))] : [],
    );
  }

  /** Returns a field's arguments as text. Only the same arguments have the same text. */
  argumentsOf(node: FieldNode): string {
    if (!node.arguments?.length) return '';
    const known = this.#arguments.get(node);
    if (known !== undefined) return known;
    const key = node.arguments
      .map(({ name, value }) => `${name.value}:${valueKey(value)}`)
      .sort()
      .join();
    this.#arguments.set(node, key);
    return key;
  }

  #inDefinition(definition: OperationDefinitionNode | FragmentDefinitionNode): SelectionFields {
    const { selectionSet } = definition;
    if (definition.kind === Kind.OPERATION_DEFINITION)
      return this.#select(selectionSet, this.#schema.getRootType(definition.operation) ?? undefined);
    return this.#select(selectionSet, typeFromAST(this.#schema, definition.typeCondition));
  }

  #select(set: SelectionSetNode, type: Composite): SelectionFields {
    const known = this.#selected.get(set);
    if (known) return known;
    const selected = { id: this.#selected.size, fields: new Map<string, Field[]>(), spreads: [] };
    this.#selected.set(set, selected);
    this.#collect(set, type, selected);
    return selected;
  }

  #collect({ selections }: SelectionSetNode, type: Composite, into: SelectionFields): void {
    const parent = isObjectType(type) ? type : undefined;
    const defined = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    for (const selection of selections) {
      this.step();
      if (selection.kind === Kind.FRAGMENT_SPREAD) into.spreads.push(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition } = selection;
        const inner = typeCondition ? typeFromAST(this.#schema, typeCondition) : type;
        this.#collect(selection.selectionSet, inner, into);
      } else {
        const name = selection.name.value;
        const responseName = selection.alias?.value ?? name;
        const field = { node: selection, responseName, parent, type: defined[name]?.type };
        const others = into.fields.get(responseName);
        if (others) others.push(field);
        else into.fields.set(responseName, [field]);
      }
    }
  }
}
