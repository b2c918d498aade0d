import { contentInShort } from './short.ts';
import type { Story } from './story.ts';
import type { Answer } from './wire.ts';

/** The client of the gateway and of the token endpoint: an application's credential. */
export type Client = {
  readonly clientKey: string;
  readonly clientSecret: string;
  readonly application: { readonly name: string };
};

/** The proof of a caller: a client key, a bearer token, or nothing. */
export type Caller = { readonly clientKey?: string; readonly token?: string };

function headersOf({ clientKey, token }: Caller): Record<string, string> {
  return {
    ...(clientKey !== undefined && { 'X-Client-Id': clientKey }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
}

/** GET {base_url}/<org_name>/<catalog_name>/customerdb/v1/customers */
export function getCustomers(story: Story, caller: Caller): Promise<Answer> {
  return story.send({ url: `${story.baseUrl}/customerdb/v1/customers`, headers: headersOf(caller) });
}

/** POST …/<api_title>/graphql */
export function askProxy(story: Story, document: string, caller: Caller): Promise<Answer> {
  return story.send({
    method: 'POST',
    url: `${story.baseUrl}/sample/graphql`,
    headers: { ...headersOf(caller), 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: document }),
    about: document,
  });
}

/** POST …/<oauth_provider_segment>/oauth2/<endpoint>, the client in the form. */
export function postForm(
  story: Story,
  endpoint: 'token' | 'revoke',
  { client, ...fields }: { readonly client: Client } & Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const form = {
    ...(fields as Record<string, string>),
    client_id: client.clientKey,
    client_secret: client.clientSecret,
  };
  story.hideMembersOf(form);
  return story.send({
    method: 'POST',
    url: `${story.baseUrl}/customer-oauth/oauth2/${endpoint}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    about: contentInShort(form),
  });
}

/** The password grant, for a person whom the user registry knows. */
export function requestToken(story: Story, client: Client, password = 'alice-password'): Promise<Answer> {
  return postForm(story, 'token', {
    client,
    grant_type: 'password',
    username: 'alice',
    password,
    scope: 'customer',
  });
}

/** The plan's limit and the calls that are left, as headers say. */
export function limitOf({ headers }: Answer): string {
  return `${headers.get('X-RateLimit-Remaining')} of ${headers.get('X-RateLimit-Limit')} calls left`;
}
