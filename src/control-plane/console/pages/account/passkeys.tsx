import type { ResultOf } from '@graphql-typed-document-node/core';
import { type Refused, RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { graphql } from '../../graphql.ts';
import { Action } from '../parts/action.tsx';
import { format } from '../parts/format.ts';
import { lastOf } from '../people/people-tables.tsx';
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
  return (
    <Section id="passkeys-heading" title="Passkeys" class="section card">
      <RefusedNotice refused={refused} beside={['name']} />
      {passkeys.length === 0 ? (
        <p class="text">
          You have none here. With one, your password alone opens nothing any more: you are asked for the
          passkey when you sign in.
        </p>
      ) : (
        <>
          <Table
            caption="Your passkeys"
            rows={passkeys}
            columns={[
              { heading: 'Name', cell: ({ name }) => name },
              { heading: 'Registered', cell: ({ createdAt }) => format.dateTime(createdAt) },
              { heading: 'Last used', cell: ({ lastUsedAt }) => lastOf(lastUsedAt) },
              {
                heading: 'Next',
                cell: ({ id, name }) => (
                  <Action
                    path={`${PATH}/delete`}
                    of={id}
                    action="delete"
                    confirm={`Remove the passkey ${name}? Your other sessions end.`}
                    isDanger
                  >
                    Remove
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
        label={passkeys.length === 0 ? 'Register a passkey' : 'Register another'}
      >
        <PasskeyName refused={refused} />
      </PasskeyForm>
    </Section>
  );
}

function RecoveryCodes({ left }: { readonly left: number }) {
  return (
    <form
      method="post"
      action="/console/account/recovery-codes"
      class="row"
      data-confirm="Make new recovery codes? Those that you have are void then."
    >
      <span class="text">Recovery codes that you have not used: {left}</span>
      <button class="button button-small" type="submit">
        Make new ones
      </button>
    </form>
  );
}
