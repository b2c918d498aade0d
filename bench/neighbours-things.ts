import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { type Neighbours, PASSWORD } from './neighbours-world.ts';

/** Measured work of the org that attacks nobody. */
export const things = ['call', 'delivery', 'sign-in', 'change'] as const;
export type Thing = (typeof things)[number];

export type Sampled = {
  /** Milliseconds of each that was done. */
  readonly ms: Readonly<Record<Thing, number[]>>;
  /** Number of each failure, in words. */
  readonly failures: ReadonlyMap<string, number>;
};

/** The pace. In thirty seconds the slowest of each is not its p99. */
const PER_SECOND = { call: 50, 'sign-in': 4, change: 6 } as const;
/** Work that is done one by one, so that the org does not delay itself. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['sign-in', 'change']);
/** Each person of it signs in less often than anybody may. */
const ADDRESS = '9.9.9.9';
/** Longest wait behind the window. Work that is not done by then counts as having taken that long. */
const PATIENCE_MS = 20_000;

export type Receiver = {
  readonly url: string;
  /** Is told of each credential whose event came. */
  onDelivery: (title: string) => void;
  close(): void;
};

/** Receives the webhooks of the measured org here, so that one clock times them. */
export async function startReceiver(): Promise<Receiver> {
  const server: Server = createServer((incoming, response) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    incoming.on('end', () => {
      response.writeHead(204).end();
      receiver.onDelivery(/"title":"([^"]+)"/.exec(text)?.[1] ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onDelivery: () => {},
    close: () => server.close(),
  };
  return receiver;
}

const SIGN_IN =
  'mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }';
const CREATE = `mutation ($application: String!, $title: String!) { createCredential(input: { org: "vic", catalog: "sandbox",
  consumerOrg: "people", application: $application, title: $title }) { clientKey } }`;
const DELETE = `mutation ($clientKey: String!) { deleteCredential(input: { org: "vic", catalog: "sandbox", clientKey: $clientKey }) }`;

type Work = {
  readonly ms: Sampled['ms'];
  readonly failures: Map<string, number>;
  readonly running: Set<Promise<void>>;
};

type QuestionInput = {
  readonly url: string;
  readonly query: string;
  readonly variables: object;
  readonly token?: string;
};

/** Does and times the work of the org, at a pace that nobody else changes. */
export function createWork({ controlUrl, vic }: Neighbours, receiver: Receiver) {
  let count = 0;
  const undelivered = new Map<string, (at: number) => void>();
  receiver.onDelivery = (title) => undelivered.get(title)?.(performance.now());

  async function graphql({ url, query, variables, token }: QuestionInput): Promise<Record<string, unknown>> {
    const { body } = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': ADDRESS,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await body.json()) as {
      data: Record<string, unknown>;
      errors?: { message: string }[];
    };
    if (errors) throw new Error(errors[0]?.message);
    return data;
  }

  async function call(): Promise<void> {
    const headers = { 'x-client-id': vic.keys[0] ?? '', 'x-forwarded-for': ADDRESS };
    const { statusCode, body } = await request(`${vic.base}/plain/quick`, { headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`It was answered ${statusCode}.`);
  }
  async function signIn(at: number): Promise<void> {
    const username = vic.members[at % vic.members.length];
    await graphql({ url: vic.portal, query: SIGN_IN, variables: { username, password: PASSWORD } });
  }

  /** Makes a change with its event. It is deleted again untimed, since nobody may have many. */
  async function change(at: number, work: Work): Promise<undefined> {
    const title = `made ${at}`;
    const since = performance.now();
    const delivered = new Promise<number>((resolve) => undelivered.set(title, (now) => resolve(now - since)));
    void follow(work, 'delivery', delivered);
    const [url, token] = [`${controlUrl}/graphql`, vic.token];
    const application = `app-${at % vic.keys.length}`;
    const made = await graphql({ url, token, query: CREATE, variables: { application, title } });
    work.ms.change.push(performance.now() - since);
    const { clientKey } = made['createCredential'] as { clientKey: string };
    await graphql({ url, token, query: DELETE, variables: { clientKey } });
    await delivered;
    undelivered.delete(title);
  }

  const begins: Record<keyof typeof PER_SECOND, (at: number, work: Work) => Promise<void>> = {
    call: (_, work) => follow(work, 'call', timed(call)),
    'sign-in': (at, work) => follow(work, 'sign-in', timed(signIn, at)),
    change: (at, work) => follow(work, 'change', change(at, work)),
  };
  const busy = new Set<string>();
  function begin(thing: keyof typeof PER_SECOND, work: Work): void {
    if (busy.has(thing)) return;
    if (ONE_BY_ONE.has(thing)) busy.add(thing);
    count += 1;
    void begins[thing](count, work).finally(() => busy.delete(thing));
  }

  return async (seconds: number): Promise<Sampled> => {
    const work: Work = {
      ms: { call: [], delivery: [], 'sign-in': [], change: [] },
      failures: new Map(),
      running: new Set(),
    };
    const timers = Object.entries(PER_SECOND).map(([thing, perSecond]) =>
      setInterval(begin, 1000 / perSecond, thing as keyof typeof PER_SECOND, work),
    );
    await sleep(seconds * 1000);
    for (const timer of timers) clearInterval(timer);
    const leaving = new AbortController();
    await Promise.race([
      Promise.all(work.running),
      sleep(PATIENCE_MS, undefined, { signal: leaving.signal }),
    ]);
    leaving.abort();
    if (work.running.size > 0) work.failures.set(`not done ${PATIENCE_MS / 1000} s later`, work.running.size);
    return work;
  };
}

async function timed(act: (at: number) => Promise<void>, at = 0): Promise<number> {
  const since = performance.now();
  await act(at);
  return performance.now() - since;
}

/** Keeps what it took, unless it has said so itself, and what went wrong. */
function follow(
  { ms, failures, running }: Work,
  thing: Thing,
  work: Promise<number | undefined>,
): Promise<void> {
  const fail = (error: Error) => {
    const text = `${thing}: ${error.message}`;
    failures.set(text, (failures.get(text) ?? 0) + 1);
  };
  const keep = (took: number | undefined) => {
    if (took !== undefined) ms[thing].push(took);
  };
  const noted: Promise<void> = work.then(keep, fail).finally(() => running.delete(noted));
  running.add(noted);
  return noted;
}
