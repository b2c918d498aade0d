import { YOUR_API_KEY, YOUR_CLIENT_SECRET } from '../../../../domain/api/security/api-key.ts';
import type { Issued } from '../applications/issued-secret.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import { SECURITY_OPTION } from '../products/security-options.tsx';
import { type ExampleCall, exampleCall } from '../products/snippet.ts';

/** The first operations are enough to find one that needs nothing. */
const FIRST_API = graphql(
  `query FirstApi($product: VersionedName!, $api: VersionedName!) {
    product(product: $product) {
      api(api: $api) {
        kind url security { ...SecurityOption }
        operations(first: 50) { method path security { ...SecurityOption } }
      }
    }
  }`,
  [SECURITY_OPTION],
);

/**
 * Makes a call that can be sent as it stands, with what was just issued.
 *
 * Undefined where a call needs more than that, for example an access token.
 */
export async function firstCallOf(
  { run }: PortalPageContext,
  names: { readonly product: string; readonly api: string },
  issued: Issued,
): Promise<ExampleCall | undefined> {
  const { product } = await run(FIRST_API, names);
  if (!product?.api) return undefined;
  const call = withIssued(exampleCall(product.api, issued.clientKey), issued);
  return isWhole(call) ? call : undefined;
}

/** Writes keys and secrets in the place of their placeholders. */
function withIssued(call: ExampleCall, { clientSecret, apiKey }: Issued): ExampleCall {
  const filled = (text: string) =>
    text
      .replaceAll(YOUR_API_KEY, apiKey?.key ?? YOUR_API_KEY)
      .replaceAll(YOUR_CLIENT_SECRET, clientSecret === '' ? YOUR_CLIENT_SECRET : clientSecret);
  return {
    ...call,
    url: filled(call.url),
    headers: call.headers.map(([name, value]) => [name, filled(value)] as const),
  };
}

/** Tells whether a call has all that it needs. A parameter of a path has no example: its braces stay. */
const isWhole = ({ url, headers, person, certificate }: ExampleCall) =>
  !person && !certificate && !/[{]|YOUR_/.test([url, ...headers.map(([, value]) => value)].join(' '));
