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

function wordLines({ products: { words } }: Messages, { releaseNotes, ...others }: Words): string[] {
  const line = (what: string, value: string) => `${what}: ${value}`;
  return [
    ...sharedLines(words, others, line),
    ...writtenLines(releaseNotes).map((each) => line(words.releaseNotes, each)),
  ];
}

type LabelledLine = (what: string, value: string) => string;

/** Lines of the words that products and APIs have alike. */
function sharedLines(
  labels: Messages['products']['words'],
  { summary, description, tags, links, icon }: Omit<Words, 'releaseNotes'>,
  line: LabelledLine,
): string[] {
  return [
    ...(summary === null ? [] : [line(labels.summary, summary)]),
    ...writtenLines(description).map((each) => line(labels.description, each)),
    ...(icon === null ? [] : [line(labels.icon, iconInShort(icon))]),
    ...tags.map((tag) => line(labels.tags, tag)),
    ...links.map(({ title, url }) => line(labels.links, `${title} ${url}`)),
  ];
}

const writtenLines = (text: string | null): string[] =>
  (text ?? '').split('\n').filter((line) => line.trim() !== '');

function apiWordLines({ products: { difference, words } }: Messages, api: Product['apis'][number]): string[] {
  return sharedLines(words, api, (what, value) => difference.apiWord(versionedName(api), what, value));
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
    ...writtenLines(description),
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
