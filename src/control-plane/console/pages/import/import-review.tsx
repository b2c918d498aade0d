import type { Child } from 'hono/jsx';
import { nextBreakingVersion } from '../../../../foundation/text/version.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type Break, Breaks } from '../parts/breaks.tsx';
import { format } from '../parts/format.ts';
import { Operations } from '../parts/operations.tsx';
import { IMPORT, type Preview, type Surroundings } from './import-query.ts';
import { documentSecurityInWords, type ImportSecurity, securityOptions } from './import-security.ts';
import { packedSource, type ReadSource } from './import-source.ts';
import { planTemplates } from './plan-templates.ts';
import { importInputOf, type ReviewForm } from './review-form.ts';

type ReviewProps = {
  readonly action: string;
  readonly org: string;
  readonly preview: Preview;
  readonly surroundings: Surroundings;
  readonly source: ReadSource;
  readonly form: ReviewForm;
  /** The breaks of the version before it, where its number announces none. */
  readonly breaks: readonly Break[];
  readonly refused: PageRefusal | undefined;
};

/** Fields that show their own fault. */
const BESIDE = ['title', 'name', 'version', 'basePath', 'targetUrl', 'graphqlUrl'];

/** The form of an import. All that is known of the API is in it, and can be changed. */
export function Review(props: ReviewProps) {
  const { action, org, preview, surroundings, source, form, breaks, refused } = props;
  const options = securityOptions(preview, surroundings);
  const option = options.find(({ value }) => value === form.security);
  return (
    <form method="post" action={action} class="stack">
      <input type="hidden" name="action" value="create" />
      <input type="hidden" name="source" value={packedSource(source)} />
      <RefusedNotice refused={refused} beside={BESIDE} />
      <div class="columns">
        <Identity {...props} />
        <Found preview={preview} />
      </div>
      <SecurityChoice options={options} form={form} words={documentSecurityInWords(preview)} />
      <div class="columns">
        <Plans form={form} />
        <Catalogs catalogs={surroundings.catalogs} form={form} />
      </div>
      <Breaking breaks={breaks} form={form} />
      <div class="row">
        <button class="button button-primary" type="submit">
          {surroundings.catalogs.length === 0 ? 'Create' : 'Create and publish'}
        </button>
        <a class="link" href={action}>
          Choose another source
        </a>
      </div>
      <AsGraphQL document={IMPORT} variables={{ input: importInputOf(org, { form, source, option }) }} />
    </form>
  );
}

function Identity({ preview, form, refused }: ReviewProps) {
  const { documentVersion, version, versions, documentBasePath, basePathTakenBy, kind } = preview;
  const isCompleted = documentVersion !== null && documentVersion !== version;
  const targetFault = refused?.field === 'graphqlUrl' ? { ...refused, field: 'targetUrl' } : refused;
  return (
    <Section id="identity-heading" title="What it is" class="card form">
      <Field name="title" label="Title" value={form.title} refused={refused} maxlength={200} required />
      <Field
        name="name"
        label="Name"
        hint="In addresses of the console and in scripts."
        value={form.name}
        refused={refused}
        maxlength={63}
      />
      <Field
        name="version"
        label="Version"
        hint={[
          isCompleted && `The document says “${documentVersion}”.`,
          versions.length > 0 && `There is ${preview.name} ${versions.join(', ')} already.`,
        ]
          .filter(Boolean)
          .join(' ')}
        value={form.version}
        refused={refused}
        pattern="\d+\.\d+\.\d+"
        title="Three numbers, for example 1.0.0"
      />
      <Field
        name="basePath"
        label="Path below the catalog"
        hint={
          basePathTakenBy.length > 0
            ? `Taken: ${documentBasePath} of the document, by ${basePathTakenBy.join(', ')}.`
            : 'No other API of the org has it.'
        }
        value={form.basePath}
        refused={refused}
      />
      <Field
        name="targetUrl"
        label={kind === 'REST' ? 'Address of the back-end' : 'Address of the GraphQL server'}
        hint={
          preview.targetUrl === null && kind === 'REST'
            ? 'The document names no server: without an address, calls lead nowhere.'
            : 'Calls are sent there.'
        }
        value={form.targetUrl}
        refused={targetFault}
      />
    </Section>
  );
}

