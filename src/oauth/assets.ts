import type { Endpoint } from './endpoint.ts';
import { ASSETS_PATH } from './paths.ts';

/** The few static files of the pages, each with the hash of its content in its name. */
export const assets: Endpoint = {
  methods: ['GET', 'HEAD'],
  isPublic: true,
  async answer({ request }, { assets: files }) {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = path.slice(path.lastIndexOf(`${ASSETS_PATH}/`) + ASSETS_PATH.length);
    const accepted = request.headers['accept-encoding'];
    const answer = await files.fetch(
      new Request(new URL(`/assets${file}`, 'http://files.invalid'), {
        headers: typeof accepted === 'string' ? { 'accept-encoding': accepted } : {},
      }),
    );
    return {
      status: answer.status,
      headers: headersOf(answer),
      content: new Uint8Array(await answer.arrayBuffer()),
    };
  },
};

/** One spelling each: these stand in for those that every answer for everybody has. */
function headersOf({ headers }: Response): Record<string, string> {
  const named = ['Content-Type', 'Content-Encoding', 'Cache-Control', 'Vary', 'X-Content-Type-Options'];
  const given = named.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(given.filter((each): each is [string, string] => each[1] !== null));
}
