import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { PasskeyForm } from '../../../../ui/components/passkey-form.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

type PasskeysProps = {
  readonly pageContext: PortalPageContext;
  readonly passkeys: readonly Passkey[];
  readonly refused: PageRefusal | undefined;
};

/** The passkeys of the person, and the form for another one. */
export function Passkeys({ pageContext, passkeys, refused }: PasskeysProps) {
  const { base, text, format, assets } = pageContext;
  const words = text.account.passkeys;
  return (
    <Section id="passkeys-heading" title={words.title} class="card">
      <RefusedNotice refused={refused} beside={['name']} />
      <p class="text">{words.lead}</p>
      {passkeys.length > 0 && (
        <Table
          caption={words.caption}
          rows={passkeys}
          columns={[
            { heading: words.name, cell: ({ name }) => name },
            { heading: words.added, cell: ({ createdAt }) => format.date(createdAt) },
            {
              heading: words.lastUsed,
              cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : format.date(lastUsedAt)),
            },
            { heading: words.next, cell: (passkey) => <Removal base={base} words={words} {...passkey} /> },
          ]}
        />
      )}
      <PasskeyForm path={`${base}/account/passkeys`} label={words.add} assets={assets} text={words}>
        <Field
          name="name"
          label={words.nameLabel}
          hint={words.nameHint}
          maxlength={60}
          autocomplete="off"
          refused={refused}
          required
        />
      </PasskeyForm>
    </Section>
  );
}

type RemovalProps = Pick<Passkey, 'id' | 'name'> & {
  readonly base: string;
  readonly words: PortalPageContext['text']['account']['passkeys'];
};

function Removal({ base, words, id, name }: RemovalProps) {
  return (
    <form method="post" action={`${base}/account/passkeys/delete`} data-confirm={words.removeConfirm(name)}>
      <input type="hidden" name="id" value={id} />
      <button class="button button-small button-danger" type="submit">
        {words.remove}
        <span class="visually-hidden"> {name}</span>
      </button>
    </form>
  );
}
