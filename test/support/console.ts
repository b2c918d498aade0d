import type { Layers } from '../../src/process/layers.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { type ManagementWorld, openManagement } from './management.ts';

/** The fields of a form, with each ticked box. */
export type FormFields = Readonly<Record<string, string | File | readonly string[]>>;

/** A browser at the console, which keeps its cookie. */
export type Visitor = {
  /** A page, or what it asks for; redirects are not followed. */
  get(path: string): Promise<Response>;
  /** Sends a form, as a page of the console does: with a file as multipart. */
  submit(path: string, fields?: FormFields): Promise<Response>;
  /** Sends JSON, as the script of the console does; headers of undefined are left out. */
  post(path: string, body: unknown, headers?: Record<string, string | undefined>): Promise<Response>;
  /** Asks whether a page of another origin may send what the script sends. */
  ask(path: string, origin: string): Promise<Response>;
  /** Name and value of the session's cookie, once there is one. */
  cookie: string | undefined;
};

export type ConsoleWorld<World extends ManagementWorld = ManagementWorld> = World & {
  /** The token of the platform's administrator. */
  readonly adminToken: string;
  /** The link that a first start prints, without the host. */
  readonly signInPath: string;
  visitor(): Visitor;
  /** Somebody who has signed in with this token, else with the administrator's. */
  signedIn(token?: string): Promise<Visitor>;
  /** Signs in with a token of the org acme that may change nothing. */
  viewer(): Promise<Visitor>;
};

const HOST = 'control.test';

/** The control plane over a database of its own, as browsers meet it. */
export const openConsole = async (settings?: Partial<Config>): Promise<ConsoleWorld> =>
  consoleOf(await openManagement(), settings);

/** The control plane over the database of a management API. */
export async function consoleOf<World extends ManagementWorld>(
  world: World,
  settings: Partial<Config> = {},
): Promise<ConsoleWorld<World>> {
  const { urls } = world.deps;
  const layers = { ...world.deps, onFault: (fault: unknown) => void (world.faults as unknown[]).push(fault) };
  const config = { adminToken: undefined, demo: false, urls, ...settings } as Config;
  const {
    handler,
    adminToken = '',
    signInUrl = '',
  } = await createControl(config, layers as unknown as Layers);

  function visitor(): Visitor {
    const others = new Map<string, string | undefined>();
    const send = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
      const cookie = [self.cookie, ...others.values()].filter(Boolean).join('; ');
      const headers = { host: HOST, ...(cookie && { cookie }), ...init.headers };
      const response = await handler.request(`http://${HOST}${path}`, { ...init, headers });
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const kept = /max-age=0/i.test(set) ? undefined : pair;
        if (pair.startsWith('__Host-console=')) self.cookie = kept;
        else others.set(pair.split('=')[0] ?? '', kept);
      }
      return response;
    };
    const self: Visitor = {
      cookie: undefined,
      get: (path) => send(path),
      submit: (path, fields = {}) =>
        send(path, {
          method: 'POST',
          headers: { origin: `http://${HOST}` },
          body: formOf(fields),
        }),
      post: (path, body, headers = {}) =>
        send(path, {
          method: 'POST',
          headers: definedHeaders({
            origin: `http://${HOST}`,
            'content-type': 'application/json',
            'x-gatehouse-console': '1',
            ...headers,
          }),
          body: JSON.stringify(body),
        }),
      ask: (path, origin) =>
        send(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }),
    };
    return self;
  }
  async function signedIn(token = adminToken) {
    const person = visitor();
    const answer = await person.submit('/console/sign-in', { token });
    if (!person.cookie) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
    return person;
  }
  return {
    ...world,
    adminToken,
    signInPath: signInUrl.slice(urls.control.length),
    visitor,
    signedIn,
    async viewer() {
      const input = { org: 'acme', name: 'reader', role: 'VIEWER' };
      return signedIn((await world.mutate<{ token: string }>('createAccessToken', input, '{ token }')).token);
    },
  };
}

/** Reads the text of a page in one line without its frame, and its redirect. */
export async function readPage(response: Response | Promise<Response>) {
  const answer = await response;
  const { status, headers } = answer;
  const html = await answer.text();
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const text = html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return { status, headers, location: headers.get('location'), html, links, text };
}

/** The input that a page's link to a mutation fills in. */
export function inputOf(links: readonly string[], mutation: string) {
  const link = links.find((href) => href.startsWith(`/console/graphiql?open=${mutation}&`)) ?? '';
  return JSON.parse(new URLSearchParams(link.split('?')[1]).get('variables') ?? '{}').input;
}

function formOf(fields: FormFields): URLSearchParams | FormData {
  const hasFile = Object.values(fields).some((value) => value instanceof File);
  const form = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) form.append(name, each as string);
  return form;
}

function definedHeaders(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
