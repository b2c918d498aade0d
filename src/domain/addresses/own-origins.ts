/** Names of the browser's own machine, and of a listener on all its addresses. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];

/**
 * Returns every origin of the pages at a URL. A person who is given 127.0.0.1 may type localhost: on the machine itself
 * all its names are one.
 */
export function ownOrigins(url: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(url);
  if (!LOCAL.includes(hostname)) return new Set([origin]);
  return new Set(LOCAL.map((name) => new URL(`${protocol}//${name}:${port}`).origin));
}
