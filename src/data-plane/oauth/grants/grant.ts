import type { Client, Provider } from '../../snapshot/snapshot.ts';
import type { OAuthContext, OAuthRequest } from '../endpoint.ts';
import type { Form } from '../form-body.ts';

export type GrantRequest = OAuthRequest & {
  readonly client: Client;
  readonly form: Form;
  /** The thumbprint of the client certificate that the token is bound to; undefined for none. */
  readonly boundTo: string | undefined;
};

/** The subject and scopes of a token. */
export type GrantResult = {
  readonly subject: string;
  readonly scopes: readonly string[];
  /** The tokens that it is revoked with; absent where nothing else came of the authorization. */
  readonly familyId?: string | undefined;
  readonly refreshToken?: string | undefined;
};

/** A way to get a token: one file, and one line in `grants.ts`. */
export type Grant = {
  /** The value of grant_type. */
  readonly grantType: string;
  /** Tells whether the settings of the provider allow it. */
  readonly isEnabled: (provider: Provider) => boolean;
  /** Tells whether it is also for public clients. A mere reader of its proof must then gain nothing. */
  readonly takesPublicClients: boolean;
  /**
   * @throws SCOPE_INVALID when more is asked for than there is
   * @throws GRANT_INVALID when what the client shows is not good for a token
   */
  readonly authorize: (request: GrantRequest, context: OAuthContext) => Promise<GrantResult> | GrantResult;
};
