import type { MailPolicy } from '../../../../domain/events/mail-policy.ts';
import { noticeKindNames, noticeKinds, noticeOf, noticePath } from '../../../../domain/events/notices.ts';
import { refuse } from '../../../../foundation/errors.ts';
import type { Language } from '../../../../foundation/text/languages.ts';
import { describedValues } from '../../../../graphql/schema/described-values.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { wordedNotice } from '../../../events/notice-texts.ts';
import { type WordedRow, wordedColumns } from '../../../events/titled-notices.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { languageArg } from '../language.ts';

/** Notices that one request marks. */
const MARKED_MAX = 100;

export const NoticeKindRef = builder.enumType('NoticeKind', {
  description: 'What a notice is of.',
  values: describedValues(noticeKindNames, (kind) => noticeKinds[kind].description),
});

const words = async (
  notice: WordedRow,
  language: Language | null | undefined,
  { catalog, titledNotices }: PortalContext,
) =>
  wordedNotice(
    await titledNotices.load(notice),
    language ?? 'en',
    stored<MailPolicy | null>(catalog.mail)?.templates,
  );

const Notice = builder.prismaObject('Notice', {
  description:
    'Something that your consumer organization is told. The last 1,000 are kept, for 400 days at most.',
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: 'For `markNoticesRead`.', resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    kind: t.field({
      type: NoticeKindRef,
      description: 'What it is of.',
      select: { kind: true },
      resolve: ({ kind }) => kind,
    }),
    title: t.string({
      description: 'What happened, in a few words.',
      args: languageArg,
      select: wordedColumns,
      resolve: async (notice, { language }, context) => (await words(notice, language, context)).subject,
    }),
    text: t.string({
      description: 'What happened, and what to do about it.',
      args: languageArg,
      select: wordedColumns,
      resolve: async (notice, { language }, context) => (await words(notice, language, context)).text,
    }),
    url: t.field({
      type: 'URL',
      description: 'The page of the portal that shows what it is about.',
      select: wordedColumns,
      resolve: (notice, _args, { portalUrl }) => `${portalUrl}${noticePath(noticeOf(notice))}`,
    }),
    asksAcknowledgement: t.boolean({
      description: 'Does the provider ask your organization to acknowledge it, by `acknowledgeNotice`?',
      select: { campaign: { select: { asksAcknowledgement: true } } },
      resolve: ({ campaign }) => campaign?.asksAcknowledgement ?? false,
    }),
    acknowledgedAt: t.expose('acknowledgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was acknowledged; null when it was not.',
    }),
    acknowledgedBy: t.exposeString('acknowledgedBy', {
      nullable: true,
      description: 'Who has acknowledged it for your organization, by the username.',
    }),
    isRead: t.boolean({
      description: 'Have you read it? What your organization was told before you came is.',
      select: (_args, context) => ({
        readers: { where: { memberId: demandViewer(context).memberId }, select: { readAt: true } },
      }),
      resolve: ({ readers: [reader] }) => reader === undefined || reader.readAt !== null,
    }),
  }),
});

type NoticeFilter = {
  readonly unread?: boolean | null | undefined;
  readonly kind?: (typeof noticeKindNames)[number] | null | undefined;
};

function noticesOf(context: PortalContext, { unread, kind }: NoticeFilter): Prisma.NoticeWhereInput {
  const { memberId, consumerOrg } = demandViewer(context);
  return {
    consumerOrgId: consumerOrg.id,
    ...(kind != null && { kind }),
    ...(unread === true && { readers: { some: { memberId, readAt: null } } }),
  };
}

const filterArgs = builder.args((t) => ({
  unread: t.boolean({ defaultValue: false, description: 'Only those that you have not read.' }),
  kind: t.field({ type: NoticeKindRef, description: 'Only those of one kind.' }),
}));

builder.queryField('notices', (t) =>
  t.prismaField({
    type: [Notice],
    description: 'What your consumer organization is told, the newest first.',
    args: { ...filterArgs, ...partArgs },
    resolve: (query, _root, { unread, kind, ...part }, context) =>
      context.database.prisma.notice.findMany({
        ...query,
        where: noticesOf(context, { unread, kind }),
        orderBy: { id: 'desc' },
        ...takeSkipOf(part),
      }),
  }),
);

builder.queryField('noticeCount', (t) =>
  t.int({
    description: 'How many notices there are.',
    args: filterArgs,
    resolve: (_root, filter, context) =>
      context.database.prisma.notice.count({ where: noticesOf(context, filter) }),
  }),
);

builder.prismaObjectField('Member', 'unreadNoticeCount', (t) =>
  t.relationCount('notices', {
    description: 'How many notices of the consumer organization the person has not read.',
    where: (_args, { viewer }) => ({
      readAt: null,
      ...(viewer && { notice: { consumerOrgId: viewer.consumerOrg.id } }),
    }),
  }),
);

builder.mutationField('markNoticesRead', (t) =>
  t.int({
    description: 'Marks notices as read by you, or as unread again. Returns how many were changed.',
    args: {
      ids: t.arg.idList({ description: `Which, at most ${MARKED_MAX}; all unless given.` }),
      read: t.arg.boolean({ defaultValue: true, description: 'False makes them unread again.' }),
    },
    resolve: async (_root, { ids, read }, context) => {
      const { memberId, consumerOrg } = demandViewer(context);
      if (ids && ids.length > MARKED_MAX)
        refuse('BAD_USER_INPUT', { detail: `Name at most ${MARKED_MAX} notices.`, path: ['ids'] });
      const isRead = read ?? true;
      // What somebody has read is nobody else's business: it is no change of the org, and has no audit event.
      const { count } = await context.database.prisma.noticeReader.updateMany({
        where: {
          memberId,
          notice: { consumerOrgId: consumerOrg.id },
          ...(ids && { noticeId: { in: ids.filter((id) => /^\d{1,18}$/.test(id)).map(BigInt) } }),
          readAt: isRead ? null : { not: null },
        },
        data: { readAt: isRead ? context.clock() : null },
      });
      return count;
    },
  }),
);

builder.mutationField('acknowledgeNotice', (t) =>
  t.prismaField({
    type: Notice,
    description:
      'Acknowledges a message of the provider for your organization. The first who does is named; it is read by you, too.',
    args: { id: t.arg.id({ required: true, description: 'Which notice.' }) },
    resolve: async (query, _root, { id }, context) => {
      const { memberId, username, consumerOrg } = demandViewer(context);
      const now = context.clock();
      const request = { action: 'acknowledgeNotice', subject: id, username };
      return context.change(request, async (transaction) => {
        const notice = await transaction.notice.findFirst({
          where: {
            id: /^\d{1,18}$/.test(id) ? BigInt(id) : -1n,
            consumerOrgId: consumerOrg.id,
            campaign: { asksAcknowledgement: true },
          },
        });
        if (!notice)
          return refuse('NOT_FOUND', {
            detail: `There is no notice ${id} that asks to be acknowledged.`,
            path: ['id'],
          });
        const key = { id: notice.id };
        await transaction.notice.updateMany({
          where: { ...key, acknowledgedAt: null },
          data: { acknowledgedAt: now, acknowledgedBy: username },
        });
        await transaction.noticeReader.updateMany({
          where: { noticeId: notice.id, memberId, readAt: null },
          data: { readAt: now },
        });
        return transaction.notice.findUniqueOrThrow({ ...query, where: key });
      });
    },
  }),
);
