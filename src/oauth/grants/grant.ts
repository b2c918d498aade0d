import type { Client, Provider } from '../../snapshot/snapshot.ts';
import type { OAuthContext } from '../endpoint.ts';
import type { Form } from '../form.ts';

export type GrantRequest = {
  readonly form: Form;
  readonly provider: Provider;
  /** Authenticated. */
  readonly client: Client;
  /** What the token will have, once it is granted. */
  readonly scopes: readonly string[];
};

/** What a token is made out for. */
export type Granted = { readonly subject: string; readonly scopes: readonly string[] };

/** A way to get a token: one file, and one line in `grants.ts`. */
export type Grant = {
  /** The value of grant_type. */
  readonly grantType: string;
  /** What enables it among the settings of an OAuth provider. */
  readonly setting: Provider['grantTypes'] extends ReadonlySet<infer Setting> ? Setting : never;
  /** @throws GRANT_INVALID when what the client shows is not good for a token */
  readonly authorize: (request: GrantRequest, context: OAuthContext) => Promise<Granted>;
};
