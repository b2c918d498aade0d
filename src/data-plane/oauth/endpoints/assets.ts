import { ASSETS_PATH } from '../../../domain/oauth/oauth-paths.ts';
import { brandAnswer } from '../../../ui/kit/brand.tsx';
import type { OAuthEndpoint } from '../endpoint.ts';

/** The few files of the pages: the common ones, and the brand of the catalog. */
export const assets: OAuthEndpoint = {
  methods: ['GET', 'HEAD'],
  isPublic: true,
  isPage: true,
  async answer({ request, url, catalog }, { assets: files }) {
    const [path = '', query = ''] = url.split('?', 2);
    const name = path.slice(path.lastIndexOf(`${ASSETS_PATH}/`) + ASSETS_PATH.length + 1);
    const accepted = request.headers['accept-encoding'];
    const answer =
      brandAnswer(catalog.branding, name, query) ??
      (await files.fetch(
        new Request(new URL(`/assets/${name}`, 'http://files.invalid'), {
          headers: typeof accepted === 'string' ? { 'accept-encoding': accepted } : {},
        }),
      ));
    return {
      status: answer.status,
      headers: headersOf(answer),
      content: new Uint8Array(await answer.arrayBuffer()),
    };
  },
};

/** One spelling each: these stand in for those that every answer for everybody has. */
function headersOf({ headers }: Response): Record<string, string> {
  const named = [
    'Content-Type',
    'Content-Encoding',
    'Content-Security-Policy',
    'Cache-Control',
    'Vary',
    'X-Content-Type-Options',
  ];
  const values = named.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(values.filter((each): each is [string, string] => each[1] !== null));
}
