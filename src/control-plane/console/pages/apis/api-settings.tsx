import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Facts } from '../../../../ui/components/fact.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { linesOf, readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { type Api, UPDATE } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

type UpdateInput = Omit<VariablesOf<typeof UPDATE>['input'], 'org' | 'api'>;

const timeouts = {
  connectMs: 'For a connection to the back-end',
  answerMs: 'To the headers of the answer',
  idleMs: 'For the next byte of a body',
  callMs: 'For all of a call',
} as const;
type Timeout = keyof typeof timeouts;
const timeoutNames = Object.keys(timeouts) as Timeout[];

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Reads the form of the settings. A back-end that is chosen takes the place of an address. */
export async function settingsInputIn(c: Context<ConsoleEnv>): Promise<UpdateInput> {
  const form = await readForm(
    c,
    ...timeoutNames,
    'title',
    'basePath',
    'kind',
    'backend',
    'address',
    'maxRequestBytes',
    'origins',
    'allowedHeaders',
    'exposedHeaders',
    'maxAgeSeconds',
    'allowCredentials',
    'forwardAuthorization',
    'trustsHtml',
  );
  const [address, origins] = [form.address.trim(), linesOf(form.origins)];
  return {
    title: form.title,
    basePath: form.basePath.trim(),
    ...addressInput(form.kind, form.backend, address),
    timeouts: Object.fromEntries(timeoutNames.map((name) => [name, numberIn(form[name])])),
    maxRequestBytes: numberIn(form.maxRequestBytes),
    ...(form.kind === 'REST' && {
      cors:
        origins.length === 0
          ? null
          : {
              allowedOrigins: origins,
              allowedHeaders: linesOf(form.allowedHeaders),
              exposedHeaders: linesOf(form.exposedHeaders),
              maxAgeSeconds: numberIn(form.maxAgeSeconds),
              allowCredentials: form.allowCredentials !== '',
            },
      trustsHtml: form.trustsHtml !== '',
    }),
    forwardAuthorization: form.forwardAuthorization !== '',
  };
}

/** Makes the input of a back-end. The address of a GraphQL server is no part: it would be asked for its schema. */
function addressInput(kind: string, backend: string, address: string): UpdateInput {
  if (kind === 'GRAPHQL') return { backend: backend || null };
  if (backend !== '') return { backend };
  return { backend: null, targetUrl: address || null };
}

const BESIDE = [
  'title',
  'basePath',
  'targetUrl',
  'backend',
  'maxRequestBytes',
  'allowedOrigins',
  ...timeoutNames,
];

/** The settings of its draft. */
export function SettingsTab(props: TabProps) {
  const { address, api, mayChange, sent } = props;
  if (!mayChange) return <ReadSettings api={api} />;
  const { refused } = sent;
  return (
    <form method="post" action={apiPath(address)} class="section stack">
      <RefusedNotice refused={refused} beside={BESIDE} />
      <input type="hidden" name="kind" value={api.kind} />
      <div class="columns">
        <Place {...props} />
        <Waiting {...props} />
      </div>
      {api.kind === 'REST' && <Browsers {...props} />}
      <p class="hint">Copies in catalogs stay as they are until a product with it is published again.</p>
      <p class="row">
        <button class="button button-primary" type="submit" name="action" value="settings">
          Save the settings
        </button>
      </p>
      <AsGraphQL
        document={UPDATE}
        variables={{
          input: { ...address, title: api.title, basePath: api.basePath, timeouts: api.timeouts },
        }}
      />
    </form>
  );
}

function ReadSettings({ api }: { api: Api }) {
  return (
    <Facts
      facts={{
        Title: api.title,
        Path: <code class="code">{api.basePath}</code>,
        ...Object.fromEntries(timeoutNames.map((name) => [timeouts[name], `${api.timeouts[name]} ms`])),
        'Largest request': api.maxRequestBytes === null ? 'No limit' : `${api.maxRequestBytes} bytes`,
        'Pages of other origins': api.cors?.allowedOrigins.join(', ') ?? 'As the back-end says',
      }}
    />
  );
}

function Place({ api, org, sent: { refused } }: TabProps) {
  return (
    <div class="card form">
      <Field name="title" label="Title" value={api.title} refused={refused} maxlength={200} required />
      <Field name="basePath" label="Path below the catalog" value={api.basePath} refused={refused} required />
      <SelectField
        name="backend"
        label="Back-end"
        hint="A back-end of the org has its own address, and its credentials, in each catalog."
        value={api.backend?.name ?? ''}
        options={[
          { value: '', label: api.kind === 'REST' ? 'The address below' : 'The address of its server' },
          ...org.backends.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        refused={refused}
      />
      {api.kind === 'REST' && (
        <Field
          name="address"
          label="Address of the back-end"
          hint="In every catalog the same."
          value={api.targetUrl ?? ''}
          refused={refused?.field === 'targetUrl' ? { ...refused, field: 'address' } : refused}
        />
      )}
      <CheckBox
        id="forwardAuthorization"
        name="forwardAuthorization"
        value="yes"
        label="The back-end gets the header Authorization"
        hint="Without it the caller's header ends at the gateway."
        checked={api.forwardAuthorization}
      />
    </div>
  );
}

function Waiting({ api, sent: { refused } }: TabProps) {
  return (
    <div class="card form">
      {timeoutNames.map((name) => (
        <Field
          name={name}
          label={timeouts[name]}
          hint="Milliseconds; empty is as for every API."
          type="number"
          value={`${api.timeouts[name]}`}
          refused={refused}
        />
      ))}
      <Field
        name="maxRequestBytes"
        label="Largest request body"
        hint="Bytes; empty is as for every API."
        type="number"
        value={api.maxRequestBytes === null ? '' : `${api.maxRequestBytes}`}
        refused={refused}
      />
    </div>
  );
}

function Browsers({ api, sent: { refused } }: TabProps) {
  return (
    <div class="card form">
      <LinesField
        name="origins"
        label="Origins of pages that may call it"
        hint="One a line, for example https://shop.example; * is every origin. Empty leaves it to the back-end."
        value={api.cors?.allowedOrigins.join('\n') ?? ''}
        refused={
          refused?.field === 'allowedOrigins' || refused?.member === 'cors'
            ? { message: refused.message, field: 'origins' }
            : refused
        }
      />
      <LinesField
        name="allowedHeaders"
        label="Headers that they may send"
        value={(api.cors?.allowedHeaders ?? ['Content-Type']).join('\n')}
        refused={refused}
      />
      <LinesField
        name="exposedHeaders"
        label="Headers of an answer that they may read"
        value={(api.cors?.exposedHeaders ?? []).join('\n')}
        refused={refused}
      />
      <Field
        name="maxAgeSeconds"
        label="How long browsers remember it, in seconds"
        type="number"
        value={`${api.cors?.maxAgeSeconds ?? 600}`}
        refused={refused}
      />
      <CheckBox
        id="allowCredentials"
        name="allowCredentials"
        value="yes"
        label="Cookies go along"
        checked={api.cors?.allowCredentials ?? false}
      />
      <CheckBox
        id="trustsHtml"
        name="trustsHtml"
        value="yes"
        label="Browsers run the scripts of its HTML"
        hint="In an origin that is not the gateway's. Without it, HTML comes with a policy that runs none."
        checked={api.trustsHtml}
      />
    </div>
  );
}
