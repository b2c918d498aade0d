import type { Context } from 'hono';
import type { PasskeyProps } from '../../../../../web/props.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import type { IslandRequest } from '../../../../ui/kit/island.tsx';
import type { PortalEnv, PortalPageContext } from '../parts/page-context.ts';
import { writeBegun } from './session-cookie.ts';

/** The script of a page with one `PasskeyForm`. */
export function passkeyIsland(
  { base, url, text }: PortalPageContext,
  purpose: PasskeyProps['purpose'],
): IslandRequest {
  const path = purpose === 'REGISTRATION' ? 'account' : 'sign-in';
  const props: PasskeyProps = {
    purpose,
    isFirstSeen: false,
    optionsUrl: `${base}/${path}/passkey-options`,
    consoleUrl: url,
    texts: text.signIn.passkeyFaults,
  };
  return { name: 'passkey', props, connect: [], isPart: true };
}

type Challenge = { readonly options: unknown; readonly kept: string };

/** Answers the script of a page with a challenge. This browser keeps it until its form comes. */
export async function answerChallenge(c: Context<PortalEnv>, begun: Promise<Challenge>): Promise<Response> {
  const { result, refused } = await attempt(begun);
  if (refused) return refusalTo(c, refused);
  writeBegun(c, c.var.pageContext.address, { kept: result.kept, returnTo: '' });
  c.header('cache-control', 'no-store');
  return c.body(JSON.stringify(result.options), 200, { 'content-type': 'application/json' });
}

const refusalTo = (c: Context<PortalEnv>, { message, status }: PageRefusal) =>
  c.body(JSON.stringify({ errors: [{ message }] }), status as 409, { 'content-type': 'application/json' });
