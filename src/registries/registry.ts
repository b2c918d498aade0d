import type { Outbound } from '../outbound/outbound.ts';
import { authenticationUrl } from './authentication-url.ts';

/** What a registry says of a username and password. Silence and nonsense are never an acceptance. */
export type Verdict = {
  readonly answer: 'ACCEPTED' | 'REFUSED' | 'UNAVAILABLE';
  /** Absent when there was no answer. */
  readonly httpStatus?: number;
  readonly durationMs: number;
  /** For an administrator: never holds the username or the password. */
  readonly message: string;
};

export type Person = { readonly username: string; readonly password: string };
export type RegistrySettings = { readonly type: 'AUTHENTICATION_URL'; readonly url: string };
export type Registry = (settings: RegistrySettings, person: Person, outbound: Outbound) => Promise<Verdict>;

/** One file a type of registry; a new type is one more line. */
const registries: Record<RegistrySettings['type'], Registry> = { AUTHENTICATION_URL: authenticationUrl };

/** Asks a user registry whether it knows this person by this password. */
export function authenticate(
  settings: RegistrySettings,
  person: Person,
  outbound: Outbound,
): Promise<Verdict> {
  return registries[settings.type](settings, person, outbound);
}
