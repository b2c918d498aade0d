import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, FileField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';

/** Values of the two forms. That of a REST API has a document, that of a GraphQL API an address. */
type ApiForm = {
  /** Text of the file; undefined without one, or when the other form was sent. */
  readonly openapi: string | undefined;
} & Readonly<Record<'targetUrl' | 'version' | 'title' | 'graphqlUrl', string>>;

export type RefusedApiForm = { readonly form: ApiForm; readonly refused: PageRefusal };

export async function formIn(c: Context<ConsoleEnv>): Promise<ApiForm> {
  const { openapi } = await c.req.parseBody();
  const fields = await readForm(c, 'targetUrl', 'version', 'title', 'graphqlUrl');
  return {
    ...fields,
    openapi: openapi instanceof File && openapi.size > 0 ? await openapi.text() : undefined,
  };
}

/** Makes the input of the form. An empty field is left out, so the document or a default decides. */
export function inputOf(org: string, { openapi, ...fields }: ApiForm) {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim() || undefined]);
  return { org, openapi, ...(Object.fromEntries(entries) as Partial<typeof fields>) };
}

type CreateApiProps = { readonly action: string; readonly sent: RefusedApiForm | undefined };

/** An API of an OpenAPI document, or the proxy of a GraphQL server. */
export function CreateApi({ action, sent }: CreateApiProps) {
  const { createApi } = useTexts().text.catalogs;
  const isGraphQL = sent !== undefined && sent.form.graphqlUrl !== '';
  return (
    <details class="section" open={sent !== undefined}>
      <summary class="details-summary">
        <h2 class="heading summary-heading">{createApi.title}</h2>
      </summary>
      <RefusedNotice
        refused={sent?.refused}
        beside={isGraphQL ? ['title', 'graphqlUrl'] : ['openapi', 'targetUrl', 'version']}
      />
      <div class="columns">
        <RestForm action={action} sent={isGraphQL ? undefined : sent} />
        <GraphQLForm action={action} sent={isGraphQL ? sent : undefined} />
      </div>
    </details>
  );
}

function RestForm({ action, sent }: CreateApiProps) {
  const { createApi } = useTexts().text.catalogs;
  return (
    <form method="post" action={action} enctype="multipart/form-data" class="card form">
      <h3 class="subheading">{createApi.rest}</h3>
      <FileField
        name="openapi"
        label={createApi.document}
        hint={createApi.documentHint}
        accept=".json,.yaml,.yml"
        refused={sent?.refused}
        required
      />
      <Field
        name="targetUrl"
        label={createApi.backend}
        hint={createApi.backendHint}
        value={sent?.form.targetUrl}
        refused={sent?.refused}
      />
      <Field
        name="version"
        label={createApi.version}
        hint={createApi.versionHint}
        value={sent?.form.version}
        refused={sent?.refused}
        pattern="\d+\.\d+\.\d+"
        title={createApi.versionForm}
      />
      <button class="button" type="submit">
        {createApi.createRest}
      </button>
    </form>
  );
}

function GraphQLForm({ action, sent }: CreateApiProps) {
  const { createApi } = useTexts().text.catalogs;
  return (
    <form method="post" action={action} class="card form">
      <h3 class="subheading">{createApi.graphQL}</h3>
      <TitleField value={sent?.form.title} refused={sent?.refused} />
      <Field
        name="graphqlUrl"
        label={createApi.server}
        hint={createApi.serverHint}
        value={sent?.form.graphqlUrl}
        refused={sent?.refused}
        required
      />
      <button class="button" type="submit">
        {createApi.createGraphQL}
      </button>
    </form>
  );
}
