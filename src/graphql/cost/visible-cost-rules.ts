import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { CostRule } from '../../domain/api/graphql-costs.ts';
import type { CostRules } from './cost-rules.ts';

/**
 * Returns the cost rules for somebody who does not see all of the schema. The weights stay, because a document costs
 * the back-end as much. Hidden slicing arguments are removed, because refusals name them. Such callers cannot give
 * them, and the back-end takes their defaults.
 */
export function visibleCostRules(
  rules: CostRules,
  { whole, view }: Readonly<Record<'whole' | 'view', GraphQLSchema>>,
): CostRules {
  const visibleRule = (rule: CostRule): CostRule => {
    const paths = rule.slicingArguments ?? [];
    const isShown = (path: string) => inputAt(view, rule.at, path) !== undefined;
    if (paths.every(isShown)) return rule;
    const byDefault = paths
      .filter((path) => !isShown(path))
      .map((path) => inputAt(whole, rule.at, path)?.byDefault);
    const sizes = [...byDefault, rule.assumedSize].filter((size) => typeof size === 'number');
    return {
      ...rule,
      slicingArguments: paths.filter(isShown),
      ...(sizes.length > 0 && { assumedSize: Math.max(...sizes) }),
    };
  };
  return { ...rules, at: new Map([...rules.at].map(([at, rule]) => [at, visibleRule(rule)])) };
}

type CostInput = { readonly name: string; readonly type: GraphQLInputType; readonly defaultValue: unknown };

/** Finds the argument of a field, or an input field: `filter.max`. Undefined where the schema has none. */
function inputAt(schema: GraphQLSchema, at: string, path: string): { byDefault: unknown } | undefined {
  const [typeName = '', fieldName = ''] = at.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
  let known: readonly CostInput[] = field?.args ?? [];
  let byDefault: unknown;
  for (const [depth, name] of path.split('.').entries()) {
    const input = known.find((each) => each.name === name);
    if (!input) return undefined;
    const inner =
      depth > 0 ? (byDefault as Readonly<Record<string, unknown>> | undefined)?.[name] : undefined;
    byDefault = inner ?? input.defaultValue;
    const named = getNamedType(input.type);
    known = isInputObjectType(named) ? Object.values(named.getFields()) : [];
  }
  return { byDefault };
}
