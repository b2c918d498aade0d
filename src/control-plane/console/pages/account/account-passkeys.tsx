import { Refusal } from '../../../../foundation/errors.ts';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import { graphql } from '../../graphql.ts';
import type { ConsolePages } from '../../page-context.ts';
import { readSession, writeSession } from '../../session-cookie.ts';
import { showAccount } from './account.tsx';
import { showRecoveryCodes } from './recovery-codes.tsx';

const DELETE = graphql(`mutation DeletePasskey($input: PasskeyInput!) { deletePasskey(input: $input) }`);

const REPLACE_CODES = graphql(`mutation ReplaceRecoveryCodes { replaceRecoveryCodes }`);

const ACCOUNT = '/console/account';

/** Adds the forms for the person's passkeys: add, remove, and new recovery codes. */
export function accountPasskeys(pages: ConsolePages, { secondFactors }: ConsoleDeps): void {
  pages.post('/account/passkeys', async (c) => {
    const fields = await readForm(c, 'credential', 'name');
    try {
      const { session, recoveryCodes: codes } = await secondFactors.register(
        readSession(c) ?? '',
        fields,
        c.env.address,
      );
      writeSession(c, session);
      if (codes.length === 0) return c.redirect(`${ACCOUNT}?done=passkey`, 303);
      const page = showRecoveryCodes(c.var.pageContext, { codes, next: `${ACCOUNT}?done=passkey` });
      return c.newResponse(page.body, page);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return showAccount(c, { passkey: error });
    }
  });

  pages.post('/account/passkeys/delete', async (c) => {
    const { of: id } = await readForm(c, 'of');
    const { refused } = await attempt(c.var.pageContext.session.run(DELETE, { input: { id } }));
    return refused ? showAccount(c, { passkey: refused }) : c.redirect(`${ACCOUNT}?done=passkeyDeleted`, 303);
  });

  pages.post('/account/recovery-codes', async (c) => {
    const { result, refused } = await attempt(c.var.pageContext.session.run(REPLACE_CODES));
    if (refused) return showAccount(c, { passkey: refused });
    return showRecoveryCodes(c.var.pageContext, { codes: result.replaceRecoveryCodes, next: ACCOUNT });
  });
}
