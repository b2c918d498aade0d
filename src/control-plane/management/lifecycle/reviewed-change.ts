import { createHash } from 'node:crypto';
import { actionOfMutation } from '../../../domain/change-request/actions.ts';
import { type ChangeItems, canonicalJson, SUBSCRIPTIONS } from '../../../domain/change-request/change-set.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import { type ImageRow, type ProductImage, rowChanges } from '../../../domain/product/undo.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { type ChangeOutcome, KEPT_MOVES_MAX, noOutcome, type Reviewed } from '../change-request/reviewed.ts';
import type { LifecycleChange } from './payload.ts';

/** A lifecycle change within its transaction, with the rows that it changed. */
type RecordedRows = LifecycleChange & {
  readonly catalog: string;
  readonly difference: { readonly before: ProductImage; readonly after: ProductImage };
};

/** The mutation under review, and what it changes. */
type ReviewedMutation = { readonly mutation: string; readonly subject: string };

/** Describes a lifecycle change for its review. */
export function reviewedLifecycle(change: RecordedRows, { mutation, subject }: ReviewedMutation): Reviewed {
  const action = actionOfMutation[mutation];
  return {
    actions: action ? [{ catalog: change.catalog, actions: [action] }] : [],
    subject,
    items: (transaction) => itemsOf(change, transaction),
    outcome: () => outcomeOf(change),
    undo: change.change?.id ?? null,
  };
}

function outcomeOf({ transitions, subscriptions, warnings, apis }: RecordedRows): ChangeOutcome {
  return {
    ...noOutcome,
    transitions,
    subscriptions: subscriptions.slice(0, KEPT_MOVES_MAX),
    subscriptionCount: subscriptions.length,
    warnings,
    apis,
  };
}

/** Columns that say when or under which id, and follow from others. Two runs of one change differ in them. */
const UNSTEADY = new Set([
  'id',
  'catalogId',
  'catalogProductId',
  'migrationTargetId',
  'createdAt',
  'deprecatedAt',
  'updatedAt',
  'sortKey',
  'searchText',
]);

export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalJson(value) ?? '')
    .digest('base64url')
    .slice(0, 22);

/** The columns of one thing before and after, also where it has another row then. */
type Sides = { before?: Record<string, unknown>; after?: Record<string, unknown> };

async function itemsOf(
  { difference: { before, after }, warnings }: RecordedRows,
  transaction: Transaction,
): Promise<ChangeItems> {
  const changes = rowChanges(before, after);
  const schemas = await schemasOf(transaction, after);
  const things = new Map<string, Sides>();
  for (const { table, before: was, after: is } of changes) {
    if (table === 'subscriptions') continue;
    if (was) sidesOf(things, table, was).before = steady(was);
    if (is)
      sidesOf(things, table, is).after = {
        ...steady(is),
        ...(schemas.has(is.id) && { schema: schemas.get(is.id) }),
      };
  }
  const items: Record<string, Record<string, string>> = {};
  for (const [name, sides] of things) {
    const members = differing(sides);
    if (Object.keys(members).length > 0) items[name] = members;
  }
  return { ...items, ...movedSubscriptions(changes), ...warned(warnings) };
}

/** Describes products as they are, to tell later what of them has changed. */
export function describedProducts(image: ProductImage): ChangeItems {
  const things = new Map<string, Sides>();
  for (const table of ['products', 'plans', 'apis'] as const)
    for (const row of image[table]) sidesOf(things, table, row).after = steady(row);
  return Object.fromEntries([...things].map(([name, sides]) => [name, differing(sides)]));
}

/** Digests of the schemas of GraphQL APIs. Images leave schemas out. */
async function schemasOf(transaction: Transaction, { apis }: ProductImage): Promise<Map<string, string>> {
  if (apis.length === 0) return new Map();
  const rows = await transaction.$queryRaw<{ id: string; digest: string }[]>`
    SELECT "id"::text, md5("sdl") AS "digest" FROM "CatalogApi"
    WHERE "sdl" IS NOT NULL AND "id" = ANY(${apis.map(({ id }) => id)}::uuid[])`;
  return new Map(rows.map(({ id, digest }) => [id, digest]));
}

const nouns = { products: 'product', plans: 'plan', apis: 'API', backends: 'back-end' } as const;

function sidesOf(things: Map<string, Sides>, table: keyof typeof nouns, { label }: ImageRow): Sides {
  const { product, plan, api, backend } = label;
  const name = `${nouns[table]} ${[product, plan ?? api ?? backend].filter(Boolean).join('/')}`;
  const sides = things.get(name) ?? {};
  things.set(name, sides);
  return sides;
}

function steady({ columns, label }: ImageRow): Record<string, unknown> {
  const kept = Object.entries(columns).filter(([member]) => !UNSTEADY.has(member));
  const target = 'migrationTargetId' in columns ? [['migrationTarget', label['migrationTarget']]] : [];
  return Object.fromEntries([...kept, ...target]);
}

function differing({ before, after }: Sides): Record<string, string> {
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return Object.fromEntries(
    members.flatMap((member) => {
      const [was, is] = [digestOf(before?.[member] ?? null), digestOf(after?.[member] ?? null)];
      return was === is && before && after ? [] : [[member, `${was} ${is}`]];
    }),
  );
}

/** Subscriptions that move or end, by what they leave and reach: how many, and which. */
function movedSubscriptions(changes: ReturnType<typeof rowChanges>): ChangeItems {
  const groups = new Map<string, string[]>();
  const planOf = (row: ImageRow | null) => (row ? `${row.label['product']}/${row.label['plan']}` : 'none');
  for (const { table, id, before, after } of changes) {
    if (table !== 'subscriptions') continue;
    const name = `${SUBSCRIPTIONS}${planOf(before)} → ${planOf(after)}`;
    const ids = groups.get(name);
    if (ids) ids.push(id);
    else groups.set(name, [id]);
  }
  return Object.fromEntries(
    [...groups].map(([name, ids]) => [name, { count: String(ids.length), which: digestOf(ids.sort()) }]),
  );
}

/** Warnings by their facts. How many subscribers they touch is no fact of the change: that goes on day and night. */
function warned(warnings: readonly LifecycleWarning[]): ChangeItems {
  return Object.fromEntries(
    warnings.map(({ code, subject, facts, breaks }) => {
      const { touched: _touched, count: _count, ...lasting } = facts as Record<string, unknown>;
      const known = breaks?.map(({ operation, message }) => ({ operation, message }));
      return [`warning ${code} ${subject}`, { facts: digestOf(lasting), breaks: digestOf(known ?? []) }];
    }),
  );
}
