import { refuse } from '../../foundation/errors.ts';
import { hasControls } from '../../foundation/text/text.ts';
import { checkPath } from '../api/path.ts';
import type { CertificateBinding } from './certificate-binding.ts';
import type { ExternalIssuer } from './external-issuer.ts';
import type { GrantType } from './grant-types.ts';
import { isFixedPath } from './oauth-paths.ts';
import type { SigningAlgorithm } from './signing-key.ts';

export type ClientType = 'CONFIDENTIAL' | 'PUBLIC';
export type Scope = { readonly name: string; readonly description: string };

/**
 * An age at which no token of a family is valid. Access tokens live a day at most; the further hour allows for clocks
 * that differ.
 */
export const OUTLIVED_MS = 25 * 3_600_000;

/** The settings of an OAuth provider. (spec.md, OAuth provider) */
export type OAuthProviderSettings = {
  readonly grantTypes: readonly GrantType[];
  readonly clientTypes: readonly ClientType[];
  /** The path below the provider's own path segment. */
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly scopes: readonly Scope[];
  readonly accessTokenSeconds: number;
  readonly refreshTokens: boolean;
  readonly refreshTokenSeconds: number;
  readonly signingAlgorithm: SigningAlgorithm;
  /** The binding of access tokens to the client certificate of the request for them. (RFC 8705 §3) */
  readonly certificateBinding: CertificateBinding;
  /** The issuer outside of the platform; null for a provider of its own. */
  readonly issuer: ExternalIssuer | null;
};

/** The types of OAuth providers: of the platform, and issuers outside of it. */
export type OAuthProviderType = 'NATIVE' | 'EXTERNAL';

/** The settings of a new provider. The lifetimes, which spec.md does not show, are those of IBM API Connect. */
export const oauthProviderDefaults: OAuthProviderSettings = {
  grantTypes: ['RESOURCE_OWNER_PASSWORD'],
  clientTypes: ['CONFIDENTIAL'],
  authorizePath: '/oauth2/authorize',
  tokenPath: '/oauth2/token',
  scopes: [{ name: 'sample-scope', description: 'A first scope: rename it to what your APIs ask for.' }],
  accessTokenSeconds: 3600,
  refreshTokens: false,
  refreshTokenSeconds: 2_682_000,
  signingAlgorithm: 'ES256',
  certificateBinding: 'NONE',
  issuer: null,
};

/** The settings of a new external issuer. Whatever issues tokens has no meaning for it. */
export const externalProviderDefaults: OAuthProviderSettings = {
  ...oauthProviderDefaults,
  grantTypes: [],
  clientTypes: [],
  scopes: [],
};

/** The settings of a provider that an external issuer cannot have. */
const nativeOnly = [
  'grantTypes',
  'clientTypes',
  'authorizePath',
  'tokenPath',
  'accessTokenSeconds',
  'refreshTokens',
  'refreshTokenSeconds',
  'signingAlgorithm',
  'certificateBinding',
  'userRegistry',
] as const;

/** @throws BAD_USER_INPUT for a setting that is of no use to an external issuer, because it shows that it was meant */
export function refuseNativeOnly(
  input: { readonly [Member in (typeof nativeOnly)[number]]?: unknown },
): void {
  const given = nativeOnly.find((member) => input[member] != null);
  if (given !== undefined)
    refuse('BAD_USER_INPUT', {
      detail: `An external issuer has no ${given}: it issues its tokens itself. Leave it out.`,
      path: ['input', given],
    });
}

/** The type of a user registry where nothing is said. (spec.md, User registry) */
export const defaultUserRegistryType = 'AUTHENTICATION_URL';

/**
 * Limits of lifetimes in seconds. An access token lives a day at most, because its revocation is remembered for as
 * long.
 */
const SECONDS = {
  accessTokenSeconds: { min: 60, max: 86_400 },
  refreshTokenSeconds: { min: 60, max: 31_536_000 },
} as const;

/** A scope-token. (RFC 6749 §3.3) */
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]{1,128}$/;
const SCOPES_MAX = 100;
const DESCRIPTION_LENGTH_MAX = 500;

/**
 * Checks the settings of a provider.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function checkOAuthProvider(settings: OAuthProviderSettings): void {
  checkScopes(settings.scopes);
  if (settings.issuer) return;
  for (const member of ['grantTypes', 'clientTypes'] as const)
    if (settings[member].length === 0)
      refuse('BAD_USER_INPUT', { detail: `${member} is empty: name at least one.`, path: ['input', member] });
  if (!settings.clientTypes.includes('CONFIDENTIAL') && !settings.grantTypes.includes('ACCESS_CODE'))
    refuse('BAD_USER_INPUT', {
      detail:
        'No client could use a grant: clients without a secret need ACCESS_CODE. Add it, or CONFIDENTIAL clients.',
      path: ['input', 'grantTypes'],
    });
  for (const member of ['accessTokenSeconds', 'refreshTokenSeconds'] as const) {
    const { min, max } = SECONDS[member];
    if (settings[member] < min || settings[member] > max)
      refuse('BAD_USER_INPUT', {
        detail: `${member} is ${settings[member]}: give ${min} to ${max} seconds.`,
        path: ['input', member],
      });
  }
  checkPaths(settings);
}

function checkPaths({ authorizePath, tokenPath }: OAuthProviderSettings): void {
  for (const [member, value] of Object.entries({ authorizePath, tokenPath })) {
    checkPath(value, ['input', member]);
    if (isFixedPath(value))
      refuse('BAD_USER_INPUT', {
        detail: `${value} is a path of the provider already: choose another.`,
        path: ['input', member],
      });
  }
  if (authorizePath === tokenPath)
    refuse('BAD_USER_INPUT', {
      detail: 'authorizePath and tokenPath are the same: give each a path of its own.',
      path: ['input', 'tokenPath'],
    });
}

/** @throws BAD_USER_INPUT when there are too many scopes, one occurs twice, or one is not a scope-token */
export function checkScopes(scopes: readonly Scope[]): void {
  if (scopes.length > SCOPES_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `A provider has at most ${SCOPES_MAX} scopes.`,
      path: ['input', 'scopes'],
    });
  scopes.forEach(({ name, description }, index) => {
    const path = ['input', 'scopes', index];
    if (!SCOPE_TOKEN.test(name))
      refuse('BAD_USER_INPUT', {
        detail: `${JSON.stringify(name.slice(0, 128))} is not a scope: use printable ASCII without spaces, quotes and backslashes, at most 128 characters (RFC 6749 §3.3).`,
        path: [...path, 'name'],
      });
    if (scopes.findIndex((each) => each.name === name) !== index)
      refuse('BAD_USER_INPUT', {
        detail: `There are two scopes ${name}: leave one out.`,
        path: [...path, 'name'],
      });
    if (description.length > DESCRIPTION_LENGTH_MAX || hasControls(description))
      refuse('BAD_USER_INPUT', {
        detail: `The description of a scope is one line of at most ${DESCRIPTION_LENGTH_MAX} characters.`,
        path: [...path, 'description'],
      });
  });
}
