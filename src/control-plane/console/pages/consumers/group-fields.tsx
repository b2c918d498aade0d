import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleEnv } from '../../page-context.ts';
import { TitleField } from '../parts/name-field.tsx';
import { useTexts } from '../parts/texts.ts';

/** Typed fields of a group. */
export type GroupForm = { readonly title: string; readonly mailDomains: readonly string[] };

/** Fields of a group, which show their own fault. */
export const GROUP_FIELDS: readonly string[] = ['title', 'mailDomains'] satisfies (keyof GroupForm)[];

/** Reads the form of a group. Its domains are separated by commas or blanks. */
export async function groupIn(c: Context<ConsoleEnv>): Promise<GroupForm> {
  const { title, mailDomains } = await readForm(c, 'title', 'mailDomains');
  return { title: title.trim(), mailDomains: mailDomains.split(/[\s,;]+/).filter(Boolean) };
}

type GroupFieldsProps = {
  readonly form: GroupForm | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Fields for the title and the mail domains of a group. */
export function GroupFields({ form, refused }: GroupFieldsProps) {
  const words = useTexts().text.consumers.groups;
  return (
    <>
      <TitleField value={form?.title} refused={refused} />
      <Field
        name="mailDomains"
        label={words.mailDomains}
        hint={words.mailDomainsHint}
        value={form?.mailDomains.join(', ')}
        refused={refused}
        autocomplete="off"
      />
    </>
  );
}
