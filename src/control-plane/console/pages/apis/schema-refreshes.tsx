import type { ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import { Diff, type DiffLine } from '../../../../ui/components/diff.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { changeSentence } from '../overview/change-sentence.ts';
import { Action } from '../parts/action.tsx';
import type { DoneKey } from '../parts/done-notice.tsx';
import { format } from '../parts/format.ts';
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

const outcomes = {
  UNCHANGED: 'schemaUnchanged',
  TAKEN: 'schemaTaken',
  HELD: 'schemaHeld',
  DISMISSED: 'schemaDismissed',
} as const satisfies Record<string, DoneKey>;

/** Actions of the section, by the values of its buttons. The result is the notice that tells it. */
export const refreshActions: Readonly<Record<string, RefreshAction>> = {
  refresh: async (run, input) =>
    outcomes[(await run(REFRESH_SCHEMA, { input })).refreshGraphQLSchema.outcome],
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
  const { schemaRefreshMinutes: minutes, schemaRefresh: last } = api;
  return (
    <Section id="refreshes-heading" title="Refreshes">
      <div class="row">
        <span class="text">
          {minutes === null
            ? 'The server is asked for its schema when you say so.'
            : `The server is asked for its schema every ${format.number(minutes)} minutes.`}{' '}
          {last && (
            <>
              Last asked: <When at={last.triedAt} />
            </>
          )}
        </span>
        {mayChange && (
          <Action path={path} action="refresh">
            Refresh now
          </Action>
        )}
      </div>
      {last?.failure && (
        <Notice tone="danger" title="The last refresh failed">
          <p class="text">{last.failure}</p>
        </Notice>
      )}
      {last?.held && <Held path={path} held={last.held} mayChange={mayChange} />}
      {events.length === 0 ? (
        <EmptyState
          icon="refresh-cw"
          title="No refresh has changed it yet"
          text="What a refresh changes is told here, line by line."
        />
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

function Held({ path, held, mayChange }: HeldProps) {
  return (
    <Notice tone="warning" title="A schema of the server waits, as it would break callers">
      <ul class="plain-list small">
        {held.breaks.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {mayChange && (
        <div class="row">
          <Action path={path} action="acceptHeld" confirm="Take the schema, although it breaks callers?">
            Accept it
          </Action>
          <Action path={path} action="dismissHeld">
            Dismiss it
          </Action>
        </div>
      )}
    </Notice>
  );
}

type RefreshEvent = ApiSchemaPage['auditEvents']['nodes'][number];

const outcomeWords = {
  TAKEN: 'It breaks no caller, and was taken.',
  HELD: 'It would break callers, and was held.',
  UNCHANGED: 'The server went back to the schema that serves.',
} as const;

function Refresh({ event }: { event: RefreshEvent }) {
  const { text } = useTexts();
  const { who, before } = changeSentence(text, event);
  const { outcome, changes } = factsOf(event.detail);
  return (
    <article class="card stack" aria-label={`Refresh by ${who}`}>
      <p class="row">
        <strong>{who}</strong> {before} it, <When at={event.at} />
        {outcome !== undefined && <span class="small quiet">{outcome}</span>}
      </p>
      {changes.length > 0 && <Diff label="Lines of the schema" lines={changes} />}
    </article>
  );
}

/** Reads the detail of an audit event. Events of earlier versions have no lines. */
function factsOf(detail: unknown): { outcome: string | undefined; changes: readonly DiffLine[] } {
  const { outcome, changes } = (detail ?? {}) as { outcome?: string; changes?: readonly string[] };
  return {
    outcome: outcomeWords[outcome as keyof typeof outcomeWords],
    changes: (changes ?? []).map((line) => ({
      kind: line.startsWith('-') ? 'removed' : 'added',
      text: line.slice(2),
    })),
  };
}