function Found({ preview: { kind, operations, operationCount, changes } }: { preview: Preview }) {
  return (
    <Section id="found-heading" title="What was found" class="card stack">
      <p class="text">
        <Badge>{kind === 'REST' ? 'REST' : 'GraphQL'}</Badge> {format.number(operationCount)}{' '}
        {kind === 'REST' ? 'operations' : 'root fields'}
      </p>
      {operationCount === 0 && (
        <Notice tone="warning">
          <p class="text">Every call is answered with 404 until the document has operations.</p>
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice tone="info" title="Changed while reading">
          <ul class="plain-list small">
            {changes.slice(0, 20).map((change) => (
              <li>{change}</li>
            ))}
          </ul>
          {changes.length > 20 && <p class="small">And {format.number(changes.length - 20)} more.</p>}
        </Notice>
      )}
      <Operations operations={operations} total={operationCount} />
    </Section>
  );
}

type SecurityChoiceProps = {
  readonly options: readonly ImportSecurity[];
  readonly form: ReviewForm;
  readonly words: string | undefined;
};

function SecurityChoice({ options, form, words }: SecurityChoiceProps) {
  return (
    <Boxes legend="Who may call it">
      {words && <p class="hint">{words}</p>}
      <div class="columns">
        {options.map(({ value, label, hint, scopes, tickedScopes }) => (
          <Choice
            id={`security-${value}`}
            name="security"
            value={value}
            label={label}
            hint={hint}
            checked={form.security === value}
          >
            {scopes.length > 0 &&
              scopes.map(({ name, description }) => (
                <CheckBox
                  id={`scopes-${value}-${name}`}
                  name={`scopes-${value}`}
                  value={name}
                  label={name}
                  hint={description}
                  checked={(form.security === value ? form.scopes : tickedScopes).includes(name)}
                />
              ))}
          </Choice>
        ))}
      </div>
    </Boxes>
  );
}

function Boxes({ legend, children }: { legend: string; children?: Child }) {
  return (
    <div class="card">
      <fieldset class="choices">
        <legend class="heading">{legend}</legend>
        {children}
      </fieldset>
    </div>
  );
}

function Plans({ form }: { form: ReviewForm }) {
  return (
    <Boxes legend="Plans">
      {Object.entries(planTemplates).map(([value, { label, hint }]) => (
        <CheckBox
          id={`plan-${value}`}
          name="plans"
          value={value}
          label={label}
          hint={hint}
          checked={form.plans.includes(value)}
        />
      ))}
      <p class="hint">Without one: Default Plan, 100 calls per hour. Each can be changed afterwards.</p>
    </Boxes>
  );
}

type CatalogsProps = { readonly catalogs: Surroundings['catalogs']; readonly form: ReviewForm };

function Catalogs({ catalogs, form }: CatalogsProps) {
  return (
    <Boxes legend="Publish to">
      {catalogs.map(({ name, title }) => (
        <CheckBox
          id={`catalog-${name}`}
          name="catalogs"
          value={name}
          label={title}
          checked={form.catalogs.includes(name)}
        />
      ))}
      <p class="hint">
        {catalogs.length === 0
          ? 'The org has no catalog yet: the API stays a draft.'
          : 'Without one it stays a draft, which nobody can call.'}
      </p>
    </Boxes>
  );
}

function Breaking({ breaks, form }: Pick<ReviewProps, 'breaks' | 'form'>) {
  if (breaks.length === 0) return null;
  return (
    <>
      <Breaks breaks={breaks} />
      <CheckBox
        id="acceptBreaking"
        name="acceptBreaking"
        value="yes"
        label="Accept what breaks"
        hint={`Or give it the version ${nextBreakingVersion(form.version)}, which announces it.`}
        checked={form.acceptBreaking !== ''}
      />
    </>
  );
}
