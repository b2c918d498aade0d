import type { ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import { Diff, type DiffLine } from '../../../../ui/components/diff.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import type { Messages } from '../messages.ts';
import { changeSentence } from '../overview/change-sentence.ts';
import { Action } from '../parts/action.tsx';
import type { DoneKey } from '../parts/done-notice.tsx';
import { useTexts } from '../parts/texts.ts';
import { When } from '../parts/when.tsx';
import type { ApiAddress } from './api-query.ts';
import {
  ACCEPT_SCHEMA,
  type ApiOfSchema,
  type ApiSchemaPage,
  DISMISS_SCHEMA,
  REFRESH_SCHEMA,
} from './schema-query.ts';

type RefreshAction = (run: ExecuteDocument, input: ApiAddress) => Promise<DoneKey>;

const outcomeNotices = {
  UNCHANGED: 'schemaUnchanged',
  TAKEN: 'schemaTaken',
  HELD: 'schemaHeld',
  DISMISSED: 'schemaDismissed',
} as const satisfies Record<string, DoneKey>;

/** Actions of the section, by the values of its buttons. The result is the notice that tells it. */
export const refreshActions: Readonly<Record<string, RefreshAction>> = {
  refresh: async (run, input) =>
    outcomeNotices[(await run(REFRESH_SCHEMA, { input })).refreshGraphQLSchema.outcome],
  acceptHeld: async (run, input) => {
    await run(ACCEPT_SCHEMA, { input });
    return 'schemaAccepted';
  },
  dismissHeld: async (run, input) => {
    await run(DISMISS_SCHEMA, { input });
    return 'schemaDismissed';
  },
};

type RefreshesProps = {
  readonly path: string;
  readonly api: ApiOfSchema;
  readonly events: ApiSchemaPage['auditEvents']['nodes'];
  readonly mayChange: boolean;
};

/** The refreshes of the schema: the one that waits, and what each has changed. */
export function Refreshes({ path, api, events, mayChange }: RefreshesProps) {
  const text = useTexts().text.apis.refreshes;
  const { schemaRefreshMinutes: minutes, schemaRefresh: last } = api;
  return (
    <Section id="refreshes-heading" title={text.title} class="section stack">
      <div class="row">
        <span class="text">
          {minutes === null ? text.onDemand : text.every(minutes)}{' '}
          {last && (
            <>
              {text.last} <When at={last.triedAt} />
            </>
          )}
        </span>
        {mayChange && (
          <Action path={path} action="refresh">
            {text.now}
          </Action>
        )}
      </div>
      {last?.failure && (
        <Notice tone="danger" title={text.failed}>
          <p class="text">{last.failure}</p>
        </Notice>
      )}
      {events.length === 0 ? (
        <EmptyState icon="refresh-cw" title={text.none} text={text.noneText} />
      ) : (
        events.map((event) => <Refresh event={event} />)
      )}
    </Section>
  );
}

type HeldProps = {
  readonly path: string;
  readonly held: NonNullable<NonNullable<ApiOfSchema['schemaRefresh']>['held']>;
  readonly mayChange: boolean;
};

/** The schema that waits, above that in use: nobody should have to look for it. */
export function Held({ path, held, mayChange }: HeldProps) {
  const { warnings, apis } = useTexts().text;
  const text = apis.refreshes;
  return (
    <Notice tone="warning" title={text.held}>
      <ul class="plain-list small">
        {held.breakingChanges.map((each) => (
          <li>{warnings.change(each)}</li>
        ))}
      </ul>
      <p class="text">{text.heldText}</p>
      {mayChange && (
        <div class="row">
          <Action path={path} action="acceptHeld" confirm={text.confirmAccept}>
            {text.accept}
          </Action>
          <Action path={path} action="dismissHeld">
            {text.dismiss}
          </Action>
        </div>
      )}
    </Notice>
  );
}

type RefreshEvent = ApiSchemaPage['auditEvents']['nodes'][number];

function Refresh({ event }: { event: RefreshEvent }) {
  const { text: texts } = useTexts();
  const text = texts.apis.refreshes;
  const { who, before, after } = changeSentence(texts, event);
  const { outcome, changes } = factsOf(event.detail, text.outcome);
  return (
    <article class="card stack" aria-label={text.by(who)}>
      <p class="row">
        <strong>{who}</strong> {[before, text.it, after].filter(Boolean).join(' ')}, <When at={event.at} />
        {outcome !== undefined && <span class="small quiet">{outcome}</span>}
      </p>
      {changes.length > 0 && <Diff label={text.lines} lines={changes} />}
    </article>
  );
}

type OutcomeTexts = Messages['apis']['refreshes']['outcome'];
type RefreshFacts = { readonly outcome: string | undefined; readonly changes: readonly DiffLine[] };

/** Reads the detail of an audit event. Events of earlier versions have no lines. */
function factsOf(detail: unknown, outcomes: OutcomeTexts): RefreshFacts {
  const { outcome, changes } = (detail ?? {}) as { outcome?: string; changes?: readonly string[] };
  return {
    outcome: outcomes[outcome as keyof OutcomeTexts],
    changes: (changes ?? []).map((line) => ({
      kind: line.startsWith('-') ? 'removed' : 'added',
      text: line.slice(2),
    })),
  };
}
