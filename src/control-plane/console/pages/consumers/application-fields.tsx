import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { LinesField, SelectField } from '../../../../ui/components/field.tsx';
import { linesOf } from '../../../../ui/kit/form.ts';
import type { Messages } from '../messages.ts';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';

/** The fields of an application in a form. */
export const APPLICATION_FIELDS = ['title', 'clientType', 'redirectUris'] as const;

/** Typed fields of an application; redirect URIs have a line each. */
export type ApplicationForm = Readonly<Record<(typeof APPLICATION_FIELDS)[number], string>>;

type ClientType = keyof Messages['consumers']['application']['clientTypes'];

/** The fields of an input; what is no client type is confidential. */
export function applicationTyped({ title, clientType, redirectUris }: ApplicationForm) {
  return {
    title: title.trim(),
    clientType: clientTypeIn(clientType),
    redirectUris: linesOf(redirectUris),
  };
}

const clientTypeIn = (typed: string): ClientType => (typed === 'PUBLIC' ? 'PUBLIC' : 'CONFIDENTIAL');

type ApplicationFieldsProps = {
  readonly form: ApplicationForm | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields of an application, with their faults beside them. */
export function ApplicationFields({ form, refused }: ApplicationFieldsProps) {
  const words = useTexts().text.consumers.application;
  return (
    <>
      <TitleField value={form?.title} refused={refused} />
      <SelectField
        name="clientType"
        label={words.clientType}
        value={form?.clientType ?? 'CONFIDENTIAL'}
        options={Object.entries(words.clientTypes).map(([value, { name, meaning }]) => ({
          value,
          label: `${name}: ${meaning}`,
        }))}
        refused={refused}
      />
      <LinesField
        name="redirectUris"
        label={words.redirectUris}
        hint={words.redirectUrisHint}
        value={form?.redirectUris ?? ''}
        refused={refused}
      />
    </>
  );
}

/**
 * Fields of the forms on an application's page, of which each sends some. `of` is the client key, the API key, the
 * certificate or the subscription of a row.
 */
export const ACTION_FIELDS = [
  'action',
  'of',
  'overlapSeconds',
  'expiresAt',
  'certificate',
  'reason',
  'suspensionReason',
  ...APPLICATION_FIELDS,
] as const;

export type ApplicationActionForm = ApplicationForm &
  Readonly<Record<(typeof ACTION_FIELDS)[number], string>>;

/** A form that was refused, as it was sent. */
export type RefusedApplicationAction = {
  readonly form: ApplicationActionForm;
  readonly refused: PageRefusal;
};
