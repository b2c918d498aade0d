import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { CheckBox } from '../../../../ui/components/choice.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Field } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';

/** The address of an account, as the page shows it. */
type Viewer = {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly emailVerification: {
    readonly email: string;
    readonly expiresAt: string;
    readonly ended: boolean;
  } | null;
  readonly noticesByMail: boolean;
  readonly hasPassword: boolean;
};

/** Values of a form that was refused. */
export type RefusedMail = Pick<Viewer, 'email' | 'noticesByMail'> & { readonly refused: PageRefusal };

type MailProps = {
  readonly pageContext: PortalPageContext;
  readonly viewer: Viewer;
  readonly refused: RefusedMail | undefined;
  readonly notSent: PageRefusal | undefined;
};

/** The email address, whether it is verified, and the choice of notices by mail. */
export function Mail({ pageContext, viewer, refused, notSent }: MailProps) {
  const { base, text } = pageContext;
  const words = text.account.mail;
  const sent = refused ?? viewer;
  return (
    <Section id="mail-heading" title={words.title} class="card">
      <RefusedNotice refused={notSent} />
      <RefusedNotice refused={refused?.refused} beside={['email', 'currentPassword']} />
      <Verification pageContext={pageContext} viewer={viewer} />
      <form class="form" method="post" action={`${base}/account/mail`}>
        <Field
          name="email"
          label={text.account.email}
          type="email"
          autocomplete="email"
          value={sent.email ?? ''}
          refused={refused?.refused}
        />
        {viewer.hasPassword && (
          <Field
            id="mail-password"
            name="currentPassword"
            label={words.password}
            hint={words.passwordHint}
            type="password"
            autocomplete="current-password"
            refused={refused?.refused}
          />
        )}
        <CheckBox
          id="wanted"
          name="wanted"
          value="yes"
          label={words.wanted}
          hint={words.wantedHint}
          checked={sent.noticesByMail}
        />
        <button class="button" type="submit">
          {words.save}
        </button>
      </form>
    </Section>
  );
}

/** Says whether the address is verified. Where the portal sends mail, it offers the link. */
function Verification({ pageContext, viewer }: Pick<MailProps, 'pageContext' | 'viewer'>) {
  const { text, frame } = pageContext;
  const words = text.account.mail;
  const { email, emailVerified, emailVerification } = viewer;
  if (!frame.catalog.sendsMail && !emailVerified) return null;
  return (
    <>
      {email !== null && (
        <dl class="facts">
          <Fact name={words.present}>
            {email}{' '}
            <Badge tone={emailVerified ? 'good' : 'waiting'}>
              {emailVerified ? words.verified : words.unverified}
            </Badge>
          </Fact>
        </dl>
      )}
      {frame.catalog.sendsMail && (emailVerification || (email !== null && !emailVerified)) && (
        <Waiting pageContext={pageContext} viewer={viewer} />
      )}
    </>
  );
}

/** The address that waits for its link, or one that was never asked. */
function Waiting({
  pageContext: { base, text, format },
  viewer: { email, emailVerification },
}: Pick<MailProps, 'pageContext' | 'viewer'>) {
  const words = text.account.mail;
  const isOther = emailVerification !== null && emailVerification.email !== email;
  return (
    <Notice tone="info">
      <p class="text">
        {!emailVerification ? (
          words.neverAsked
        ) : emailVerification.ended ? (
          words.ended(emailVerification.email)
        ) : (
          <Timed
            format={format}
            text={words.waits(emailVerification.email, format.dateTime(emailVerification.expiresAt))}
            at={emailVerification.expiresAt}
          />
        )}
        {isOther && email !== null && ` ${words.until(email)}`}
      </p>
      <div class="row">
        <form method="post" action={`${base}/account/mail/send`}>
          <button class="button button-small" type="submit">
            {emailVerification ? words.sendAgain : words.send}
          </button>
        </form>
        {isOther && (
          <form method="post" action={`${base}/account/mail/keep`}>
            <button class="button button-small" type="submit">
              {email === null ? words.cancel : words.keep}
            </button>
          </form>
        )}
      </div>
    </Notice>
  );
}
