import { Notice } from '../../../../ui/components/notice.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Facts of a person who may have been asked to verify an address. */
type AskedViewer = {
  readonly emailVerified: boolean;
  readonly emailVerification: {
    readonly email: string;
    readonly expiresAt: string;
    readonly ended: boolean;
  } | null;
};

/** Reminds who signed up of the mail with the link. */
export function VerifyNotice({
  pageContext: { base, text, format, frame },
  viewer,
}: {
  readonly pageContext: PortalPageContext;
  readonly viewer: AskedViewer | null;
}) {
  if (!frame.catalog.sendsMail || !viewer?.emailVerification || viewer.emailVerified) return null;
  const { email, expiresAt, ended } = viewer.emailVerification;
  const words = text.account.mail;
  return (
    <div class="home-section">
      <Notice tone="info">
        <p class="text">
          <Timed
            format={format}
            text={ended ? words.ended(email) : words.waits(email, format.dateTime(expiresAt))}
            at={expiresAt}
          />
        </p>
        <p>
          <a class="link" href={`${base}/account`}>
            {text.verifyEmail.account}
          </a>
        </p>
      </Notice>
    </div>
  );
}
