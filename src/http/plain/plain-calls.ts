import type { GatewayUrls } from '../../domain/addresses/public-urls.ts';
import type { PlainHead } from './plain-head.ts';

/** Finds what is served on a path. */
type Routes = { readonly hasRoute: (path: string) => boolean };

/**
 * Tells which plain requests are calls of an API, or forms of an OAuth client.
 *
 * The path is taken as it came. Its normal form, by which it is served, decodes characters that need no encoding: a base
 * path that was found before is found then as well, or a longer one.
 */
export function plainCalls(
  { gatewayHosts }: Pick<GatewayUrls, 'gatewayHosts'>,
  { hasRoute }: Routes,
): (head: PlainHead) => boolean {
  return ({ target, headers }) => {
    const query = target.indexOf('?');
    const path = query < 0 ? target : target.slice(0, query);
    return hasRoute((gatewayHosts?.pathOf(headers['host']) ?? '') + path);
  };
}
