import type { FailedSignIn } from '../../domain/people/failed-sign-ins.ts';
import type { OAuthContext, SignIn } from './endpoint.ts';
import { knownDevice } from './session.ts';

/**
 * Tells the audit of the org of a failed sign-in. No answer waits for it, so that it tells nobody whether there is such
 * a person. Whom nothing here was made for is not named: people type passwords there, too.
 */
export function noteFailed(username: string, signIn: SignIn, context: OAuthContext): void {
  context.failedSignIns.note(failedSignIn(username, signIn, context));
}

/** Tells the audit of the org why somebody who came back was not signed in. */
export function noteNobody(
  reason: string,
  { catalog, provider, address }: SignIn,
  context: OAuthContext,
): void {
  context.failedSignIns.note(
    Promise.resolve({
      orgId: catalog.orgId,
      action: 'signInFailed',
      subject: '(unknown)',
      detail: { ...whereOf({ catalog, provider }), reason },
      address,
    }),
  );
}

const whereOf = ({ catalog, provider }: Pick<SignIn, 'catalog' | 'provider'>) => ({
  catalog: catalog.path.split('/').at(-1) ?? '',
  oauthProvider: provider.name,
});

async function failedSignIn(username: string, signIn: SignIn, context: OAuthContext): Promise<FailedSignIn> {
  const { catalog, client, address } = signIn;
  const isKnown = await isKnownHere(username, signIn, context).catch(() => false);
  return {
    orgId: catalog.orgId,
    action: 'signInFailed',
    subject: isKnown ? username : '(unknown)',
    detail: {
      ...whereOf(signIn),
      ...(client && { application: client.application.name }),
      ...(!isKnown && { username: 'of nobody known here' }),
    },
    address,
  };
}

/**
 * Tells whether the person is known in this browser or to this client.
 *
 * They have signed in with the browser, allowed something, or authorized the client before.
 */
async function isKnownHere(
  username: string,
  { client, ...call }: SignIn,
  context: OAuthContext,
): Promise<boolean> {
  if (knownDevice(username, call, context) !== undefined) return true;
  const { consent, tokenFamily } = context.database.prisma;
  const where = { catalogId: call.catalog.id, oauthProviderId: call.provider.id, subject: username };
  if (await consent.findFirst({ where, select: { id: true } })) return true;
  if (!client) return false;
  const ofClient = { ...where, credentialId: client.credentialId };
  return (await tokenFamily.findFirst({ where: ofClient, select: { id: true } })) !== null;
}
