import { attempt } from '../../../../graphql/server/run-document.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { showAccount } from './account.tsx';

const UPDATE = graphql(`
  mutation UpdateAccount($email: String, $noticesByMail: Boolean!, $currentPassword: String) {
    updateAccount(email: $email, noticesByMail: $noticesByMail, currentPassword: $currentPassword) { email }
  }
`);

const SEND = graphql(`mutation SendEmailVerification { sendEmailVerification }`);
const CANCEL = graphql(`mutation CancelEmailChange { cancelEmailChange }`);

/** Adds the changes of the email address, and of what is sent there. */
export function mailChanges(pages: PortalPages): void {
  pages.post('/account/mail', async (c) => {
    const { base, run } = c.var.pageContext;
    const { email, wanted, currentPassword } = await readForm(c, 'email', 'wanted', 'currentPassword');
    const sent = { email: email.trim() || null, noticesByMail: wanted === 'yes' };
    const { result, refused } = await attempt(run(UPDATE, { ...sent, currentPassword }));
    if (refused) return showAccount(c, { mail: { ...sent, refused } });
    const done = result.updateAccount.email === sent.email ? 'saved' : 'verificationSent';
    return c.redirect(`${base}/account?done=${done}`, 303);
  });

  pages.post('/account/mail/send', async (c) => {
    const { base, run } = c.var.pageContext;
    const { refused } = await attempt(run(SEND));
    return refused
      ? showAccount(c, { verification: refused })
      : c.redirect(`${base}/account?done=verificationSent`, 303);
  });

  pages.post('/account/mail/keep', async (c) => {
    const { base, run } = c.var.pageContext;
    const { refused } = await attempt(run(CANCEL));
    return refused
      ? showAccount(c, { verification: refused })
      : c.redirect(`${base}/account?done=emailKept`, 303);
  });
}
