import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { largeDocument, type Neighbours, PASSWORD } from './neighbours-world.ts';

/** Callers who wait for each answer before the next call, at a bounded rate. */
type Callers = {
  readonly count: number;
  /** Calls per second of each of them. */
  readonly perSecond: number;
  /** @returns what was answered, in a word */
  send(caller: number, signal: AbortSignal): Promise<string>;
};

export type Attack = {
  /** The fault of the review that it goes back to. */
  readonly fault: string;
  readonly says: string;
  readonly callers: readonly Callers[];
};

/** A public address of an attacker's own. The platform takes the connecting address for a proxy. */
const addressOf = (caller: number) => `8.8.${caller}.8`;
const json = { 'content-type': 'application/json' };

type Sent = {
  readonly url: string;
  readonly caller: number;
  readonly signal: AbortSignal;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
};

/** Sends, and says with which status and code it was answered. */
async function sent({
  url,
  caller,
  signal,
  method = 'POST',
  headers = {},
  body = '',
}: Sent): Promise<string> {
  const answer = await request(url, {
    method,
    signal,
    headersTimeout: 90_000,
    bodyTimeout: 90_000,
    headers: { 'x-forwarded-for': addressOf(caller), ...headers },
    ...(body !== '' && { body }),
  });
  const text = await answer.body.text();
  return `${answer.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
}

const many = (count: number, field: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => field(at)).join(' ');

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

/** Everything that the org `eve` may do to the platform, as often as it may. */
export function attacksOf({ controlUrl, eve }: Neighbours): readonly Attack[] {
  const graphql = (
    query: string,
    { variables = {}, token }: { variables?: object; token?: string } = {},
  ) => ({
    headers: { ...json, ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const management = (query: string, variables?: object) => ({
    url: `${controlUrl}/graphql`,
    ...graphql(query, { token: eve.token, ...(variables && { variables }) }),
  });
  const portal = (query: string, variables?: object) => ({
    url: eve.portal,
    ...graphql(query, variables && { variables }),
  });
  const keyed = (application: number) => ({ 'x-client-id': eve.keys[application] ?? '' });
  const call = (path: string, application: number) => ({
    url: `${eve.base}/${path}`,
    method: 'GET',
    headers: keyed(application),
  });
  const callers = (
    count: number,
    perSecond: number,
    what: (caller: number) => Omit<Sent, 'caller' | 'signal'>,
  ): Callers => ({
    count,
    perSecond,
    send: (caller, signal) => sent({ ...what(caller), caller, signal }),
  });

  return [
    {
      fault: 'F1',
      says: 'dear queries of our own GraphQL APIs, with and without a token',
      callers: [
        callers(4, 10, () =>
          portal(`{ ${many(8, (at) => `a${at}: product(product: "all:1.0.0") { apis { openapi } }`)} }`),
        ),
        callers(4, 10, () =>
          portal(
            `{ products(first: 5, search: "${many(10, (at) => `w${at}`)}") { name apis { name operations { path } } } }`,
          ),
        ),
        callers(2, 10, () => management(CIRCLES)),
      ],
    },
    {
      fault: 'F5',
      says: 'an API on the same origin whose calls are all late, 40 at once',
      callers: [callers(40, 1, () => call('hasty/slow', 0))],
    },
    {
      fault: 'F6',
      says: '100 uploads of a byte a second, and 100 calls that are never answered, on the same origin',
      callers: [
        callers(100, 1, () => ({ ...call('plain/slow', 1), method: 'POST', body: Readable.from(slowly()) })),
        callers(100, 1, () => call('plain/slow', 2)),
      ],
    },
    {
      fault: 'F7',
      says: 'GraphQL documents at the bounds, refused and admitted, at five times the budget',
      callers: [
        callers(10, 2, (caller) => ({
          url: `${eve.base}/graph/graphql${caller % 2 === 0 ? '' : '/cost'}`,
          headers: { ...json, ...keyed(3) },
          body: JSON.stringify({ query: fragments(next()) }),
        })),
      ],
    },
    {
      fault: 'F10',
      says: '60 webhooks that never answer, and four events a second',
      callers: [callers(2, 2, (caller) => resetting(management, eve.keys, caller))],
    },
    {
      fault: 'F11',
      says: 'sign-ins of 60 people, 30 a minute each, half of them wrong, and sign-ups',
      callers: [
        callers(40, 1, (caller) =>
          portal(SIGN_IN, { username: eve.members[caller % eve.members.length], password: PASSWORD }),
        ),
        callers(20, 1, (caller) =>
          portal(SIGN_IN, { username: eve.members[caller], password: 'a password that is wrong' }),
        ),
        callers(4, 2, () => portal(SIGN_UP, { name: `stranger-${next()}`, password: PASSWORD })),
      ],
    },
    {
      fault: 'F13',
      says: '20 creations a request, and documents of 800 KB',
      callers: [
        callers(2, 20, () => management(`mutation { ${many(20, (at) => creation(at, next()))} }`)),
        callers(2, 2, (caller) =>
          management(UPDATE, {
            openapi: { ...largeDocument, info: { title: `Round ${next()} ${caller}`, version: '1.0.0' } },
          }),
        ),
      ],
    },
    {
      fault: 'strangers',
      says: '300 connections with invented access tokens and sessions, and with portals of invented orgs',
      callers: [
        callers(100, 4, () => ({
          url: `${controlUrl}/console/orgs`,
          method: 'GET',
          headers: { cookie: `__Host-console=invented-${next()}` },
        })),
        callers(100, 4, () => ({
          ...management('{ __typename }'),
          ...graphql('{ __typename }', { token: `invented-${next()}` }),
        })),
        callers(100, 4, () => ({
          ...portal('{ __typename }'),
          url: `${controlUrl}/portal/invented-${next()}/sandbox/graphql`,
        })),
      ],
    },
    {
      fault: 'pages',
      says: '40 readers of pages of a portal, each of whom searches',
      callers: [
        callers(40, 10, () => ({
          url: `${eve.portal.replace('/graphql', '')}?search=${next()}`,
          method: 'GET',
        })),
      ],
    },
  ];
}

const CIRCLES = `{ org(name: "eve") { catalogs(first: 3) { products(first: 3) { subscriptions(first: 20) { application {
  subscriptions(first: 5) { id } } } } } } }`;
const SIGN_IN =
  'mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }';
const SIGN_UP = `mutation ($name: String!, $password: String!) { signUp(input: { username: $name, password: $password,
  email: "somebody@example.com", consumerOrgTitle: $name }) { token } }`;
const UPDATE = `mutation ($openapi: JSON) { updateApi(input: { org: "eve", api: "large:1.0.0", openapi: $openapi }) { name } }`;
const creation = (at: number, number: number) =>
  `a${at}: createConsumerOrg(input: { org: "eve", catalog: "sandbox", title: "Made ${number}" }) { name }`;

/** A document with the most fragments allowed, nested in one another. No two are the same. */
const fragments = (number: number) =>
  `query Q${number} { ...F0 } ${many(70, (at) => `fragment F${at} on N { x n { x all(first: 1) { x n { x } } } ${at < 69 ? `...F${at + 1}` : 'x'} }`)}`;

/** Renews a secret in each catalog in turn, so that all webhooks have an event. */
function resetting(
  management: (query: string, variables: object) => Omit<Sent, 'caller' | 'signal'>,
  keys: readonly string[],
  caller: number,
) {
  const at = next();
  const catalog = ['sandbox', 'second', 'third'][at % 3];
  const clientKey = keys[(at % 3) * 20 + 10 + caller];
  return management(
    'mutation ($catalog: String!, $clientKey: String!) { resetClientSecret(input: { org: "eve", catalog: $catalog, clientKey: $clientKey }) { clientKey } }',
    { catalog, clientKey },
  );
}

async function* slowly(): AsyncGenerator<string> {
  for (;;) {
    yield 'x';
    await sleep(1_000);
  }
}

/** Attacks until told to stop. @returns what was answered how often */
export async function attack({ callers }: Attack, signal: AbortSignal): Promise<Map<string, number>> {
  setMaxListeners(0, signal);
  const answers = new Map<string, number>();
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const each = async ({ perSecond, send }: Callers, caller: number) => {
    while (!signal.aborted) {
      const due = performance.now() + 1000 / perSecond;
      await send(caller, signal).then(count, () => count(signal.aborted ? 'under way at the end' : 'cut'));
      const early = due - performance.now();
      if (early > 0) await sleep(early, undefined, { signal }).catch(() => {});
    }
  };
  await Promise.all(
    callers.flatMap((some) => Array.from({ length: some.count }, (_, caller) => each(some, caller))),
  );
  return answers;
}
