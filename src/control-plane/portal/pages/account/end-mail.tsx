import { attempt } from '../../../../graphql/server/run-document.ts';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { END_MAIL_PATH } from '../../../consumer/mail-link.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';

const END = graphql(
  `mutation EndNoticesByMail($member: String!, $proof: String!) { endNoticesByMail(member: $member, proof: $proof) }`,
);

/** Adds the page behind the link of each mail. Mail programs send its form by themselves. (RFC 8058) */
export function endMail(pages: PortalPages): void {
  pages.get(END_MAIL_PATH, (c) => {
    const { base, text } = c.var.pageContext;
    const query = new URLSearchParams(linkOf(c.req.query()));
    return show(
      c,
      <>
        <h1 class="title">{text.endMail.title}</h1>
        <p class="lead">{text.endMail.lead}</p>
        <form method="post" action={`${base}${END_MAIL_PATH}?${query}`}>
          <button class="button button-primary" type="submit">
            {text.endMail.submit}
          </button>
        </form>
      </>,
      { title: text.endMail.title },
    );
  });

  pages.post(END_MAIL_PATH, async (c) => {
    const { text, run } = c.var.pageContext;
    const { refused } = await attempt(run(END, linkOf(c.req.query())));
    return show(
      c,
      <>
        <h1 class="title">{text.endMail.title}</h1>
        <RefusedNotice refused={refused} isOnTop />
        {!refused && (
          <Notice tone="success">
            <p class="text">{text.endMail.done}</p>
          </Notice>
        )}
      </>,
      { title: text.endMail.title, refused },
    );
  });
}

const linkOf = ({ member = '', proof = '' }: Readonly<Record<string, string>>) => ({ member, proof });
