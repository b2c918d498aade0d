import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, FileField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { TitleField } from '../parts/name-field.tsx';

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
  const isGraphQL = sent !== undefined && sent.form.graphqlUrl !== '';
  return (
    <Section id="create-heading" title="Create an API">
      <RefusedNotice
        refused={sent?.refused}
        beside={isGraphQL ? ['title', 'graphqlUrl'] : ['openapi', 'targetUrl', 'version']}
      />
      <div class="columns">
        <RestForm action={action} sent={isGraphQL ? undefined : sent} />
        <GraphQLForm action={action} sent={isGraphQL ? sent : undefined} />
      </div>
    </Section>
  );
}

function RestForm({ action, sent }: CreateApiProps) {
  return (
    <form method="post" action={action} enctype="multipart/form-data" class="card form">
      <h3 class="subheading">REST, of an OpenAPI document</h3>
      <FileField
        name="openapi"
        label="OpenAPI document"
        hint="2.0 to 3.2, at most 5 MB as JSON, 1 MB as YAML."
        accept=".json,.yaml,.yml"
        refused={sent?.refused}
        required
      />
      <Field
        name="targetUrl"
        label="Address of the back-end"
        hint="The server of the document, unless given."
        value={sent?.form.targetUrl}
        refused={sent?.refused}
      />
      <Field
        name="version"
        label="Version"
        hint="x.y.z; that of the document, completed, unless given."
        value={sent?.form.version}
        refused={sent?.refused}
        pattern="\d+\.\d+\.\d+"
        title="Three numbers, for example 1.0.0"
      />
      <button class="button button-primary" type="submit">
        Create the REST API
      </button>
    </form>
  );
}

function GraphQLForm({ action, sent }: CreateApiProps) {
  return (
    <form method="post" action={action} class="card form">
      <h3 class="subheading">GraphQL, of a GraphQL server</h3>
      <TitleField value={sent?.form.title} refused={sent?.refused} />
      <Field
        name="graphqlUrl"
        label="Address of the GraphQL server"
        hint="It is asked for its schema now."
        value={sent?.form.graphqlUrl}
        refused={sent?.refused}
        required
      />
      <button class="button button-primary" type="submit">
        Create the GraphQL API
      </button>
    </form>
  );
}
