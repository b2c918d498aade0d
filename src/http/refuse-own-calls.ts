import type { RequestListener } from 'node:http';
import { catalogue } from '../foundation/errors.ts';

type RefuseOwnCallsOptions = {
  /** The names of the platform in `Via`, which mark its calls. None until they are read. */
  readonly pseudonyms: () => readonly string[];
};

/**
 * Refuses requests that this platform itself sends: 403 FORBIDDEN.
 *
 * It sends requests for APIs, registries and webhooks. A target that is refused by its address may have another one, as
 * a service of Kubernetes has. The header goes with every call.
 */
export function refuseOwnCalls(
  handler: RequestListener,
  { pseudonyms }: RefuseOwnCallsOptions,
): RequestListener {
  return (request, response) => {
    const { via } = request.headers;
    if (via === undefined || !pseudonyms().some((own) => via.includes(own)))
      return handler(request, response);
    const [status, title] = catalogue.FORBIDDEN;
    const detail = 'Nothing of the platform is called through the platform itself: give another address.';
    response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' });
    response.end(JSON.stringify({ type: 'about:blank', title, status, detail, code: 'FORBIDDEN' }));
  };
}
