import type { ExplorerSecurity, OAuthSecurity } from '../../../../../web/props.ts';
import { defaultKeyName } from '../../../../domain/api/security/api-key.ts';
import { TRY_IT_RETURN_PATH } from '../../../../domain/oauth/oauth-paths.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import type { TriedOption, TriedPart, TryItContext } from './try-it-context.ts';

/** Lists the parts of an alternative, all of which a call shows. */
const partsOf = (option: TriedOption): readonly TriedPart[] => [option, ...option.beside];

/** Lists all that a call of the API may have to show, whatever its operation. */
export function triedParts({ api: { security, operations } }: TryItContext): readonly TriedPart[] {
  return [...security, ...operations.flatMap((each) => each.security ?? [])].flatMap(partsOf);
}

/** Tells whether the API, or an operation, has no way in without a client certificate. */
export function needsCertificate({ api: { security, operations } }: TryItContext): boolean {
  const all = [security, ...operations.flatMap((each) => (each.security ? [each.security] : []))];
  return all.some(
    (options) =>
      options.length > 0 &&
      options.every((option) => partsOf(option).some(({ type }) => type === 'MUTUAL_TLS')),
  );
}

/** Tells whether an authorization code, for which a person signs in, can obtain tokens. */
export const hasCodeFlow = (trial: TryItContext): boolean =>
  triedParts(trial).some(({ flows }) => flows.includes('ACCESS_CODE'));

/**
 * Returns how the page gets access tokens for a REST API; null where it cannot.
 *
 * They are those of the first provider of the platform that the API, or an operation, asks for.
 */
export function referenceTokens(trial: TryItContext, pageContext: PortalPageContext): OAuthSecurity | null {
  const ofPlatform = triedParts(trial).filter(({ type, tokenUrl }) => type === 'OAUTH2' && tokenUrl !== null);
  const [first] = ofPlatform;
  if (!first) return null;
  const ofSame = ofPlatform.filter(({ tokenUrl }) => tokenUrl === first.tokenUrl);
  const scopes = [...new Set(ofSame.flatMap((part) => part.scopes.map(({ name }) => name)))];
  return { ...oauthSecurity(first, { trial, pageContext }), scopes };
}

/** Tells whether a call carries a token of this provider. Scalar sends the first alternative. */
export const needsToken = (options: readonly TriedOption[], { tokenUrl }: OAuthSecurity): boolean =>
  options.slice(0, 1).some((option) => partsOf(option).some((part) => part.tokenUrl === tokenUrl));

/** Lists the headers and query parameters that take an API key. The page asks an application for its key. */
export const apiKeyNames = (trial: TryItContext): readonly string[] =>
  trial.application
    ? triedParts(trial).flatMap(({ keyKind, keyName }) => (keyKind === 'KEY' && keyName ? [keyName] : []))
    : [];

/** Tells whether a call shows the API key that is typed into the page. Scalar sends the first alternative. */
export const needsApiKey = (options: readonly TriedOption[], { application }: TryItContext): boolean =>
  application !== undefined &&
  options.slice(0, 1).some((option) => partsOf(option).some(({ keyKind }) => keyKind === 'KEY'));

type PageCredentials = { readonly trial: TryItContext; readonly tokens: OAuthSecurity | null };

/** Tells whether the page has, or gets, what the first alternative asks for. */
export const isSecured = (
  options: readonly TriedOption[],
  { trial: { application }, tokens }: PageCredentials,
): boolean =>
  options
    .slice(0, 1)
    .flatMap(partsOf)
    .every(({ type, keyKind, tokenUrl }) =>
      type === 'API_KEY'
        ? keyKind !== 'CLIENT_ID_AND_SECRET' && application !== undefined
        : type === 'OAUTH2' && tokens !== null && tokenUrl === tokens.tokenUrl,
    );

/** The first security alternative that the explorer supports, all of its parts. */
export function explorerSecurity(
  trial: TryItContext,
  pageContext: PortalPageContext,
): readonly ExplorerSecurity[] | undefined {
  return trial.api.security
    .map((option) => partsOf(option).map((part) => explorerPart(part, { trial, pageContext })))
    .find((parts) => parts.every((part) => part !== null));
}

type Where = { readonly trial: TryItContext; readonly pageContext: PortalPageContext };

function explorerPart(part: TriedPart, where: Where): ExplorerSecurity | null {
  const { type, keyKind, keyName, keyLocation } = part;
  // A secret is not kept, and the page has no field for one beside the client key.
  if (type === 'API_KEY' && keyKind === 'CLIENT_ID_AND_SECRET') return null;
  if (type === 'API_KEY')
    return {
      type,
      keyName: keyName ?? '',
      keyLocation: keyLocation ?? 'HEADER',
      isTyped: keyKind === 'KEY',
    };
  if (type === 'HTTP_BASIC') return { type, keyName: defaultKeyName };
  return type === 'OAUTH2' ? oauthSecurity(part, where) : null;
}

function oauthSecurity(part: TriedPart, { trial: { application }, pageContext }: Where): OAuthSecurity {
  const { tokenUrl, authorizeUrl, authorizationServer, flows, scopes } = part;
  return {
    type: 'OAUTH2',
    issuer: authorizationServer,
    tokenUrl,
    authorizeUrl,
    returnUrl: `${pageContext.url}${TRY_IT_RETURN_PATH}`,
    // The tokens of an identity provider outside are got there, and pasted here, as are those of another application.
    flows:
      tokenUrl === null || !application ? [] : flows.filter((flow) => isOpenTo(flow, application.clientType)),
    scopes: scopes.map(({ name }) => name),
  };
}

/** A public application has no credentials to get a token with for itself. (RFC 6749 §4.4) */
const isOpenTo = (flow: string, clientType: 'CONFIDENTIAL' | 'PUBLIC'): boolean =>
  flow !== 'APPLICATION' || clientType !== 'PUBLIC';
