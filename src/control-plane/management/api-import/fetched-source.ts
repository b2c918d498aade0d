import { refuse } from '../../../foundation/errors.ts';
import { boundedText } from '../../../infrastructure/outbound/bounded-text.ts';
import { documentInTurn } from '../../../infrastructure/outbound/documents-in-turn.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import { MEGABYTE } from '../../../openapi/document/parse-text.ts';
import { type IntrospectionDeps, introspect } from '../api/introspect-server.ts';
import { ownServerAt } from '../api/own-server.ts';

const TIMEOUT_MS = 10_000;
const BYTES_MAX = 5 * MEGABYTE;
const REDIRECTS_MAX = 3;
const path = ['input', 'url'];

/** A document that was fetched, or the schema of the GraphQL server at the address. */
type FetchedSource = { readonly openapi: string } | { readonly graphqlUrl: string; readonly sdl: string };

type FetchedSourceInput = { readonly orgId: string; readonly url: string };

/**
 * Fetches the source of an API. The address is asked for an OpenAPI document first, then as a GraphQL server. Redirects
 * are followed, and each address on the way may be called only if a back-end there could be.
 *
 * @throws BAD_USER_INPUT, TARGET_NOT_ALLOWED; REQUEST_TOO_LARGE; TEMPORARILY_UNAVAILABLE; GRAPHQL_SERVER_UNUSABLE when it is neither
 */
export async function fetchedSource(
  deps: IntrospectionDeps,
  { orgId, url }: FetchedSourceInput,
): Promise<FetchedSource> {
  const server = { orgId, url, path };
  if (await ownServerAt(deps, server)) return { graphqlUrl: url, sdl: await introspect(deps, server) };
  const answer = await documentInTurn(orgId, () => fetched(deps.outbound.forOrg(orgId), url));
  if ('text' in answer && isOpenApi(answer.text)) return { openapi: answer.text };
  try {
    return { graphqlUrl: url, sdl: await introspect(deps, server) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    return refuse('GRAPHQL_SERVER_UNUSABLE', {
      detail: `There is no OpenAPI document at this address: ${'text' in answer ? 'what it answers is none' : answer.failure}. Nor is there a GraphQL server. ${message}`,
      path,
      cause,
    });
  }
}

/** Tells a document by its first member's name, in JSON or YAML. What else is wrong with it, its check says. */
const isOpenApi = (text: string) => /(?:^|[\s{,])["']?(?:openapi|swagger)["']?\s*:/.test(text);

async function fetched(
  outbound: OrgOutbound,
  first: string,
): Promise<{ readonly text: string } | { readonly failure: string }> {
  let url = first;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    await outbound.check(url, path);
    const response = await outbound
      .fetch(url, { headers: { accept: 'application/json, application/yaml, */*;q=0.5' }, signal })
      .catch(() => undefined);
    if (!response) return { failure: 'it cannot be reached' };
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url)) {
      await response.body?.cancel();
      url = new URL(location, url).href;
      continue;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      return { failure: `it answers with HTTP status ${response.status}` };
    }
    const text = await boundedText(response, BYTES_MAX).catch(() => '');
    return text === undefined
      ? refuse('REQUEST_TOO_LARGE', { detail: 'What is at this address is larger than 5 MB.', path })
      : { text };
  }
  return { failure: `it redirects more than ${REDIRECTS_MAX} times` };
}
