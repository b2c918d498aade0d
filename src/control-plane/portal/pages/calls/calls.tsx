import { Search } from '../../../../ui/components/search.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { REFUSED_CALL, RefusedCalls } from './refused-calls.tsx';

const LAST_REFUSED = graphql(
  `query LastRefused {
    viewer { consumerOrg { applications { refusedCalls(first: 50) { ...RefusedCall } } } }
  }`,
  [REFUSED_CALL],
);

const SHOWN = 50;

/** Adds the page of all applications' last refused calls, with a search by request id. */
export function calls(pages: PortalPages): void {
  pages.get('/calls', async (c) => {
    const { pageContext } = c.var;
    const { base, text } = pageContext;
    const requestId = c.req.query('requestId')?.trim();
    if (requestId) return c.redirect(`${base}/calls/${encodeURIComponent(requestId)}`, 303);
    const { viewer } = await pageContext.run(LAST_REFUSED);
    if (!viewer) return askToSignIn(c);
    const newest = viewer.consumerOrg.applications
      .flatMap(({ refusedCalls }) => refusedCalls)
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, SHOWN);
    return show(
      c,
      <>
        <h1 class="title">{text.why.title}</h1>
        <p class="lead">{text.why.lead}</p>
        <CallSearch pageContext={pageContext} />
        <h2 class="heading">{text.subscription.refusedCalls}</h2>
        <RefusedCalls pageContext={pageContext} calls={newest} />
      </>,
      { title: text.why.title, menu: 'applications' },
    );
  });
}

/** The search for a call by its request id. */
export function CallSearch({
  pageContext: { base, text },
  requestId,
}: {
  pageContext: PortalPageContext;
  requestId?: string;
}) {
  return (
    <Search
      action={`${base}/calls`}
      name="requestId"
      value={requestId}
      label={text.why.search}
      submit={text.why.submit}
      required
    />
  );
}
