import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, FileField, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import type { SourceForm } from './import-source.ts';

export type RefusedSource = { readonly form: SourceForm; readonly refused: PageRefusal };

type SourceFormsProps = {
  readonly action: string;
  readonly sent: RefusedSource | undefined;
};

/** Forms that take the source of an API: a file, an address, or a text. Their step is `review`. */
export function SourceForms({ action, sent }: SourceFormsProps) {
  const refused = sent && { message: sent.refused.message, field: fieldOf(sent) };
  return (
    <>
      <RefusedNotice refused={refused} beside={['file', 'text', 'url']} />
      <div class="columns">
        <form
          method="post"
          action={action}
          enctype="multipart/form-data"
          class="card form drop"
          data-sends-on-choice
        >
          <input type="hidden" name="action" value="review" />
          <FileField
            name="file"
            label="A file"
            hint="OpenAPI 2.0 to 3.2: at most 5 MB as JSON, 1 MB as YAML. Choose it, or drop it here."
            accept=".json,.yaml,.yml"
            refused={refused}
            required
          />
          <button class="button button-primary" type="submit">
            Review the file
          </button>
        </form>
        <form method="post" action={action} enctype="multipart/form-data" class="card form">
          <input type="hidden" name="action" value="review" />
          <Field
            name="url"
            label="An address"
            hint="Of an OpenAPI document, or of a GraphQL server, which is asked for its schema."
            value={sent?.form.url}
            refused={refused}
            title="For example https://example.com/openapi.json"
          />
          <LinesField
            name="text"
            label="Or a text"
            hint="An OpenAPI document, or beside the address of its server the schema of a GraphQL API."
            value={sent && !sent.form.isFile ? sent.form.text : ''}
            refused={refused}
          />
          <button class="button" type="submit">
            Review
          </button>
        </form>
      </div>
    </>
  );
}

/** The field at fault. A document is one field of the API, and comes in one of two here. */
function fieldOf({ refused, form }: RefusedSource): string | undefined {
  if (refused.field === 'graphqlUrl') return 'url';
  if (refused.field === 'sdl') return 'text';
  if (refused.field === 'openapi') return form.isFile ? 'file' : 'text';
  return refused.field;
}
