import { short } from '../../../../foundation/text/listed.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import type { DiffLine } from '../../../../ui/components/diff.tsx';
import type { Messages } from '../messages.ts';
import { limitsOfPlan } from '../parts/plan-texts.ts';
import type { ShownRequirement } from '../parts/security-words.ts';
import type { CatalogCopy, Plan, Product } from './product-query.ts';

type Words = Pick<Product, 'summary' | 'description' | 'releaseNotes' | 'tags' | 'links' | 'icon'>;
type Compared = Words & Pick<Product, 'title' | 'apis' | 'plans'>;

/** Describes a product in lines, for a comparison. Equal products have equal lines. */
function linesOf(text: Messages, { title, apis, plans, ...words }: Compared): string[] {
  const { difference } = text.products;
  return [
    difference.title(title),
    ...wordLines(text, words),
    ...apis.map((api) =>
      difference.api({
        name: versionedName(api),
        path: api.basePath,
        backend: api.backend?.name ?? api.targetUrl ?? api.graphqlUrl ?? undefined,
        security: securityLine(text, api.security),
      }),
    ),
    ...apis.flatMap((api) => apiWordLines(text, api)),
    ...apis.flatMap((api) =>
      api.operationSecurity.map(({ operation, security }) =>
        difference.operation(versionedName(api), operation, securityLine(text, security)),
      ),
    ),
    ...plans.flatMap((plan) => planLines(text, plan)),
  ];
}

function wordLines(
  { products: { words } }: Messages,
  { summary, description, releaseNotes, tags, links, icon }: Words,
): string[] {
  const line = (what: string, value: string) => `${what}: ${value}`;
  return [
    ...(summary === null ? [] : [line(words.summary, summary)]),
    ...(description ?? '')
      .split('\n')
      .filter((each) => each.trim() !== '')
      .map((each) => line(words.description, each)),
    ...(releaseNotes ?? '')
      .split('\n')
      .filter((each) => each.trim() !== '')
      .map((each) => line(words.releaseNotes, each)),
    ...(icon === null ? [] : [line(words.icon, iconInShort(icon))]),
    ...tags.map((tag) => line(words.tags, tag)),
    ...links.map(({ title, url }) => line(words.links, `${title} ${url}`)),
  ];
}

function apiWordLines({ products: { difference, words } }: Messages, api: Product['apis'][number]): string[] {
  const { tags, icon } = api;
  const line = (what: string, value: string) => difference.apiWord(versionedName(api), what, value);
  return [
    ...(icon === null ? [] : [line(words.icon, iconInShort(icon))]),
    ...tags.map((tag) => line(words.tags, tag)),
  ];
}

const iconInShort = (icon: string): string => short(icon.slice(icon.indexOf(',') + 1), 40);

function securityLine({ products, security }: Messages, requirements: readonly ShownRequirement[]): string {
  const named = requirements.map(({ all }) =>
    all.map(({ definition, scopes }) => [definition, ...scopes].join(' ')).join(security.and),
  );
  return named.sort().join(security.or) || products.difference.noSecurity;
}

function planLines(text: Messages, plan: Plan): string[] {
  const { difference } = text.products;
  const { title, description, maxGraphQLCost, maxGraphQLDepth, hiddenGraphQL } = plan;
  const limits = limitsOfPlan(text, plan);
  const terms = [
    plan.approvalRequired ? difference.withApproval(limits) : limits,
    ...(plan.summary === null ? [] : [plan.summary]),
    ...(description ?? '').split('\n').filter((line) => line.trim() !== ''),
    ...plan.tags,
    ...plan.links.map(({ title, url }) => `${title} ${url}`),
    ...(plan.price ? [text.price.of(plan.price)] : []),
    ...(maxGraphQLCost === null ? [] : [difference.cost(maxGraphQLCost)]),
    ...(maxGraphQLDepth === null ? [] : [difference.depth(maxGraphQLDepth)]),
    ...(plan.registeredOperationsOnly ? [difference.registeredOnly] : []),
    ...hiddenGraphQL.map(difference.hides),
  ];
  return terms.map((each) => difference.plan(title, each));
}

/** Compares the copy of a product in a catalog with its draft. Documents of APIs are not compared. */
export function copyDifference(text: Messages, copy: CatalogCopy, draft: Product): DiffLine[] {
  const [was, is] = [linesOf(text, copy), linesOf(text, draft)];
  const [before, after] = [new Set(was), new Set(is)];
  return [
    ...was.filter((line) => !after.has(line)).map((line) => ({ kind: 'removed' as const, text: line })),
    ...is.filter((line) => !before.has(line)).map((line) => ({ kind: 'added' as const, text: line })),
  ];
}
