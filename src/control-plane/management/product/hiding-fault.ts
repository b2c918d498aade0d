import { buildSchema, type GraphQLSchema } from 'graphql';
import type { PlanTerms } from '../../../domain/plan/plan.ts';
import { nearest } from '../../../foundation/text/did-you-mean.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { hiddenFault } from '../../../graphql/schema/hidden-fault.ts';
import { coordinatesOf } from '../../../graphql/schema/schema-view.ts';

/** An API, as far as a plan can hide parts of it. */
export type HidingApi = { readonly name: string; readonly version: string; readonly sdl: string | null };

export type HidingFaultInput = {
  readonly plans: readonly Pick<PlanTerms, 'name' | 'hiddenGraphQL'>[];
  readonly apis: readonly HidingApi[];
};

type ParsedApi = { readonly name: string; readonly schema: GraphQLSchema };

/**
 * Describes what plans cannot hide of the GraphQL APIs of their product. A part that no API has may have been renamed,
 * and would be shown. The rest must be a schema that documents can run against. Large schemas are for a child process.
 */
export function hidingFault({ plans, apis }: HidingFaultInput): string | undefined {
  const hiding = plans.filter(({ hiddenGraphQL }) => hiddenGraphQL.length > 0);
  if (hiding.length === 0) return undefined;
  const parsed = apis.flatMap((api) =>
    api.sdl === null
      ? []
      : [{ name: versionedName(api), schema: buildSchema(api.sdl, { assumeValidSDL: true }) }],
  );
  const known = new Set(parsed.flatMap(({ schema }) => [...coordinatesOf(schema)]));
  for (const { name, hiddenGraphQL } of hiding) {
    const fault = unknownPart(hiddenGraphQL, known) ?? neededPart(hiddenGraphQL, parsed);
    if (fault !== undefined) return `The plan ${name} ${fault}`;
  }
  return undefined;
}

function unknownPart(hidden: readonly string[], known: ReadonlySet<string>): string | undefined {
  const unknown = hidden.find((each) => !known.has(each));
  if (unknown === undefined) return undefined;
  if (known.size === 0)
    return `hides ${unknown}, but the product has no GraphQL API: leave hiddenGraphQL out.`;
  const meant = nearest(unknown, known);
  const hint = meant === undefined ? '.' : `: did you mean ${meant}?`;
  return `hides ${unknown}, which no GraphQL API of the product has${hint}`;
}

function neededPart(hidden: readonly string[], apis: readonly ParsedApi[]): string | undefined {
  for (const { name, schema } of apis) {
    const fault = hiddenFault(schema, hidden);
    if (fault !== undefined) return `cannot hide that of ${name}: ${fault}.`;
  }
  return undefined;
}
