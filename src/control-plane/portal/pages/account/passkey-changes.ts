import { attempt } from '../../../../graphql/server/run-document.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { answerChallenge } from '../sign-in/passkey-island.ts';
import { endBegun, readBegun } from '../sign-in/session-cookie.ts';
import { showAccount } from './account.tsx';

const BEGIN = graphql(`mutation BeginPasskey { beginPasskey { options kept } }`);

const REGISTER = graphql(`
  mutation RegisterPasskey($kept: String!, $name: String!, $credential: String!) {
    registerPasskey(kept: $kept, name: $name, credential: $credential) { id }
  }
`);

const DELETE = graphql(`mutation DeletePasskey($id: ID!) { deletePasskey(id: $id) }`);

/** Adds what the account page does with passkeys. */
export function passkeyChanges(pages: PortalPages): void {
  pages.post('/account/passkey-options', (c) =>
    answerChallenge(
      c,
      c.var.pageContext.run(BEGIN).then(({ beginPasskey }) => beginPasskey),
    ),
  );

  pages.post('/account/passkeys', async (c) => {
    const { run, address, base } = c.var.pageContext;
    const { name, credential } = await readForm(c, 'name', 'credential');
    const { kept } = readBegun(c, address);
    endBegun(c, address);
    const { refused } = await attempt(run(REGISTER, { kept, name, credential }));
    return refused
      ? showAccount(c, { passkey: refused })
      : c.redirect(`${base}/account?done=passkeyAdded`, 303);
  });

  pages.post('/account/passkeys/delete', async (c) => {
    const { run, base } = c.var.pageContext;
    const { refused } = await attempt(run(DELETE, await readForm(c, 'id')));
    return refused
      ? showAccount(c, { passkey: refused })
      : c.redirect(`${base}/account?done=passkeyRemoved`, 303);
  });
}
