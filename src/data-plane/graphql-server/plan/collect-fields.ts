import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

export type FieldsContext = {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Values of the variables that `@skip` and `@include` read. */
  readonly conditions: Readonly<Record<string, boolean>>;
};

/** The fields of selection sets on one type, by their response names. (GraphQL §6.3.2, CollectFields) */
export function collectFields(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  context: FieldsContext,
): ReadonlyMap<string, FieldNode[]> {
  const { schema, fragments, conditions } = context;
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const isOn = (condition: FragmentDefinitionNode['typeCondition'] | undefined): boolean => {
    if (!condition) return true;
    const other = typeFromAST(schema, condition);
    return other === type || (isAbstractType(other) && schema.isSubType(other, type));
  };
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (!isIncluded(node, conditions)) continue;
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value;
        const others = fields.get(name);
        if (others) others.push(node);
        else fields.set(name, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (isOn(node.typeCondition)) collect(node.selectionSet);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment && isOn(fragment.typeCondition)) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return fields;
}

function isIncluded(node: SelectionNode, conditions: FieldsContext['conditions']): boolean {
  if (!node.directives?.length) return true;
  const isSet = (directive: typeof GraphQLSkipDirective) =>
    getDirectiveValues(directive, node, conditions)?.['if'];
  return isSet(GraphQLSkipDirective) !== true && isSet(GraphQLIncludeDirective) !== false;
}
