import { UNDO_MS } from '../../../domain/product/undo.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { cursorOf, type Page, PageInfoRef, pageOf, readKeyCursor } from '../page.ts';

/** The form of ids of changes. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A change as lists and answers show it. */
export type UndoableChange = {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly catalog: string;
  readonly until: Date;
};

export const UndoableChangeRef = builder.objectRef<UndoableChange>('UndoableChange').implement({
  description:
    'A change in a catalog, of products or of a back-end, that `undoLifecycleChange` takes, unless something since stands in the way.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Give it to `undoLifecycleChange` as `change`.' }),
    action: t.exposeString('action', {
      description: 'What was done, in the words of the API, for example `supersedeProduct`.',
    }),
    subject: t.exposeString('subject', {
      description:
        'The product that the change answered, for example `customer:2.0.0`; of a back-end its catalog and name, for example `sandbox/crm`.',
    }),
    catalog: t.exposeString('catalog', { description: 'The catalog that it was done in.' }),
    at: t.field({
      type: 'DateTime',
      description: 'When it was done.',
      resolve: ({ until }) => new Date(until.getTime() - UNDO_MS),
    }),
    until: t.expose('until', { type: 'DateTime', description: 'Until when it can be undone.' }),
  }),
});

const UndoableChangeConnection = builder
  .objectRef<Page<UndoableChange>>('UndoableChangeConnection')
  .implement({
    description: 'A page of changes that can be undone.',
    fields: (t) => ({
      nodes: t.field({
        type: [UndoableChangeRef],
        description: 'The changes, newest first.',
        resolve: ({ nodes }) => nodes,
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Where the page ends.',
        resolve: ({ pageInfo }) => pageInfo,
      }),
    }),
  });

builder.queryField('undoableChanges', (t) =>
  t.field({
    type: UndoableChangeConnection,
    description:
      'The lifecycle changes of an org that are not undone and not older than 30 days, newest first.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ description: 'Only those in this catalog.' }),
      product: t.arg.string({
        description: 'Only those whose `subject` is this product, for example `customer:2.0.0`.',
      }),
      first: partArgs.first,
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (_root, args, context) => {
      const { id: orgId } = await context.org(args.org, ['org']);
      const { take: first } = takeSkipOf(args);
      const rows = await context.database.prisma.lifecycleUndo.findMany({
        where: {
          ...undoable(orgId, context),
          ...(args.catalog != null && { catalog: { name: args.catalog } }),
          ...(args.product != null && { subject: args.product }),
          ...(args.after != null && behind(args.after)),
        },
        select: columns,
        orderBy: [{ expiresAt: 'desc' }, { id: 'desc' }],
        take: first + 1,
      });
      return pageOf(rows.map(changeOf), first, ({ until, id }) =>
        cursorOf('undo', `${until.getTime()}/${id}`),
      );
    },
  }),
);

builder.queryField('undoableChange', (t) =>
  t.field({
    type: UndoableChangeRef,
    nullable: true,
    description: 'One lifecycle change of an org; null when it is undone or older than 30 days.',
    args: {
      org: t.arg.string(inOrg),
      id: t.arg.id({ required: true, description: 'The `id` of the change.' }),
    },
    resolve: async (_root, { org, id }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      // What is no UUID is no id of a change, and PostgreSQL would not compare it.
      if (!UUID.test(id)) return null;
      const where = { id, ...undoable(orgId, context) };
      const row = await context.database.prisma.lifecycleUndo.findFirst({ where, select: columns });
      return row && changeOf(row);
    },
  }),
);

const columns = {
  id: true,
  action: true,
  subject: true,
  expiresAt: true,
  catalog: { select: { name: true } },
} as const satisfies Prisma.LifecycleUndoSelect;

const changeOf = ({
  catalog,
  expiresAt,
  ...row
}: Prisma.LifecycleUndoGetPayload<{ select: typeof columns }>): UndoableChange => ({
  ...row,
  catalog: catalog.name,
  until: expiresAt,
});

/** Matches the changes of an org that can be undone. */
const undoable = (orgId: string, { clock }: ManagementContext) => ({
  orgId,
  undoneAt: null,
  expiresAt: { gt: clock() },
});

/** Matches the changes after the one of a cursor. Changes that are undone or added meanwhile hide no other. */
function behind(cursor: string): Prisma.LifecycleUndoWhereInput {
  const [until, id] = readKeyCursor(
    'undo',
    cursor,
    /^(\d{1,14})\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
  );
  const expiresAt = new Date(Number(until));
  return { OR: [{ expiresAt: { lt: expiresAt } }, { expiresAt, id: { lt: `${id}` } }] };
}
