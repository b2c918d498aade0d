import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { noticeKindNames } from '../../../../domain/events/notices.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { offsetOf, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { Prose } from '../../../../ui/components/prose.tsx';
import { Time, Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import { ownPath, type PortalEnv, type PortalPageContext, type PortalPages } from '../parts/page-context.ts';

const NOTICES = graphql(`
  query Notices($unread: Boolean!, $kind: NoticeKind, $language: Language!, $first: Int!, $offset: Int!) {
    notices(unread: $unread, kind: $kind, first: $first, offset: $offset) {
      id at kind isRead url title(language: $language) text(language: $language)
      asksAcknowledgement acknowledgedAt acknowledgedBy
    }
    noticeCount(unread: $unread, kind: $kind)
  }
`);

const MARK = graphql(`
  mutation MarkNotices($ids: [ID!], $read: Boolean!) { markNoticesRead(ids: $ids, read: $read) }
`);

const ACKNOWLEDGE = graphql(`
  mutation AcknowledgeNotice($id: ID!) { acknowledgeNotice(id: $id) { id } }
`);

type NoticeRow = ResultOf<typeof NOTICES>['notices'][number];

const ROWS = 20;

/** Adds the inbox: what the consumer org is told, read or not by the person. */
export function notices(pages: PortalPages): void {
  pages.get('/notices', showNotices);

  pages.post('/notices', async (c) => {
    const { run, here, base } = c.var.pageContext;
    const { id, read } = await readForm(c, 'id', 'read');
    await run(MARK, { ids: id === '' ? null : [id], read: read !== 'no' });
    return c.redirect(here === '' ? `${base}/notices` : ownPath(c.var.pageContext, here), 303);
  });

  pages.post('/notices/acknowledge', async (c) => {
    const { run, base } = c.var.pageContext;
    const { id } = await readForm(c, 'id');
    await run(ACKNOWLEDGE, { id });
    return c.redirect(`${base}/notices`, 303);
  });

  pages.post('/notices/open', async (c) => {
    const { run, base } = c.var.pageContext;
    const { id, path } = await readForm(c, 'id', 'path');
    await run(MARK, { ids: [id], read: true });
    return c.redirect(ownPath(c.var.pageContext, `${base}${path}`), 303);
  });
}

async function showNotices(c: Context<PortalEnv>): Promise<Response> {
  const { pageContext } = c.var;
  const { text, base, language, run } = pageContext;
  const words = text.notices;
  const page = pageOfList(c.req.query('page'), ROWS);
  const unread = c.req.query('show') === 'unread';
  const kind = noticeKindNames.find((each) => each === c.req.query('kind'));
  const { notices: rows, noticeCount: total } = await run(NOTICES, {
    unread,
    kind: kind ?? null,
    language,
    first: ROWS,
    offset: offsetOf(page),
  });
  const filtered = (number: number) =>
    `${base}/notices?${new URLSearchParams({ ...(unread && { show: 'unread' }), ...(kind && { kind }), page: String(number) })}`;
  return show(
    c,
    <>
      <h1 class="title">{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p>
        <a class="link" href={`${base}/webhooks`}>
          {text.webhooks.link}
        </a>
      </p>
      <Filter pageContext={pageContext} unread={unread} kind={kind} />
      <div class="section">
        {rows.length === 0 ? (
          <EmptyState
            icon="bell"
            title={unread || kind ? words.noneOfThem : words.none}
            text={words.noneText}
          />
        ) : (
          <ul class="plain-list stack">
            {rows.map((notice) => (
              <li>
                <NoticeCard pageContext={pageContext} notice={notice} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Pager page={page} total={total} href={filtered} text={text.pager} />
    </>,
    { title: words.title, menu: 'notices' },
  );
}

type FilterProps = {
  readonly pageContext: PortalPageContext;
  readonly unread: boolean;
  readonly kind: string | undefined;
};

function Filter({ pageContext: { base, text, frame }, unread, kind }: FilterProps) {
  const words = text.notices;
  return (
    <div class="row">
      <form class="row" method="get" action={`${base}/notices`}>
        <div class="row row-close">
          <label for="show">{words.show}</label>
          <select class="input select" id="show" name="show">
            <option value="">{words.all}</option>
            <option value="unread" selected={unread}>
              {words.unread}
            </option>
          </select>
        </div>
        <div class="row row-close">
          <label for="kind">{words.kind}</label>
          <select class="input select" id="kind" name="kind">
            <option value="">{words.everyKind}</option>
            {noticeKindNames.map((each) => (
              <option value={each} selected={each === kind}>
                {words.kinds[each]}
              </option>
            ))}
          </select>
        </div>
        <button class="button" type="submit">
          {words.filter}
        </button>
      </form>
      {(frame.viewer?.unreadNoticeCount ?? 0) > 0 && (
        <form method="post" action={`${base}/notices`}>
          <button class="button" type="submit">
            {words.markAll}
          </button>
        </form>
      )}
    </div>
  );
}

/** A notice. To open what it is about marks it as read. */
function NoticeCard({ pageContext, notice }: { pageContext: PortalPageContext; notice: NoticeRow }) {
  const { base, text, format, url } = pageContext;
  const words = text.notices;
  const { id, at, kind, isRead, title } = notice;
  return (
    <article class="card">
      <div class="head">
        <h2 class="card-title">{title}</h2>
        {!isRead && <Badge tone="info">{words.new}</Badge>}
      </div>
      <p class="small quiet">
        {words.kinds[kind]} · <Time at={at} text={format.dateTime(at)} />
      </p>
      {kind === 'MESSAGE' ? (
        <Prose markdown={notice.text} />
      ) : (
        notice.text.split('\n').map((line) => <p class="text">{line}</p>)
      )}
      {notice.acknowledgedAt !== null && (
        <p class="small quiet">
          <Timed
            format={format}
            text={words.acknowledged(notice.acknowledgedBy ?? '', notice.acknowledgedAt)}
            at={notice.acknowledgedAt}
          />
        </p>
      )}
      <div class="row">
        {notice.asksAcknowledgement && notice.acknowledgedAt === null && (
          <form method="post" action={`${base}/notices/acknowledge`}>
            <input type="hidden" name="id" value={id} />
            <button class="button button-small button-primary" type="submit">
              {words.acknowledge}
              <span class="visually-hidden">: {title}</span>
            </button>
          </form>
        )}
        {kind !== 'MESSAGE' && (
          <form method="post" action={`${base}/notices/open`}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="path" value={notice.url.slice(url.length)} />
            <button class="button button-small" type="submit">
              {words.open}
              <span class="visually-hidden">: {title}</span>
            </button>
          </form>
        )}
        <form method="post" action={`${base}/notices`}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="read" value={isRead ? 'no' : 'yes'} />
          <button class="button button-small" type="submit">
            {isRead ? words.markUnread : words.markRead}
            <span class="visually-hidden">: {title}</span>
          </button>
        </form>
      </div>
    </article>
  );
}
