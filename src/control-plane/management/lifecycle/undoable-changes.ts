import { UNDO_MS } from '../../../domain/product/undo.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { cursorOf, type Page, PageInfoRef, pageOf, readCursor } from '../page.ts';

type UndoableChange = {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly catalog: string;
  readonly until: Date;
};

const UndoableChangeRef = builder.objectRef<UndoableChange>('UndoableChange').implement({
  description:
    'A lifecycle change that `undoLifecycleChange` takes, unless something since stands in the way.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Give it to `undoLifecycleChange` as `change`.' }),
    action: t.exposeString('action', {
      description: 'What was done, in the words of the API, for example `supersedeProduct`.',
    }),
    subject: t.exposeString('subject', {
      description: 'The product that the change answered, for example `customer:2.0.0`.',
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
      const offset = args.after == null ? 0 : readCursor('undo', args.after);
      const rows = await context.database.prisma.lifecycleUndo.findMany({
        where: {
          orgId,
          undoneAt: null,
          expiresAt: { gt: context.clock() },
          ...(args.catalog != null && { catalog: { name: args.catalog } }),
          ...(args.product != null && { subject: args.product }),
        },
        select: {
          id: true,
          action: true,
          subject: true,
          expiresAt: true,
          catalog: { select: { name: true } },
        },
        orderBy: [{ expiresAt: 'desc' }, { id: 'desc' }],
        skip: offset,
        take: first + 1,
      });
      const changes = rows.map(({ catalog, expiresAt, ...row }) => ({
        ...row,
        catalog: catalog.name,
        until: expiresAt,
      }));
      return pageOf(changes, first, (_last, count) => cursorOf('undo', offset + count));
    },
  }),
);
