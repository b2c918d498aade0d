/** A server of a database, with its connection string. */
export type DatabaseAddress = {
  readonly host: string;
  readonly port: number;
  /** Its host and port, to name it to operators. */
  readonly name: string;
  readonly url: string;
};

const POSTGRES_PORT = 5432;
const SERVERS_MAX = 10;
/** Scheme and credentials, the hosts, and the rest. (PostgreSQL manual, "Connection URIs") */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
const ATTRIBUTES = 'target_session_attrs';
/** Values that ask for the server that takes writes. A platform needs no other. */
const TAKES_WRITES: ReadonlySet<string> = new Set(['read-write', 'primary']);

/**
 * Returns the servers of a connection string, in their order. Several are separated by commas, as libpq has it. node-postgres
 * knows one, and leaves `target_session_attrs` alone.
 *
 * @throws Error, whose message says what is wrong, without the credentials
 */
export function serverAddresses(url: string): readonly DatabaseAddress[] {
  const [, front = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  if (front === '') throw new Error('is not a URL of PostgreSQL: postgres://user@host:5432/name');
  const names = hosts.split(',');
  if (names.length > SERVERS_MAX) throw new Error(`names more than ${SERVERS_MAX} servers`);
  return names.map((name) => addressOf(name, { front, rest }));
}

function addressOf(
  name: string,
  { front, rest }: { readonly front: string; readonly rest: string },
): DatabaseAddress {
  const url = parsed(`${front}${name}${rest}`);
  const wanted = url.searchParams.get(ATTRIBUTES);
  if (wanted !== null && !TAKES_WRITES.has(wanted))
    throw new Error(`has ${ATTRIBUTES}=${wanted}: give read-write, or leave it out`);
  url.searchParams.delete(ATTRIBUTES);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || POSTGRES_PORT;
  return { host, port, name: `${url.hostname}:${port}`, url: url.href };
}

function parsed(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new Error('has a host or a port that cannot be read: postgres://user@first:5432,second:5432/name');
}
