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
  signIn(accessToken: string, place: SignInSource): Promise<Opened>;
  /** By the link that a start prints. @throws UNAUTHENTICATED */
  signInByCode(code: string): Promise<Opened>;
  signOut(token: string): Promise<void>;
  /** Who is signed in by this token; undefined for nobody. */
  sessionOf(token: string, address?: string): Promise<ConsoleSession | undefined>;
  readonly people: PeopleDeps;
  readonly secondFactors: SecondFactorDeps;
  /** Where people sign in with an identity provider; undefined where there is none. */
  readonly openId: OpenIdDeps | undefined;
  readonly assets: Assets;
  /** How scripts reach the management API. */
  readonly apiUrl: string;
  /** The relying party of passkeys: the console's own address. */
  readonly url: string;
  readonly clock: Clock;
  readonly onFault: OnFault;
};
