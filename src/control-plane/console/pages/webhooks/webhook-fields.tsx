import type { Context } from 'hono';
import { type EventType, eventTypeNames } from '../../../../domain/events/events.ts';
import { type WebhookFormat, webhookFormats } from '../../../../domain/events/webhook-format.ts';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { CheckBoxes } from '../../../../ui/components/choice.tsx';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { readForm, readTexts } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { useTexts } from '../parts/texts.ts';

/** Typed fields of a webhook; its name only where it is created. */
export type WebhookForm = {
  readonly name: string;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly format: WebhookFormat;
};

/** Fields of a webhook, which show their own fault. */
export const WEBHOOK_FIELDS: readonly string[] = [
  'name',
  'url',
  'types',
  'format',
] satisfies (keyof WebhookForm)[];

/** Reads the form of a webhook. An unknown type of event is left out. */
export async function webhookIn(c: Context<ConsoleEnv>): Promise<WebhookForm> {
  const { name, url, format } = await readForm(c, 'name', 'url', 'format');
  const chosen = await readTexts(c, 'types');
  return {
    name: name.trim(),
    url: url.trim(),
    types: eventTypeNames.filter((type) => chosen.includes(type)),
    format: format === 'STANDARD' ? 'STANDARD' : 'GATEHOUSE',
  };
}

type WebhookFieldsProps = {
  readonly form: Omit<WebhookForm, 'name'> | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields for the address and the events of a webhook. */
export function WebhookFields({ form, refused }: WebhookFieldsProps) {
  const { fields, events, formats } = useTexts().text.webhooks;
  return (
    <>
      <Field
        name="url"
        label={fields.address}
        hint={fields.addressHint}
        value={form?.url}
        refused={refused}
        autocomplete="off"
        required
      />
      <CheckBoxes
        name="types"
        label={fields.events}
        options={events}
        values={form?.types ?? []}
        refused={refused}
      />
      <SelectField
        name="format"
        label={fields.format}
        hint={fields.formatHint}
        value={form?.format ?? 'GATEHOUSE'}
        options={webhookFormats.map((value) => ({ value, label: formats[value] }))}
        refused={refused}
      />
    </>
  );
}
