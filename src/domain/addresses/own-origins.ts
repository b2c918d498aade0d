/** Names of the machine that a browser runs on, and those of a listener on all of its addresses. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];

/**
 * The origins that browsers may know the pages at a URL by. A person who is told of 127.0.0.1 may as well write
 * localhost: on the machine itself all its names are one.
 */
export function ownOrigins(url: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(url);
  if (!LOCAL.includes(hostname)) return new Set([origin]);
  return new Set(LOCAL.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
