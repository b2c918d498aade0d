import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Init = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string;
};

type At = { readonly port: number; readonly host: string };

/** Sends a request by another host name, which `fetch` cannot. No redirect is followed. */
export function callByHost({ port, host }: At, path: string, init: Init = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body } = init;
  const type = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...type, ...headers, host } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const pairs = answer.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 ? [[name, all[at + 1] ?? ''] as [string, string]] : [],
      );
      const { statusCode: status = 0 } = answer;
      buffer(answer).then(
        (content) => resolve(new Response(status === 204 ? null : content, { status, headers: pairs })),
        reject,
      );
    });
    sent.end(body?.toString());
  });
}
