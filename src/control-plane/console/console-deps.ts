import type { Clock } from '../../foundation/clock.ts';
import type { OnFault } from '../../graphql/server/refusals.ts';
import type { Assets } from '../../ui/kit/assets.ts';
import type { ConsoleSession } from './page-context.ts';
import type {
  OpenIdDeps,
  PeopleDeps,
  SecondFactorDeps,
  SignInSource,
} from './pages/sign-in/signed-in-person.ts';

type Opened = { readonly token: string; readonly expiresAt: Date };

export type ConsoleDeps = {
  /** @throws UNAUTHENTICATED, TOO_MANY_ATTEMPTS */
  signIn(accessToken: string, source: SignInSource): Promise<Opened>;
  /** Signs in by the link that a start prints. @throws UNAUTHENTICATED */
  signInByCode(code: string): Promise<Opened>;
  signOut(token: string): Promise<void>;
  /** Resolves the person or token of a session; undefined for none. */
  sessionOf(token: string, address?: string): Promise<ConsoleSession | undefined>;
  readonly people: PeopleDeps;
  readonly secondFactors: SecondFactorDeps;
  /** Sign-in with an identity provider; undefined where there is none. */
  readonly openId: OpenIdDeps | undefined;
  readonly assets: Assets;
  /** Tells whether there is the page that shows every component. */
  readonly isDevelopment: boolean;
  /** Address of the management API for scripts. */
  readonly apiUrl: string;
  /** The relying party of passkeys: the console's own address. */
  readonly url: string;
  readonly clock: Clock;
  readonly onFault: OnFault;
};
