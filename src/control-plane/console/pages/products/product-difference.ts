import { versionedName } from '../../../../foundation/text/version.ts';
import type { DiffLine } from '../../../../ui/components/diff.tsx';
import { limitOf } from '../parts/format.ts';
import type { ShownRequirement } from '../parts/security-words.ts';
import type { CatalogCopy, Plan, Product } from './product-query.ts';

type Compared = Pick<Product, 'title' | 'apis' | 'plans'>;

/** Describes a product in lines, for a comparison. Equal products have equal lines. */
function linesOf({ title, apis, plans }: Compared): string[] {
  return [
    `Title: ${title}`,
    ...apis.map(
      (api) =>
        `API ${versionedName(api)} at ${api.basePath}, back-end ${api.backend?.name ?? api.targetUrl ?? api.graphqlUrl ?? 'none'}, security ${securityLine(api.security)}`,
    ),
    ...apis.flatMap((api) =>
      api.operationSecurity.map(
        ({ operation, security }) =>
          `API ${versionedName(api)}, ${operation}: security ${securityLine(security)}`,
      ),
    ),
    ...plans.flatMap(planLines),
  ];
}

const securityLine = (requirements: readonly ShownRequirement[]): string =>
  requirements
    .map(({ all }) => all.map(({ definition, scopes }) => [definition, ...scopes].join(' ')).join(' and '))
    .sort()
    .join(' or ') || 'none';

function planLines(plan: Plan): string[] {
  const { title, maxGraphQLCost, maxGraphQLDepth, hiddenGraphQL } = plan;
  const name = `Plan ${title}`;
  return [
    `${name}: ${limitOf(plan)}${plan.approvalRequired ? ', with approval' : ''}`,
    ...(maxGraphQLCost === null ? [] : [`${name}: a document costs at most ${maxGraphQLCost}`]),
    ...(maxGraphQLDepth === null ? [] : [`${name}: a document is nested at most ${maxGraphQLDepth}`]),
    ...(plan.registeredOperationsOnly ? [`${name}: registered operations alone`] : []),
    ...hiddenGraphQL.map((coordinate) => `${name}: hides ${coordinate}`),
  ];
}

/** Compares the copy of a product in a catalog with its draft. Documents of APIs are not compared. */
export function copyDifference(copy: CatalogCopy, draft: Product): DiffLine[] {
  const [was, is] = [linesOf(copy), linesOf(draft)];
  const [before, after] = [new Set(was), new Set(is)];
  return [
    ...was.filter((line) => !after.has(line)).map((text) => ({ kind: 'removed' as const, text })),
    ...is.filter((line) => !before.has(line)).map((text) => ({ kind: 'added' as const, text })),
  ];
}
