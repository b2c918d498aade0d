import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type Amount, larger, type Program, sum } from './amounts.ts';
import type { CostRules } from './cost-rules.ts';
import { argumentsCost } from './input-cost.ts';

type SelectedField = {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
};

type FieldCostContext = {
  readonly schema: GraphQLSchema;
  readonly program: Program;
  readonly rules: CostRules;
};

/** Returns the cost of resolving a field once, without its selections. It is never negative. */
export function fieldCost({ type, field, node }: SelectedField, context: FieldCostContext): Amount {
  return context.program.fold(
    [
      fieldWeight(type, field, context.rules),
      argumentsCost(
        { of: `${type.name}.${field.name}`, known: field.args, provided: node.arguments ?? [] },
        context,
      ),
      ...(node.directives ?? []).map((directive) => directiveCost(directive, context)),
    ],
    (numbers) => Math.max(0, sum(numbers)),
  );
}

/** Returns the cost of a field without arguments. A schema may make it negative. */
export function fieldWeight(
  type: GraphQLObjectType,
  { name, type: gives }: SelectedField['field'],
  { at }: CostRules,
): number {
  const byDefault = isCompositeType(getNamedType(gives)) ? 1 : 0;
  return at.get(`${type.name}.${name}`)?.weight ?? byDefault;
}

function directiveCost({ name, arguments: provided = [] }: DirectiveNode, context: FieldCostContext): Amount {
  const known = context.schema.getDirective(name.value)?.args ?? [];
  const cost = argumentsCost({ of: `@${name.value}`, known, provided }, context);
  return context.program.foldBoth(cost, 0, larger);
}

/** Returns a field of a type. The fields of introspection belong to no type. */
export function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return type.getFields()[name];
}

/** Is true when a fragment applies to an object's type. One without a type always does. */
export function applies(
  schema: GraphQLSchema,
  condition: string | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}
