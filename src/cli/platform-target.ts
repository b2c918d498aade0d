import type { CommandContext } from './command-context.ts';
import { fail } from './command-fault.ts';
import { readLogin } from './logins.ts';
import { readProfile } from './profile.ts';

/** The platform that a command speaks to. */
export type PlatformTarget = {
  /** URL of the control listener, without a slash at the end. */
  readonly url: string;
  readonly token: string | undefined;
  /** URL of the operations listener. */
  readonly opsUrl: string;
  /** The org that commands mean unless they name one. */
  readonly org: string | undefined;
};

const URL_DEFAULT = 'http://127.0.0.1:9000';
const OPS_PORT_DEFAULT = '9100';

/**
 * The platform by `--profile`, else by the environment. A profile is taken whole: its token never travels to the
 * address of the environment, nor the token of the environment to its address, unless the profile has none of its own.
 * Without any, the login at that address counts.
 *
 * @throws SETTING_INVALID, and what {@link readProfile} throws
 */
export function findTarget(
  { environment, clock }: CommandContext,
  profileName: string | undefined,
): PlatformTarget {
  const loginAt = (url: string) => readLogin(environment.loginsFile, url, clock())?.token;
  const name = profileName ?? environment.profile;
  if (name === undefined) {
    const url = checkedUrl('GATEHOUSE_URL', environment.url ?? URL_DEFAULT);
    return {
      url,
      token: environment.token ?? loginAt(url),
      opsUrl: checkedUrl('GATEHOUSE_OPS_URL', environment.opsUrl ?? opsUrlBeside(url)),
      org: undefined,
    };
  }
  if (profileName === undefined && environment.url !== undefined)
    fail(
      'SETTING_INVALID',
      'GATEHOUSE_PROFILE and GATEHOUSE_URL both name a platform: unset one, or choose by --profile.',
    );
  const profile = readProfile(environment.profilesFile, name);
  const url = checkedUrl(`The url of the profile ${JSON.stringify(name)}`, profile.url);
  return {
    url,
    token: profile.token ?? environment.token ?? loginAt(url),
    opsUrl: checkedUrl(
      `The opsUrl of the profile ${JSON.stringify(name)}`,
      profile.opsUrl ?? environment.opsUrl ?? opsUrlBeside(url),
    ),
    org: profile.org,
  };
}

/** The operations listener of the platform's host. It speaks plain HTTP, on its default port. */
const opsUrlBeside = (url: string) => `http://${new URL(url).hostname}:${OPS_PORT_DEFAULT}`;

/** The sentence does not repeat the address: it could hold a password. */
function checkedUrl(what: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    fail(
      'SETTING_INVALID',
      `${what} is no http or https address without credentials and query: give it as ${URL_DEFAULT}.`,
    );
  return url.href.replace(/\/+$/, '');
}
