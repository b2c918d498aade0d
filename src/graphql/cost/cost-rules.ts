import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import { assumedListSizeOf, type CostRule, type GraphQLCosts } from '../../domain/api/graphql-costs.ts';

/** The rules of a schema by their coordinates. */
export type CostRules = {
  readonly at: ReadonlyMap<string, CostRule>;
  readonly assumedListSize: number;
  /** The longest list that a document can request. Infinite by default. */
  readonly largestListSize?: number;
};

/** Collects the rules of the schema's directives. Members of the stated costs override them. */
export function costRules(schema: GraphQLSchema, costs: GraphQLCosts): CostRules {
  const at = new Map<string, CostRule>();
  for (const rule of [...directiveRules(schema), ...(costs.rules ?? [])])
    at.set(rule.at, { ...at.get(rule.at), ...rule });
  return { at, assumedListSize: assumedListSizeOf(costs) };
}

type Directed = { readonly directives?: readonly (DirectiveNode | ConstDirectiveNode)[] | undefined };

function directiveRules(schema: GraphQLSchema): CostRule[] {
  return [...directedElements(schema)].flatMap(([at, ...nodes]) => {
    const rules = nodes
      .flatMap((node) => node?.directives ?? [])
      .filter(({ name }) => name.value === 'cost' || name.value === 'listSize');
    return rules.length > 0 ? [{ at, ...membersOf(rules) }] : [];
  });
}

/** Yields each place that may have a directive, with the nodes that may carry it. */
function* directedElements(schema: GraphQLSchema): Generator<[string, ...(Directed | null | undefined)[]]> {
  for (const { name, args } of schema.getDirectives())
    for (const arg of args) yield [`@${name}(${arg.name}:)`, arg.astNode];
  for (const type of Object.values(schema.getTypeMap())) {
    yield [type.name, type.astNode, ...type.extensionASTNodes];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.astNode];
      if ('args' in field)
        for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name}:)`, arg.astNode];
    }
  }
}

/**
 * Reads a rule from directives. The weight is a string, so that the specification can allow formulas later; a number in
 * it is accepted.
 */
function membersOf(directives: readonly (DirectiveNode | ConstDirectiveNode)[]): Omit<CostRule, 'at'> {
  const members: Record<string, unknown> = {};
  for (const { arguments: args = [] } of directives)
    for (const { name, value } of args) {
      const read: unknown = valueFromASTUntyped(value);
      if (read !== null) members[name.value] = name.value === 'weight' ? Number(read) : read;
    }
  return members;
}

/** Describes the first fault in the rules of a schema. (Cost directives specification, "Locations" and "Validation") */
export function costFault(schema: GraphQLSchema, costs: GraphQLCosts): string | undefined {
  for (const rule of costRules(schema, costs).at.values()) {
    const fault = ruleFault(schema, rule);
    if (fault) return `${rule.at} ${fault}`;
  }
  return undefined;
}

function ruleFault(schema: GraphQLSchema, rule: CostRule): string | undefined {
  const { weight } = rule;
  if (weight !== undefined && !Number.isFinite(weight)) return 'has a weight that is no number.';
  const [, typeName = '', fieldName] = /^(\w+)(?:\.(\w+))?$/.exec(rule.at) ?? [];
  const type = schema.getType(typeName);
  const isListed = [rule.assumedSize, rule.slicingArguments, rule.sizedFields].some(
    (each) => each !== undefined,
  );
  if (type && fieldName === undefined)
    return isListed ? 'is no field: only fields have a list size.' : typeFault(type);
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName ?? ''] : undefined;
  if (field) return fieldFault(field, rule, isInterfaceType(type));
  if (isListed) return 'is no field of a type: only those have a list size.';
  return [...directedElements(schema)].some(([at]) => at === rule.at) ? undefined : 'is not in the schema.';
}

/** Refuses weights of abstract types and their fields. The costliest object behind an abstract type counts instead. */
function typeFault(type: GraphQLNamedType): string | undefined {
  return isObjectType(type) || isScalarType(type) || isEnumType(type)
    ? undefined
    : 'is neither an object type nor a scalar nor an enum: only those have a weight.';
}

function fieldFault(
  field: GraphQLField<unknown, unknown>,
  { weight, slicingArguments = [], sizedFields = [], assumedSize }: CostRule,
  isOfInterface: boolean,
): string | undefined {
  if (isOfInterface && weight !== undefined)
    return 'is a field of an interface: give the weight to the fields of its objects.';
  for (const path of slicingArguments)
    if (!isIntAt(field, path.split('.'))) return `has no argument ${path} of the type Int.`;
  const inner = getNamedType(field.type);
  for (const name of sizedFields) {
    const sized = isObjectType(inner) || isInterfaceType(inner) ? inner.getFields()[name] : undefined;
    if (!sized || !isListType(getNullableType(sized.type))) return `gives no object with a list ${name}.`;
  }
  const isSized = assumedSize !== undefined || slicingArguments.length > 0;
  if (isSized && sizedFields.length === 0 && !isListType(getNullableType(field.type)))
    return 'is no list: name the lists of its object by sizedFields.';
  return undefined;
}

function isIntAt({ args }: GraphQLField<unknown, unknown>, [name, ...rest]: readonly string[]): boolean {
  let type: GraphQLInputType | undefined = args.find((arg) => arg.name === name)?.type;
  for (const each of rest) {
    // A list of objects has no single value that could give the length of the other list.
    const object: GraphQLInputType | undefined = type && getNullableType(type);
    type = isInputObjectType(object) ? object.getFields()[each]?.type : undefined;
  }
  return type !== undefined && getNullableType(type).toString() === 'Int';
}
