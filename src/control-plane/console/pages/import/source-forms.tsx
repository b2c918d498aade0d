import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, FileField, LinesField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { useTexts } from '../parts/texts.ts';
import type { SourceForm } from './import-source.ts';

export type RefusedSource = { readonly form: SourceForm; readonly refused: PageRefusal };

type SourceFormsProps = {
  readonly action: string;
  readonly sent: RefusedSource | undefined;
};

/** Forms that take the source of an API: a file, an address, or a text. Their step is `review`. */
export function SourceForms({ action, sent }: SourceFormsProps) {
  const text = useTexts().text.import.source;
  const refused = sent && { message: sent.refused.message, field: fieldOf(sent) };
  return (
    <>
      <RefusedNotice refused={refused} beside={['file', 'text', 'url', 'overlay']} />
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
            label={text.file}
            hint={text.fileHint}
            accept=".json,.yaml,.yml"
            refused={refused}
            required
          />
          <OverlayField id="overlay-of-file" sent={sent?.form.isFile ? sent : undefined} />
          <button class="button button-primary" type="submit">
            {text.reviewFile}
          </button>
        </form>
        <form method="post" action={action} enctype="multipart/form-data" class="card form">
          <input type="hidden" name="action" value="review" />
          <Field
            name="url"
            label={text.url}
            hint={text.urlHint}
            value={sent?.form.url}
            refused={refused}
            title={text.urlExample}
          />
          <LinesField
            name="text"
            label={text.text}
            hint={text.textHint}
            value={sent && !sent.form.isFile ? sent.form.text : ''}
            refused={refused}
          />
          <OverlayField id="overlay" sent={sent?.form.isFile ? undefined : sent} />
          <button class="button" type="submit">
            {text.review}
          </button>
        </form>
      </div>
    </>
  );
}

type OverlayFieldProps = { readonly id: string; readonly sent: RefusedSource | undefined };

/** The overlay of a document, which few have. */
function OverlayField({ id, sent }: OverlayFieldProps) {
  const text = useTexts().text.import.source;
  const value = sent?.form.overlay ?? '';
  return (
    <details class="disclosure" open={value !== ''}>
      <summary class="disclosure-summary">{text.overlay}</summary>
      <LinesField
        name="overlay"
        id={id}
        label={text.overlayText}
        hint={text.overlayHint}
        value={value}
        rows={6}
        refused={sent && { message: sent.refused.message, field: fieldOf(sent) }}
      />
    </details>
  );
}

/** The field at fault. A document is one field of the API, and comes in one of two here. */
function fieldOf({ refused, form }: RefusedSource): string | undefined {
  if (refused.member === 'overlay') return 'overlay';
  if (refused.field === 'graphqlUrl') return 'url';
  if (refused.field === 'sdl') return 'text';
  if (refused.field === 'openapi') return form.isFile ? 'file' : 'text';
  return refused.field;
}
