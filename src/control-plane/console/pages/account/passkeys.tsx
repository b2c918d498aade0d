import type { ResultOf } from '@graphql-typed-document-node/core';
import { type Refused, RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { graphql } from '../../graphql.ts';
import { Action } from '../parts/action.tsx';
import { useTexts } from '../parts/texts.ts';
import { PasskeyForm, PasskeyName } from './passkey-form.tsx';

/** Facts of passkeys on the account page. */
export const PASSKEYS = graphql(`
  fragment Passkeys on Viewer { passkeys { id name createdAt lastUsedAt } recoveryCodesLeft }
`);

const PATH = '/console/account/passkeys';

type PasskeysProps = {
  readonly viewer: ResultOf<typeof PASSKEYS>;
  readonly refused: Refused | undefined;
  readonly assets: Assets;
};

export function Passkeys({ viewer: { passkeys, recoveryCodesLeft }, refused, assets }: PasskeysProps) {
  const { text: all, format } = useTexts();
  const text = all.account.passkeys;
  return (
    <Section id="passkeys-heading" title={text.title} class="section card">
      <RefusedNotice refused={refused} beside={['name']} />
      {passkeys.length === 0 ? (
        <p class="text">{text.none}</p>
      ) : (
        <>
          <Table
            caption={text.caption}
            rows={passkeys}
            columns={[
              { heading: text.name, cell: ({ name }) => name },
              { heading: text.registered, cell: ({ createdAt }) => format.dateTime(createdAt) },
              {
                heading: text.lastUsed,
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? text.never : <span class="when">{format.dateTime(lastUsedAt)}</span>,
              },
              {
                heading: all.next,
                cell: ({ id, name }) => (
                  <Action
                    path={`${PATH}/delete`}
                    of={id}
                    action="delete"
                    confirm={text.removeConfirm(name)}
                    isDanger
                  >
                    {text.remove}
                  </Action>
                ),
              },
            ]}
          />
          <RecoveryCodes left={recoveryCodesLeft} />
        </>
      )}
      <PasskeyForm
        path={PATH}
        assets={assets}
        label={passkeys.length === 0 ? text.register : text.registerAnother}
      >
        <PasskeyName refused={refused} />
      </PasskeyForm>
    </Section>
  );
}

function RecoveryCodes({ left }: { readonly left: number }) {
  const text = useTexts().text.account.recoveryCodes;
  return (
    <form
      method="post"
      action="/console/account/recovery-codes"
      class="row"
      data-confirm={text.replaceConfirm}
    >
      <span class="text">{text.left(left)}</span>
      <button class="button button-small" type="submit">
        {text.replace}
      </button>
    </form>
  );
}
