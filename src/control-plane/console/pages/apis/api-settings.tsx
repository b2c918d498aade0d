import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { meterLine, readMeterLine } from '../../../../domain/api/meter-line.ts';
import { short } from '../../../../foundation/text/listed.ts';
import { refuseForm } from '../../../../graphql/server/run-document.ts';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Field, LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice, refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { linesOf, readForm, sentencesOf } from '../../../../ui/kit/form.ts';
import { TypedFormContext } from '../../../../ui/kit/typed-form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import type { Messages } from '../messages.ts';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { Browsers } from './api-browsers.tsx';
import { ContractFields, contractIn, mockIn } from './api-contract.tsx';
import { UPDATE } from './api-query.ts';
import { ReadSettings, timeoutNames } from './api-read-settings.tsx';
import { type TabProps, typedIn } from './api-tab.ts';
import { answeringIn, TransformationFields, transformationsIn } from './api-transformations.tsx';
import { ApiWordsForm } from './api-words.tsx';
import { SettingsGroup } from './settings-group.tsx';

type UpdateInput = Omit<VariablesOf<typeof UPDATE>['input'], 'org' | 'api'>;

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
    'meters',
    'contractRequests',
    'contractAnswers',
    'contractSample',
    'mock',
    'transformations',
    'compat',
    'responseCache',
    'errorTemplates',
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
      contract: contractIn(form),
      mock: mockIn(form),
      ...answeringIn(form, c.var.pageContext.text),
    }),
    forwardAuthorization: form.forwardAuthorization !== '',
    transformations: transformationsIn(form, c.var.pageContext.text),
    meters: sentencesOf(form.meters).map((line) => meterOn(line, c.var.pageContext.text)),
  };
}

function meterOn(line: string, { apis }: Messages) {
  const read = readMeterLine(line);
  if (read) return { ...read, operations: read.operations && [...read.operations] };
  return refuseForm(apis.settings.noMeter(JSON.stringify(short(line))), ['input', 'meters']);
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
  'contract',
  'sample',
  'mock',
  ...timeoutNames,
];

/** The settings of its draft, and its words. */
export function SettingsTab(props: TabProps) {
  if (!props.mayChange) return <ReadSettings api={props.api} />;
  const isOfWords = typedIn(props.sent, 'words') !== undefined;
  return (
    <>
      <SettingsForm {...props} sent={isOfWords ? {} : props.sent} />
      <ApiWordsForm {...props} />
    </>
  );
}

function SettingsForm(props: TabProps) {
  const { address, api, sent } = props;
  const { copiesStay, settings: text } = useTexts().text.apis;
  const { refused } = sent;
  return (
    <form method="post" action={apiPath(address)} class="section stack">
      <RefusedNotice refused={refused} beside={BESIDE} />
      <input type="hidden" name="kind" value={api.kind} />
      <TypedFormContext.Provider value={typedIn(sent, 'settings')}>
        <div class="columns">
          <Place {...props} />
          <Waiting {...props} />
        </div>
        {api.kind === 'REST' && <Browsers {...props} />}
        {api.kind === 'REST' && <ContractFields {...props} />}
        <Meters {...props} />
        <TransformationFields {...props} />
      </TypedFormContext.Provider>
      <p class="hint">{copiesStay}</p>
      <p class="row">
        <button class="button button-primary" type="submit" name="action" value="settings">
          {text.save}
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

function Place({ api, org, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  return (
    <SettingsGroup title={text.groups.place} isOpen={true}>
      <Field name="title" label={text.title} value={api.title} refused={refused} maxlength={200} required />
      <Field name="basePath" label={text.pathBelowCatalog} value={api.basePath} refused={refused} required />
      <SelectField
        name="backend"
        label={text.backend}
        hint={text.backendHint}
        value={api.backend?.name ?? ''}
        options={[
          { value: '', label: api.kind === 'REST' ? text.addressBelow : text.addressOfServer },
          ...org.backends.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        refused={refused}
      />
      {api.kind === 'REST' && (
        <Field
          name="address"
          label={text.address}
          hint={text.addressHint}
          value={api.targetUrl ?? ''}
          refused={refusedUnder(refused, { targetUrl: 'address' })}
        />
      )}
      <CheckBox
        id="forwardAuthorization"
        name="forwardAuthorization"
        value="yes"
        label={text.forwardAuthorization}
        hint={text.forwardAuthorizationHint}
        checked={api.forwardAuthorization}
      />
    </SettingsGroup>
  );
}

function Waiting({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  return (
    <SettingsGroup title={text.groups.limits} isOpen={true}>
      {timeoutNames.map((name) => (
        <Field
          name={name}
          label={text.timeouts[name]}
          hint={text.timeoutHint}
          type="number"
          value={`${api.timeouts[name]}`}
          refused={refused}
        />
      ))}
      <Field
        name="maxRequestBytes"
        label={text.maxRequestBytes}
        hint={text.maxRequestBytesHint}
        type="number"
        value={api.maxRequestBytes === null ? '' : `${api.maxRequestBytes}`}
        refused={refused}
      />
    </SettingsGroup>
  );
}

function Meters({ api, sent: { refused } }: TabProps) {
  const text = useTexts().text.apis.settings;
  return (
    <SettingsGroup title={text.groups.meters} isOpen={refused !== undefined || api.meters.length > 0}>
      <LinesField
        name="meters"
        label={text.meters}
        hint={text.metersHint}
        value={api.meters.map(meterLine).join('\n')}
        refused={refused?.member === 'meters' ? { message: refused.message, field: 'meters' } : refused}
      />
    </SettingsGroup>
  );
}
