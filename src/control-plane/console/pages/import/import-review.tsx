import type { Child } from 'hono/jsx';
import { nextBreakingVersion } from '../../../../foundation/text/version.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CheckBox, Choice } from '../../../../ui/components/choice.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice, refusedUnder } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { type Break, Breaks } from '../parts/breaks.tsx';
import { newCatalogPath } from '../parts/console-paths.ts';
import { Operations } from '../parts/operations.tsx';
import { useTexts } from '../parts/texts.ts';
import { IMPORT, type Preview, type Surroundings } from './import-query.ts';
import { documentSecurityInWords, type ImportSecurity, securityOptions } from './import-security.ts';
import { packedSource, type ReadSource } from './import-source.ts';
import { planNames, planTemplates } from './plan-templates.ts';
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
  const text = useTexts().text.import;
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
      <SecurityChoice options={options} form={form} preview={preview} />
      <div class="columns">
        <Plans form={form} />
        <Catalogs org={org} catalogs={surroundings.catalogs} form={form} />
      </div>
      <Breaking breaks={breaks} form={form} />
      <div class="row">
        <button class="button button-primary" type="submit">
          {surroundings.catalogs.length === 0 ? text.create : text.createAndPublish}
        </button>
        <a class="link" href={action}>
          {text.chooseAnother}
        </a>
      </div>
      <AsGraphQL document={IMPORT} variables={{ input: importInputOf(org, { form, source, option }) }} />
    </form>
  );
}

function Identity({ preview, form, refused }: ReviewProps) {
  const text = useTexts().text.import.identity;
  const { documentVersion, version, versions, documentBasePath, basePathTakenBy, kind } = preview;
  const isCompleted = documentVersion !== null && documentVersion !== version;
  const targetFault = refusedUnder(refused, { graphqlUrl: 'targetUrl' });
  return (
    <Section id="identity-heading" title={text.title} class="card form">
      <Field
        name="title"
        label={text.apiTitle}
        value={form.title}
        refused={refused}
        maxlength={200}
        required
      />
      <Field
        name="name"
        label={text.name}
        hint={text.nameHint}
        value={form.name}
        refused={refused}
        maxlength={63}
      />
      <Field
        name="version"
        label={text.version}
        hint={[
          isCompleted && text.documentSays(documentVersion),
          versions.length > 0 && text.versions(preview.name, versions),
        ]
          .filter(Boolean)
          .join(' ')}
        value={form.version}
        refused={refused}
        pattern="\d+\.\d+\.\d+"
        title={text.versionPattern}
      />
      <Field
        name="basePath"
        label={text.path}
        hint={basePathTakenBy.length > 0 ? text.pathTaken(documentBasePath, basePathTakenBy) : text.pathFree}
        value={form.basePath}
        refused={refused}
      />
      <Field
        name="targetUrl"
        label={kind === 'REST' ? text.backend : text.server}
        hint={preview.targetUrl === null && kind === 'REST' ? text.noServer : text.serverHint}
        value={form.targetUrl}
        refused={targetFault}
      />
    </Section>
  );
}

function Found({ preview: { kind, operations, operationCount, changes } }: { preview: Preview }) {
  const text = useTexts().text.import.found;
  return (
    <Section id="found-heading" title={text.title} class="card stack">
      <p class="text">
        <Badge>{kind === 'REST' ? 'REST' : 'GraphQL'}</Badge>{' '}
        {kind === 'REST' ? text.operations(operationCount) : text.rootFields(operationCount)}
      </p>
      {operationCount === 0 && (
        <Notice tone="warning">
          <p class="text">{text.none}</p>
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice tone="info" title={text.changes}>
          <ul class="plain-list small">
            {changes.slice(0, 20).map((change) => (
              <li>{change}</li>
            ))}
          </ul>
          {changes.length > 20 && <p class="small">{text.more(changes.length - 20)}</p>}
        </Notice>
      )}
      <Operations operations={operations} total={operationCount} />
    </Section>
  );
}

type SecurityChoiceProps = {
  readonly options: readonly ImportSecurity[];
  readonly form: ReviewForm;
  readonly preview: Preview;
};

function SecurityChoice({ options, form, preview }: SecurityChoiceProps) {
  const text = useTexts().text.import.security;
  const words = documentSecurityInWords(text, preview);
  return (
    <Boxes legend={text.title}>
      {words && <p class="hint">{words}</p>}
      <div class="columns">
        {options.map(({ value, labelIn, scopes, tickedScopes }) => (
          <Choice
            id={`security-${value}`}
            name="security"
            value={value}
            {...labelIn(text)}
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
  const text = useTexts().text.import.plans;
  return (
    <Boxes legend={text.title}>
      {planNames.map((name) => (
        <CheckBox
          id={`plan-${name}`}
          name="plans"
          value={name}
          label={planTemplates[name].title}
          hint={text[name]}
          checked={form.plans.includes(name)}
        />
      ))}
      <p class="hint">{text.hint}</p>
    </Boxes>
  );
}

type CatalogsProps = {
  readonly org: string;
  readonly catalogs: Surroundings['catalogs'];
  readonly form: ReviewForm;
};

function Catalogs({ org, catalogs, form }: CatalogsProps) {
  const text = useTexts().text.import.catalogs;
  return (
    <Boxes legend={text.title}>
      {catalogs.map(({ name, title }) => (
        <CheckBox
          id={`catalog-${name}`}
          name="catalogs"
          value={name}
          label={title}
          checked={form.catalogs.includes(name)}
        />
      ))}
      <p class="hint">{catalogs.length === 0 ? text.none : text.hint}</p>
      {catalogs.length === 0 && (
        <a class="link" href={newCatalogPath(org)}>
          {text.create}
        </a>
      )}
    </Boxes>
  );
}

function Breaking({ breaks, form }: Pick<ReviewProps, 'breaks' | 'form'>) {
  const text = useTexts().text.import;
  if (breaks.length === 0) return null;
  return (
    <>
      <Breaks breaks={breaks} />
      <CheckBox
        id="acceptBreaking"
        name="acceptBreaking"
        value="yes"
        label={text.acceptBreaking}
        hint={text.acceptBreakingHint(nextBreakingVersion(form.version))}
        checked={form.acceptBreaking !== ''}
      />
    </>
  );
}
