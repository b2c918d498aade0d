import type { ResultOf } from '@graphql-typed-document-node/core';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { LocalTime } from '../../../../ui/components/time.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a refused call in a list; its page has the rest. */
export const REFUSED_CALL = graphql(`
  fragment RefusedCall on PortalRefusedCall { requestId at method path status code oauthProvider }
`);

type RefusedCall = ResultOf<typeof REFUSED_CALL>;

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
      {calls.map((call) => (
        <RefusedCallRow pageContext={pageContext} call={call} />
      ))}
    </ul>
  );
}

function RefusedCallRow({
  pageContext: { base, text, format },
  call,
}: {
  pageContext: PortalPageContext;
  call: RefusedCall;
}) {
  const { requestId, at, method, path, status, code } = call;
  return (
    <li class="rows-row">
      <div class="head">
        <span>
          <strong>{status}</strong> {code}
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
