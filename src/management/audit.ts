import type { AuditEvent } from '../database/generated/prisma/client.ts';
import { refuse } from '../errors.ts';
import { builder } from './builder.ts';

const FIRST_MAX = 100;

builder.prismaObject('AuditEvent', {
  description: 'One change of an org: who did what, and when. It holds no secret.',
  fields: (t) => ({
    id: t.id({ description: 'Rises with every event.', resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was committed.' }),
    actor: t.exposeString('actor', {
      description:
        'Who did it: `token:<name of the access token>`, `consumer:<username>` in the portal, `client:<client key>` at an OAuth provider, or `platform` at the sunset of a product.',
    }),
    action: t.exposeString('action', {
      description: 'What was done, in the words of the API, for example `supersedeProduct`.',
    }),
    subject: t.exposeString('subject', {
      description: 'What it was done to, for example `customer:2.0.0`.',
    }),
    detail: t.expose('detail', {
      type: 'JSON',
      nullable: true,
      description: 'What else there is to know of it.',
    }),
  }),
});

export type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };

export const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page of a longer list ends.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Is there more after it?' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'Give it as `after` to get the next page; null when the page is empty.',
    }),
  }),
});

type AuditEventPage = { readonly nodes: AuditEvent[]; readonly pageInfo: PageInfo };

const AuditEventConnection = builder.objectRef<AuditEventPage>('AuditEventConnection').implement({
  description: 'A page of audit events.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: ['AuditEvent'],
      description: 'The events, newest first.',
      resolve: (_query, { nodes }) => nodes,
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      description: 'Where the page ends.',
      resolve: ({ pageInfo }) => pageInfo,
    }),
  }),
});

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventConnection,
    description: 'What changed in an org, newest first.',
    args: {
      org: t.arg.string({ description: 'The org; may be left out by a caller of one org.' }),
      first: t.arg.int({ defaultValue: 50, description: 'How many, 1 to 100.' }),
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (_root, args, context): Promise<AuditEventPage> => {
      const { id: orgId } = await context.org(args.org);
      const first = args.first ?? 50;
      if (first < 1 || first > FIRST_MAX)
        refuse('BAD_USER_INPUT', {
          detail: `first is ${first}: ask for 1 to ${FIRST_MAX} events.`,
          path: ['first'],
        });
      const before = args.after == null ? {} : { id: { lt: readCursor(args.after) } };
      const rows = await context.database.prisma.auditEvent.findMany({
        where: { orgId, ...before },
        orderBy: { id: 'desc' },
        take: first + 1,
      });
      const nodes = rows.slice(0, first);
      const last = nodes.at(-1);
      return {
        nodes,
        pageInfo: { hasNextPage: rows.length > first, endCursor: last ? cursorOf(last) : null },
      };
    },
  }),
);

/** Opaque, so that nobody builds on what is in it. */
function cursorOf({ id }: AuditEvent): string {
  return Buffer.from(`audit:${id}`).toString('base64url');
}

function readCursor(cursor: string): bigint {
  const id = /^audit:(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id !== undefined) return BigInt(id);
  return refuse('BAD_USER_INPUT', {
    detail: 'after is no cursor: give the endCursor of the page before.',
    path: ['after'],
  });
}
