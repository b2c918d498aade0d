import type { Context } from 'hono';
import { Refusal } from '../../../../foundation/errors.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import type { Assets } from '../../../../ui/kit/assets.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { readSession, writeSession } from '../../session-cookie.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { PasskeyForm, PasskeyName, passkeyIsland } from '../account/passkey-form.tsx';
import { showRecoveryCodes } from '../account/recovery-codes.tsx';
import { show } from '../parts/frame.tsx';
import { useTexts } from '../parts/texts.ts';
import {
  type PendingSecondFactor,
  type SecondFactorDeps,
  type SignInSource,
  signedInPath,
  signInSourceOf,
} from './signed-in-person.ts';

const PATH = '/console/second-factor';

/**
 * Adds the page between the password and the console. It asks for a passkey, or has the person register the first.
 * Until then only the title of the org is shown.
 */
export function secondFactor(pages: ConsolePages, deps: ConsoleDeps): void {
  const { secondFactors, people } = deps;
  pages.get('/second-factor', (c) => showSecondFactor(c, deps, { returnTo: c.req.query('returnTo') }));

  pages.post('/second-factor', (c) =>
    answered(c, deps, async (session) => {
      const { credential, code, returnTo } = await readForm(c, 'credential', 'code', 'returnTo');
      writeSession(
        c,
        await verified(secondFactors, { session, credential, code, source: signInSourceOf(c) }),
      );
      return c.redirect(code ? '/console/account?done=recoveryCodeUsed' : ownPath(returnTo), 303);
    }),
  );

  pages.post('/second-factor/passkey', (c) =>
    answered(c, deps, async (session) => {
      const { returnTo, ...fields } = await readForm(c, 'credential', 'name', 'returnTo');
      const registered = await secondFactors.register(session, fields, c.env.address);
      writeSession(c, registered.session);
      const { sessionOf } = deps;
      const signedIn = await sessionOf(registered.session.token);
      const owner = { ...ownerBeforeSignIn(c, deps), ...(signedIn && { session: signedIn }) };
      return kept(c, showRecoveryCodes(owner, { codes: registered.recoveryCodes, next: ownPath(returnTo) }));
    }),
  );

  pages.post('/second-factor/org', (c) =>
    answered(c, deps, async (token) => {
      const { org } = await readForm(c, 'org');
      writeSession(c, { token, expiresAt: await people.enterOrg(token, org, c.env.address) });
      return c.redirect(signedInPath(undefined), 303);
    }),
  );
}

type VerifiedInput = {
  readonly session: string;
  readonly credential: string;
  readonly code: string;
  readonly source: SignInSource;
};

const verified = (deps: SecondFactorDeps, { session, credential, code, source }: VerifiedInput) =>
  code ? deps.useRecoveryCode(session, code, source) : deps.verify(session, credential, source);

/** Answers a form of a person with a pending second factor. The page shows the reason of a refusal. */
async function answered(
  c: Context<ConsoleEnv>,
  deps: ConsoleDeps,
  work: (session: string) => Promise<Response>,
): Promise<Response> {
  const session = readSession(c) ?? '';
  const { returnTo } = await readForm(c, 'returnTo');
  if (!(await deps.secondFactors.findPendingSecondFactor(session)))
    return c.redirect(signedInPath(returnTo), 303);
  try {
    return await work(session);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return showSecondFactor(c, deps, { returnTo, refused: error });
  }
}

/** A page made beside `c`, with the cookies that were set on it. */
const kept = (c: Context<ConsoleEnv>, page: Response) => c.newResponse(page.body, page);

type StepRequest = { readonly returnTo: string | undefined; readonly refused?: Refusal };

async function showSecondFactor(
  c: Context<ConsoleEnv>,
  deps: ConsoleDeps,
  { returnTo, refused }: StepRequest,
): Promise<Response> {
  const half = await deps.secondFactors.findPendingSecondFactor(readSession(c) ?? '');
  if (!half) return c.redirect(signedInPath(returnTo), 303);
  const isRegistration = half.need === 'REGISTER';
  const purpose = isRegistration ? 'REGISTRATION' : 'AUTHENTICATION';
  const step = { half, returnTo: ownPath(returnTo), refused, assets: deps.assets };
  const owner = ownerBeforeSignIn(c, deps);
  const { signIn, account } = owner.text;
  return show(
    owner,
    <div class="narrow stack">
      {isRegistration ? <Registration {...step} /> : <Verification {...step} />}
      <Elsewhere half={half} />
    </div>,
    {
      title: signIn.secondFactor[isRegistration ? 'register' : 'verify'],
      refused,
      island: passkeyIsland({
        purpose,
        isFirstSeen: !isRegistration && !refused,
        url: deps.url,
        texts: account.passkeyForm.faults,
      }),
    },
  );
}

type StepProps = {
  readonly half: PendingSecondFactor;
  readonly returnTo: string;
  readonly refused: Refusal | undefined;
  readonly assets: Assets;
};

function Verification({ half: { email, orgTitle }, returnTo, refused, assets }: StepProps) {
  const text = useTexts().text.signIn.secondFactor;
  return (
    <>
      <div class="card">
        <h1 class="title">{text.verify}</h1>
        <p class="lead">{text.verifyLead(email, orgTitle)}</p>
        <RefusedNotice refused={refused} isOnTop />
        <PasskeyForm path={PATH} assets={assets} label={text.usePasskey} returnTo={returnTo} />
      </div>
      <Section id="code-heading" title={text.codeTitle} class="card">
        <form method="post" action={PATH} class="form">
          <input type="hidden" name="returnTo" value={returnTo} />
          <Field name="code" label={text.code} hint={text.codeHint} autocomplete="one-time-code" required />
          <div>
            <button class="button" type="submit">
              {text.useCode}
            </button>
          </div>
        </form>
      </Section>
    </>
  );
}

function Registration({ half: { email, orgTitle }, returnTo, refused, assets }: StepProps) {
  const text = useTexts().text.signIn.secondFactor;
  return (
    <div class="card">
      <h1 class="title">{text.register}</h1>
      <p class="lead">{text.registerLead(email, orgTitle)}</p>
      <RefusedNotice refused={refused} beside={['name']} isOnTop />
      <PasskeyForm path={`${PATH}/passkey`} assets={assets} label={text.register} returnTo={returnTo}>
        <PasskeyName refused={refused} />
      </PasskeyForm>
    </div>
  );
}

/** Links away from the second factor. They lead to orgs that require something else, and to sign-out. */
function Elsewhere({ half: { email, others } }: { half: PendingSecondFactor }) {
  const { secondFactor: text, signOut } = useTexts().text.signIn;
  const title = others.length > 0 ? text.elsewhere : text.notYou(email);
  return (
    <Section id="elsewhere-heading" title={title} class="card">
      {others.map(({ org, title }) => (
        <form method="post" action={`${PATH}/org`}>
          <button class="button" type="submit" name="org" value={org}>
            {text.goTo(title)}
          </button>
        </form>
      ))}
      <form method="post" action="/console/sign-out">
        <button class="button" type="submit">
          {signOut}
        </button>
      </form>
    </Section>
  );
}
