import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Choice } from '../../../../ui/components/choice.tsx';
import { Field, LinesField } from '../../../../ui/components/field.tsx';
import { linesOf } from '../../../../ui/kit/form.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

const CLIENT_TYPES = ['CONFIDENTIAL', 'PUBLIC'] as const;

/** The fields of an application in a form. */
export const APPLICATION_FIELDS = ['title', 'clientType', 'redirectUris'] as const;

/** Fields that show their own fault. */
export const APPLICATION_BESIDE: readonly string[] = ['title', 'redirectUris'];

/** Typed fields of an application; redirect URIs have a line each. */
export type ApplicationForm = Readonly<Record<(typeof APPLICATION_FIELDS)[number], string>>;

/** Variables of a form. Text that is no client type stays as it is. */
export function applicationTyped({ title, clientType, redirectUris }: ApplicationForm) {
  return {
    title,
    clientType: CLIENT_TYPES.find((each) => each === clientType) ?? null,
    redirectUris: linesOf(redirectUris),
  };
}

type ApplicationFieldsProps = {
  readonly pageContext: PortalPageContext;
  readonly form: ApplicationForm;
  readonly refused: PageRefusal | undefined;
};

/** Fields of an application, with their faults beside them. */
export function ApplicationFields({ pageContext: { text }, form, refused }: ApplicationFieldsProps) {
  return (
    <>
      <Field
        name="title"
        label={text.application.name}
        value={form.title}
        maxlength={200}
        refused={refused}
      />
      <details open={form.redirectUris !== '' || form.clientType === 'PUBLIC'}>
        <summary class="details-summary">{text.application.tokens}</summary>
        <fieldset class="choices">
          <legend class="label">{text.application.clientType}</legend>
          {CLIENT_TYPES.map((clientType) => (
            <Choice
              id={`clientType-${clientType}`}
              name="clientType"
              value={clientType}
              label={text.application.clientTypes[clientType]}
              hint={text.application.clientTypeHints[clientType]}
              checked={clientType === (form.clientType || 'CONFIDENTIAL')}
            />
          ))}
        </fieldset>
        <LinesField
          name="redirectUris"
          label={text.application.redirectUris}
          hint={text.application.redirectUrisHint}
          value={form.redirectUris}
          refused={refused}
        />
      </details>
    </>
  );
}
