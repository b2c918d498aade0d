import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { Badge } from '../../../../ui/components/badge.tsx';
import { graphql } from '../../graphql.ts';
import { queryOf } from '../../org-scope.ts';
import { CALLS_PATH } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { titled } from '../parts/titles.ts';

/** A call as a row shows it. The script of the page asks for the same. */
export const CALL_FIELDS = `
  requestId at outcome method path status code durationMs api apiTitle oauthProvider
  catalog { name title } application { name title consumerOrg { name title } }
`;

export const CALL = graphql(`
  fragment CallRow on Call {
    requestId at outcome method path status code durationMs api apiTitle oauthProvider
    catalog { name title } application { name title consumerOrg { name title } }
  }
`);

export type LiveCall = ResultOf<typeof CALL>;

/** The page of a refused call, with its decision. */
const callPath = (org: string, requestId: string) =>
  `${CALLS_PATH}/${encodeURIComponent(requestId)}${queryOf({ org })}`;

/** Time of day of an instant, UTC, as logs have it. */
const timeOf = (at: string) => at.slice(11, 19);

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Writes a duration as `12 ms` or `1.4 s`, as the script of the page does. */
export function tookOf(language: string, ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${Math.max(1, Math.round(ms))} ms`;
  return `${(ms / 1_000).toLocaleString(language, ONE_DIGIT)} s`;
}

/** The tone of a status: an answer below 400 is good. */
const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'waiting' : 'bad');

/** The target of a call: the API or the OAuth provider, and the catalog. */
const targetOf = ({ api, apiTitle, oauthProvider, catalog }: LiveCall) =>
  [api === null ? oauthProvider : titled(api, apiTitle), catalog?.title].filter(Boolean).join(' · ');

/** The application that called. */
const callerOf = ({ application }: LiveCall) =>
  application ? `${application.title} · ${application.consumerOrg.title}` : '';

/** The names of target and caller, by which the list is filtered. */
const namesOf = ({ api, catalog, application }: LiveCall) => ({
  target: [api, catalog?.name].filter(Boolean).join(' · '),
  caller: application ? `${application.consumerOrg.name}/${application.name}` : '',
});

type CallRowProps = { readonly org: string; readonly call: LiveCall };

/** One call of the list. A refused one leads to its decision. */
export function CallRow({ org, call }: CallRowProps) {
  const { language, text } = useTexts();
  const names = namesOf(call);
  return (
    <li class="call">
      <Part name="time">
        <time datetime={call.at} title={call.at}>
          {timeOf(call.at)}
        </time>
      </Part>
      <Part name="status">
        <Badge tone={toneOf(call.status)}>{call.status}</Badge>
      </Part>
      <Part name="code">
        {call.code === null ? (
          <span class="quiet">{text.calls.answered}</span>
        ) : (
          <a class="link" href={callPath(org, call.requestId)}>
            {call.code}
          </a>
        )}
      </Part>
      <Part name="request">
        <code class="code">
          {call.method} {call.path}
        </code>
      </Part>
      <Part name="target" title={names.target}>
        {targetOf(call)}
      </Part>
      <Part name="caller" title={names.caller}>
        {callerOf(call)}
      </Part>
      <Part name="took">{tookOf(language, call.durationMs)}</Part>
    </li>
  );
}

/** A part of a row, which the style places by its name. */
function Part({ name, title, children }: { name: string; title?: string; children?: Child }) {
  return (
    <span class={`call-${name}`} title={title}>
      {children}
    </span>
  );
}

const EXAMPLE: LiveCall = {
  requestId: 'REQUEST_ID',
  at: '',
  outcome: 'ANSWERED',
  method: '',
  path: '',
  status: 0,
  code: null,
  durationMs: null,
  api: null,
  apiTitle: null,
  oauthProvider: null,
  catalog: null,
  application: null,
};

/** The row that the script fills for each further call. */
export function CallTemplate({ org }: { org: string }) {
  return (
    <template id="call-row">
      <CallRow org={org} call={EXAMPLE} />
      <CallRow org={org} call={{ ...EXAMPLE, code: 'CODE', outcome: 'REFUSED' }} />
    </template>
  );
}
