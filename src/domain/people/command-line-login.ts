/** Time within which somebody confirms a login of the command line. */
const LOGIN_WITHIN_MS = 10 * 60_000;
/** Minutes that the token of such a login lives. */
export const LOGIN_MINUTES = 1_440;

/** A login that a command line asks for, by the page's address. */
export type CommandLineLogin = {
  /** Public key that the token is sealed for. */
  readonly key: string;
  /** Name of the machine, which the page shows. */
  readonly host: string;
  /** Instant that it began. */
  readonly at: Date;
  /** Port of this machine where the command line waits. Undefined where it waits for a pasted text. */
  readonly port: number | undefined;
};

/** Address of the page, below that of the control listener. */
export const LOGIN_PATH = '/console/command-line';

/** Writes the query of the page's address. */
export function loginQuery({ key, host, at, port }: CommandLineLogin): string {
  const query = new URLSearchParams({ key, host, at: `${at.getTime()}` });
  if (port !== undefined) query.set('port', `${port}`);
  return `?${query}`;
}

/** Reads a login. Undefined where a value is none that a command line writes. */
export function readLoginRequest(
  values: Readonly<Record<string, string | undefined>>,
): CommandLineLogin | undefined {
  const { key = '', host = '', at = '', port = '' } = values;
  const isWritten = /^[\w-]{43}$/.test(key) && /^[\w.-]{1,64}$/.test(host) && /^\d{1,14}$/.test(at);
  const isPort = port === '' || (/^\d{4,5}$/.test(port) && Number(port) >= 1_024 && Number(port) <= 65_535);
  if (!isWritten || !isPort) return undefined;
  return { key, host, at: new Date(Number(at)), port: port === '' ? undefined : Number(port) };
}

/** Tells whether a login can be confirmed now. A clock may be a minute ahead. */
export function isLoginDue({ at }: CommandLineLogin, now: Date): boolean {
  const age = now.getTime() - at.getTime();
  return age >= -60_000 && age <= LOGIN_WITHIN_MS;
}

/** Code that page and terminal show: who confirms compares them. */
export const loginCode = (key: string): string =>
  `${key.slice(0, 4)}-${key.slice(4, 8)}`.toUpperCase().replaceAll('_', '0');
