import { takeSkipOf } from '../../graphql/server/take-skip.ts';
import type { AuditEvent, Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { subjectThing } from './audit-subject.ts';
import { builder, inOrg, partArgs } from './builder.ts';
import { cursorOf, type Page, PageInfoRef, pageOf, readCursor } from './page.ts';
import { literal } from './search.ts';

builder.prismaObject('AuditEvent', {
  description:
    'One change of an org, or a failed sign-in: who did what, when and from where. It holds no secret.',
  fields: (t) => ({
    id: t.id({ description: 'Rises with every event.', resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was committed.' }),
    actor: t.exposeString('actor', {
      description:
        'Who did it: `user:<email address>` in the console, `token:<name of the access token>`, `consumer:<username>` in the portal, `client:<the first of a client key>` at an OAuth provider, `platform` for what happens by itself, as at the sunset of a product, or `anonymous` for who failed to sign in.',
    }),
    action: t.exposeString('action', {
      description:
        'What was done, in the words of the API, for example `supersedeProduct`; `signIn`, `signInFailed` and `accessTokenRefused` besides.',
    }),
    subject: t.exposeString('subject', {
      description: 'What it was done to, for example `customer:2.0.0`.',
    }),
    subjectTitle: t.string({
      nullable: true,
      description:
        'The title of what it was done to, as it is now: of a version without its number. Null where that is gone, or has no title, as people have none.',
      select: { orgId: true, action: true, subject: true },
      resolve: ({ orgId, action, subject }, _args, { titles }) => {
        const thing = subjectThing(action, subject);
        return thing && orgId !== null ? titles.load({ ...thing, within: orgId }) : null;
      },
    }),
    detail: t.expose('detail', {
      type: 'JSON',
      nullable: true,
      description:
        'What else there is to know of it. `before` and `after` have the rows that it changed, by what each is, for example `plan customer:1.0.0/gold`: those of their columns that differ, null where there was or is none. A long value is told by its number of characters and its hash; `omitted` counts rows that found no room.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description:
        'The IP address that the request came from, as trusted proxies tell it; null for what happens by itself, and of events from before it was kept.',
    }),
    mac: t.exposeString('mac', {
      nullable: true,
      description:
        'What chains it: an HMAC over the event and the `mac` of the one before it, which `gatehouse doctor` verifies. Who keeps one elsewhere can prove what stood before it. Null of events from before chains.',
    }),
  }),
});

/** Filters of audit events; an event fits all those that are given. */
const auditFilterArgs = builder.args((t) => ({
  actor: t.string({
    description: 'Only of those whose actor has this in it, whatever the case: `ada@`, `token:ci`.',
  }),
  action: t.string({
    description:
      'Only of actions that have this in their name, whatever the case and without spaces: `publish`, `set api`.',
  }),
  subject: t.string({
    description: 'Only of what has this in its subject, whatever the case: `customer:2`.',
  }),
  exactSubject: t.string({
    description:
      'Only of this subject, letter by letter: `customer:2.0.0`. It is found at once among millions.',
  }),
  since: t.field({ type: 'DateTime', description: 'Only of then and later.' }),
  until: t.field({ type: 'DateTime', description: 'Only of before then.' }),
}));

type AuditFilterInput = {
  readonly [Member in 'actor' | 'action' | 'subject' | 'exactSubject']?: string | null | undefined;
} & { readonly [Member in 'since' | 'until']?: Date | null | undefined };

/**
 * Decision: parts of texts have no index. Among a million events those of an actor are found in a millisecond, and a text that
 * none has in less than a second, on two busy cores. Trigrams would cost every change, and an extension that not
 * every PostgreSQL has.
 */
function auditFilter({
  actor,
  action,
  subject,
  exactSubject,
  since,
  until,
}: AuditFilterInput): Prisma.AuditEventWhereInput {
  const has = (text: string) => ({ contains: literal(text), mode: 'insensitive' }) as const;
  return {
    ...(actor != null && { actor: has(actor) }),
    ...(action != null && { action: has(action.replace(/\s+/g, '')) }),
    ...(subject != null && { subject: has(subject) }),
    ...(exactSubject != null && { AND: { subject: exactSubject } }),
    ...((since ?? until) && { at: { ...(since && { gte: since }), ...(until && { lt: until }) } }),
  };
}

const AuditEventConnection = builder.objectRef<Page<AuditEvent>>('AuditEventConnection').implement({
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
      ...auditFilterArgs,
      org: t.arg.string(inOrg),
      first: partArgs.first,
      after: t.arg.string({ description: 'The `endCursor` of the page before.' }),
    },
    resolve: async (_root, args, context): Promise<Page<AuditEvent>> => {
      const { id: orgId } = await context.org(args.org, ['org']);
      const { take: first } = takeSkipOf(args);
      const before = args.after == null ? {} : { id: { lt: readCursor('audit', args.after) } };
      const rows = await context.database.prisma.auditEvent.findMany({
        where: { orgId, ...auditFilter(args), ...before },
        orderBy: { id: 'desc' },
        take: first + 1,
      });
      return pageOf(rows, first, ({ id }) => cursorOf('audit', id));
    },
  }),
);
