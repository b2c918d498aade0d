import { randomBytes } from 'node:crypto';
import { endpointPaths } from '../../domain/oauth/oauth-paths.ts';
import { refuse } from '../../foundation/errors.ts';
import { IssuerFault } from '../../infrastructure/issuers/trusted-issuer.ts';
import { UnsealError } from '../../infrastructure/secrets/secrets.ts';
import type { AuthenticationResult } from '../../infrastructure/user-registries/registry-type.ts';
import { userRegistryTypes } from '../../infrastructure/user-registries/types.ts';
import type { AssignedRegistry } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext, OAuthRequest } from './endpoint.ts';
import { pagesUrl } from './pages/pages-url.ts';
import type { BrowserCookie } from './session.ts';

/** The page that a person comes back to. */
export type SignInPage = {
  readonly page: 'authorize' | 'consents';
  /** Its query, without a question mark. */
  readonly query: string;
};

/** A sign-in that a browser was sent away for. */
export type SealedSignIn = SignInPage & {
  /** The registry that it was begun with. */
  readonly registryId: string;
  /** A hash of the browser's token. */
  readonly browser: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly expiresAt: number;
};

/** The time that a person has at the pages of a registry. */
const SIGN_IN_MS = 15 * 60_000;
/** It travels in an address, of which servers take 8 KB and more. */
const QUERY_MAX = 4_000;
const RANDOM_BYTES = 32;

/** Tells whether people sign in at the pages of the registry. */
export const hasOwnPages = ({ type }: Pick<AssignedRegistry, 'type'>): boolean =>
  userRegistryTypes[type].redirect !== undefined;

type Call = OAuthRequest & { readonly browser: BrowserCookie };
type SignInStart = SignInPage & { readonly registry: AssignedRegistry; readonly isAnew: boolean };

/**
 * Begins a sign-in and returns the address for the browser.
 *
 * The parameter `state` holds the sign-in, sealed and bound to the browser. Nothing is stored for somebody who never
 * comes back. A state is of use once: with the sign-in, the browser is known by another token.
 *
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when the registry cannot be asked
 */
export async function beginSignIn(
  { registry, isAnew, page, query }: SignInStart,
  call: Call,
  { registries, secrets, clock, urls }: OAuthContext,
): Promise<string> {
  if (query.length > QUERY_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The request is too long for an identity provider to bring back: shorten its state to have ${QUERY_MAX} characters in all.`,
    });
  const [nonce, verifier] = [randomText(), randomText()];
  const begun: SealedSignIn = {
    page,
    query,
    registryId: registry.id,
    browser: secrets.hash(browserText(call.browser)),
    nonce,
    verifier,
    expiresAt: clock().getTime() + SIGN_IN_MS,
  };
  const state = secrets.seal(JSON.stringify(begun), bindingOf(call)).toString('base64url');
  const signIn = { redirectUrl: callbackUrl(call, urls), state, nonce, verifier, isAnew };
  return registries.signInUrl(registry, signIn).catch((error: unknown) => {
    if (!(error instanceof IssuerFault)) throw error;
    return refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'The identity provider cannot be asked at this moment.',
      headers: { 'Retry-After': '5' },
    });
  });
}

/** Opens a state that was sealed for this provider and catalog; undefined for another text. */
export function begunSignIn(state: string, call: OAuthRequest, { secrets }: OAuthContext) {
  try {
    const text = secrets.unseal(Buffer.from(state, 'base64url'), bindingOf(call));
    return JSON.parse(text) as SealedSignIn;
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/** Tells whether this browser has begun the sign-in lately, at the registry of the provider. */
export function isOfBrowser(
  { browser, registryId, expiresAt }: SealedSignIn,
  call: Call,
  { secrets, clock }: OAuthContext,
): boolean {
  return (
    call.browser.isKnown &&
    secrets.matches(browserText(call.browser), browser) &&
    call.provider.registry?.id === registryId &&
    clock().getTime() < expiresAt
  );
}

type SignInReturn = {
  readonly registry: AssignedRegistry;
  readonly begun: SealedSignIn;
  readonly state: string;
  /** The query that the browser came back with. */
  readonly query: string;
};

/** Asks the registry who has come back. */
export function finishSignIn(
  { registry, begun: { nonce, verifier }, state, query }: SignInReturn,
  call: Call,
  { registries, urls }: OAuthContext,
): Promise<AuthenticationResult> {
  const redirectUrl = callbackUrl(call, urls);
  return registries.finishSignIn(registry, { redirectUrl, state, nonce, verifier, query });
}

const callbackUrl = (call: CatalogProvider, urls: OAuthContext['urls']) =>
  pagesUrl(call, urls) + endpointPaths(call.provider).callback;

const bindingOf = ({ catalog, provider }: CatalogProvider) => `sign-in at ${provider.id} in ${catalog.id}`;
const browserText = ({ token }: BrowserCookie) => `sign-in of ${token}`;
const randomText = () => randomBytes(RANDOM_BYTES).toString('base64url');
