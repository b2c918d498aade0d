import { refuse } from '../../../foundation/errors.ts';
import { Notice } from '../../../ui/components/notice.tsx';
import { consentsOf, withdrawConsent } from '../consent.ts';
import type { OAuthEndpoint, OAuthResponse } from '../endpoint.ts';
import { Scopes } from '../pages/consent.tsx';
import { FormToken, show } from '../pages/frame.tsx';
import { onPage } from '../pages/on-page.ts';
import { type OAuthPageContext, readPageForm, sessionAt } from '../pages/page-context.ts';
import { askToSignIn, signIn } from '../pages/sign-in.tsx';
import { endSession, type Session } from '../session.ts';
import { inDatabase } from '../storage.ts';

const UNAVAILABLE = 'This cannot be done now: try again in a moment.';
const SIGN_IN = { page: 'consents', query: '' } as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The page with a person's consents at this provider, which can withdraw them. */
export const consents: OAuthEndpoint = {
  methods: ['GET', 'POST'],
  isPage: true,
  answer: (call, context) =>
    onPage(call, context, async (pageContext) => {
      if (!pageContext.provider.grantTypes.has('ACCESS_CODE')) refuse('NOT_FOUND');
      const form = pageContext.request.method === 'POST' ? await readPageForm(pageContext) : undefined;
      const action = form?.get('action');
      if (form && action === 'sign-in') return signIn(pageContext, form, SIGN_IN);
      const session = await sessionAt(pageContext);
      if (!session) return askToSignIn(pageContext, SIGN_IN);
      if (action === 'sign-out') {
        await inDatabase(UNAVAILABLE, () => endSession(session, context));
        return { status: 303, headers: { Location: '?' } };
      }
      const id = action === 'withdraw' ? (form?.get('consent') ?? '') : '';
      if (!UUID.test(id)) return showConsents(pageContext, session);
      const { subject } = session;
      await inDatabase(UNAVAILABLE, () => withdrawConsent({ id, subject, catalogProvider: call }, context));
      return { status: 303, headers: { Location: '?done' } };
    }),
};

async function showConsents(pageContext: OAuthPageContext, { subject }: Session): Promise<OAuthResponse> {
  const { text, provider, context } = pageContext;
  const list = await inDatabase(UNAVAILABLE, () => consentsOf(subject, pageContext, context));
  return show(
    pageContext,
    <div class="stack">
      <div class="head">
        <div>
          <h1 class="title">{text.consents.title}</h1>
          <p class="lead">{text.consents.lead(provider.title)}</p>
        </div>
        <form method="post" class="row">
          <FormToken pageContext={pageContext} />
          <span>
            {text.consent.signedIn} <strong>{subject}</strong>.
          </span>
          <button class="button" type="submit" name="action" value="sign-out">
            {text.consents.signOut}
          </button>
        </form>
      </div>
      {pageContext.query === 'done' && (
        <Notice tone="success">
          <p class="text">{text.consents.withdrawn}</p>
        </Notice>
      )}
      {list.length === 0 && <p class="text">{text.consents.none}</p>}
      {list.map(({ id, application, scopes, grantedAt }) => (
        <section class="card">
          <h2 class="heading">{application.title}</h2>
          <p class="small quiet">{text.consents.since(grantedAt.toISOString())}</p>
          <Scopes pageContext={pageContext} scopes={scopes} />
          <form method="post">
            <FormToken pageContext={pageContext} />
            <input type="hidden" name="consent" value={id} />
            <button class="button button-danger" type="submit" name="action" value="withdraw">
              {text.consents.withdraw}{' '}
              <span class="visually-hidden">{text.consents.withdrawFrom(application.title)}</span>
            </button>
          </form>
        </section>
      ))}
    </div>,
    { title: text.consents.title },
  );
}
