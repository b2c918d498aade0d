import type { ResultOf } from '@graphql-typed-document-node/core';
import { Badge } from '../../../../ui/components/badge.tsx';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a refused call in a list; its page has the rest. */
export const REFUSED_CALL = graphql(`
  fragment RefusedCall on PortalRefusedCall { requestId at method path status code oauthProvider }
`);

type RefusedCall = ResultOf<typeof REFUSED_CALL>;

type Run = {
  /** The newest of them. */
  readonly call: RefusedCall;
  readonly count: number;
};

/** Joins neighbours that were refused alike. A program in a loop fills a list with the same words. */
function runsOf(calls: readonly RefusedCall[]): Run[] {
  const runs: Run[] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last && isLike(last.call, call)) runs[runs.length - 1] = { ...last, count: last.count + 1 };
    else runs.push({ call, count: 1 });
  }
  return runs;
}

const isLike = (one: RefusedCall, other: RefusedCall) =>
  one.code === other.code &&
  one.status === other.status &&
  one.method === other.method &&
  one.path === other.path &&
  one.oauthProvider === other.oauthProvider;

/** The last refused calls, with the reason and the remedy of each. */
export function RefusedCalls({
  pageContext,
  calls,
}: {
  pageContext: PortalPageContext;
  calls: readonly RefusedCall[];
}) {
  if (calls.length === 0) return <p class="text">{pageContext.text.refusedCalls.none}</p>;
  return (
    <ul class="rows">
      {runsOf(calls).map((run) => (
        <RefusedCallRow pageContext={pageContext} {...run} />
      ))}
    </ul>
  );
}

function RefusedCallRow({
  pageContext: { base, text, format },
  call,
  count,
}: Run & { pageContext: PortalPageContext }) {
  const { requestId, at, method, path, status, code } = call;
  return (
    <li class="rows-row">
      <div class="head">
        <span>
          <strong>{status}</strong> {code}
          {count > 1 && (
            <>
              {' '}
              <Badge>{text.refusedCalls.inARow(count)}</Badge>
            </>
          )}
        </span>
        <span class="small quiet">
          <LocalTime at={at} text={format.dateTime(at)} />
        </span>
      </div>
      <OperationName method={method} path={path} />
      <p class="hint">
        {text.remedy.of(call)}{' '}
        <a
          class="link"
          href={`${base}/calls/${encodeURIComponent(requestId)}`}
          aria-label={text.refusedCalls.whyOf(method, path)}
        >
          {text.refusedCalls.why}
        </a>
      </p>
    </li>
  );
}
