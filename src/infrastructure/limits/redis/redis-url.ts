/** The contents of REDIS_URL. */
export type RedisUrl = {
  /** One server, nodes of a Redis Cluster, or the Sentinels that know the master. */
  readonly kind: 'SERVER' | 'CLUSTER' | 'SENTINEL';
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** The name of the master that Sentinels know. */
  readonly master: string | undefined;
  readonly database: number;
  readonly isTls: boolean;
  /** The user of the servers. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The user of the Sentinels, which have users of their own. */
  readonly sentinelUsername?: string | undefined;
  readonly sentinelPassword?: string | undefined;
};

const FORM = /^(rediss?)(\+cluster|\+sentinel)?:\/\/([^\s]+)$/;
const SENTINEL = /^(?:([^@/]*)@)?([^@/]+)\/([\w.-]+)(?:\/(\d{1,3}))?(?:\?(.*))?$/;
const PARAMETERS = ['sentinel_username', 'sentinel_password'];
const SERVER_PORT = 6379;
const SENTINEL_PORT = 26_379;

/**
 * Reads REDIS_URL. The forms are `redis://host:port/db`, `redis+cluster://host:port` with commas between several, and
 * `redis+sentinel://user:password@host:port,host:port/master/db?sentinel_username=user&sentinel_password=password`.
 * `rediss` in place of `redis` uses TLS.
 *
 * @throws TypeError with a message that reveals no secret
 */
export function readRedisUrl(text: string): RedisUrl {
  const [, scheme = '', form = '', rest = ''] = FORM.exec(text.split(',', 1)[0] ?? '') ?? [];
  const isTls = scheme === 'rediss';
  if (form === '+sentinel') return sentinels(text.slice(text.indexOf('//') + 2), isTls);
  const prefix = `${scheme}${form}://`;
  const urls = text.split(',').map((each) => url(each, prefix));
  const [first] = urls;
  if (rest === '' || !first || (form === '' && urls.length > 1)) throw new TypeError(UNREADABLE);
  return {
    kind: form === '' ? 'SERVER' : 'CLUSTER',
    nodes: urls.map((each) => nodeOf(each, SERVER_PORT)),
    master: undefined,
    database: Number(first.pathname.slice(1)),
    isTls,
    ...credentials(first.username, first.password),
  };
}

const UNREADABLE =
  'is no redis:// or rediss:// URL, nor redis+cluster:// URLs with commas between, nor redis+sentinel://host:port,host:port/master';

function sentinels(rest: string, isTls: boolean): RedisUrl {
  const [, user = '', hosts = '', master, database = '0', query = ''] = SENTINEL.exec(rest) ?? [];
  if (master === undefined)
    throw new TypeError(
      'names no master: redis+sentinel:// takes hosts with commas between, then / and the name that they know the master by, then perhaps / and a database',
    );
  const colon = user.indexOf(':');
  const own = parameters(query);
  return {
    kind: 'SENTINEL',
    nodes: hosts.split(',').map((host) => nodeOf(url(`redis://${host}`, 'redis://'), SENTINEL_PORT)),
    master,
    database: Number(database),
    isTls,
    ...credentials(colon < 0 ? user : user.slice(0, colon), colon < 0 ? '' : user.slice(colon + 1)),
    sentinelUsername: own.get('sentinel_username') || undefined,
    sentinelPassword: own.get('sentinel_password') || undefined,
  };
}

/** Reads parameters. A plus sign stays one, as before the @. */
function parameters(query: string): URLSearchParams {
  const params = new URLSearchParams(query.replaceAll('+', '%2B'));
  const unknown = [...params.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`has the parameter ${unknown}: redis+sentinel:// takes ${PARAMETERS.join(' and ')}`);
  return params;
}

function url(text: string, prefix: string): URL {
  const plain = `redis://${text.slice(prefix.length)}`;
  if (!text.startsWith(prefix) || !URL.canParse(plain)) throw new TypeError(UNREADABLE);
  const read = new URL(plain);
  if (read.hostname === '' || Number.isNaN(Number(read.pathname.slice(1)))) throw new TypeError(UNREADABLE);
  return read;
}

function nodeOf({ hostname, port }: URL, standard: number) {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || standard };
}

function credentials(username: string, password: string) {
  return {
    username: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
  };
}
