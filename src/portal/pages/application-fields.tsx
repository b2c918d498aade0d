import type { PageRefusal } from '../../graphql/run-document.ts';
import { Field, LinesField } from '../../ui/field.tsx';
import type { Visit } from './visit.ts';

/** What is typed of an application: the redirect URIs one a line. */
export type ApplicationForm = Readonly<Record<'title' | 'redirectUris', string>>;

type ApplicationFieldsProps = {
  readonly visit: Visit;
  readonly form: ApplicationForm;
  readonly refused: PageRefusal | undefined;
};

/** What people say of an application, with what is wrong beside it. */
export function ApplicationFields({ visit: { text }, form, refused }: ApplicationFieldsProps) {
  return (
    <>
      <Field
        name="title"
        label={text.application.name}
        value={form.title}
        maxlength={200}
        error={refused?.field === 'title' ? refused.message : undefined}
      />
      <details open={form.redirectUris !== ''}>
        <summary class="details-summary">{text.application.redirectUris}</summary>
        <LinesField
          name="redirectUris"
          label={text.application.redirectUris}
          hint={text.application.redirectUrisHint}
          value={form.redirectUris}
          error={refused?.field === 'redirectUris' ? refused.message : undefined}
        />
      </details>
    </>
  );
}

/** Is what was refused told beside its field? */
export function isBeside({ field }: PageRefusal): boolean {
  return field === 'title' || field === 'redirectUris';
}
