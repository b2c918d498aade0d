import { Refusal } from '../../../../foundation/errors.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import type { ConsolePages } from '../../page-context.ts';
import { refusalResponse } from '../../script-refusal.ts';
import { readSession } from '../../session-cookie.ts';

/**
 * Adds `POST /console/passkey-options/authentication` and `…/registration`: the challenge that a browser is to sign
 * next. A session with a pending second factor has one too. The rules of the second factor decide whether it may be
 * used.
 */
export function passkeyOptions(
  pages: ConsolePages,
  { secondFactors }: Pick<ConsoleDeps, 'secondFactors'>,
): void {
  const add = (path: string, begin: (session: string) => Promise<object>) =>
    pages.post(`/passkey-options/${path}`, async (c) => {
      try {
        return Response.json(await begin(readSession(c) ?? ''), { headers: { 'cache-control': 'no-store' } });
      } catch (error) {
        if (error instanceof Refusal) return refusalResponse(error);
        throw error;
      }
    });
  add('authentication', secondFactors.beginVerification);
  add('registration', secondFactors.beginRegistration);
}
