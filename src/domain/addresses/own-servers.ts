/** A GraphQL server named by its address. An alias is a name from when names were unique on the whole platform. */
type NamedServer = { readonly org: string; readonly name: string } | { readonly alias: string };

/** An address in its parts. The path does not end in a slash. */
type Address = { readonly origin: string; readonly path: string };

/** The addresses of the listener for the platform's own GraphQL servers. */
export type OwnServers = {
  /** Origins as `new URL` spells them. They may be called although they are in a private network. */
  readonly origins: ReadonlySet<string>;
  /** Returns the path below the listener's own address. Undefined for any other address. */
  pathBelow(address: Address): string | undefined;
};

/** @param urls by which others reach the listener */
export function ownServers(urls: readonly string[]): OwnServers {
  const bases = urls.flatMap((url) => {
    const path = withoutSlash(new URL(url).pathname);
    return [...ownOrigins(url)].map((origin) => ({ origin, path }));
  });
  return {
    origins: new Set(bases.map(({ origin }) => origin)),
    pathBelow({ origin, path }) {
      const base = bases.find((each) => each.origin === origin && `${path}/`.startsWith(`${each.path}/`));
      return base && path.slice(base.path.length);
    },
  };
}

/**
 * Returns the path of a URL on the listener, without its query. Undefined for a URL elsewhere, and for text that is no
 * URL.
 */
export function pathOnOwnServers({ pathBelow }: OwnServers, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return pathBelow({ origin, path: withoutSlash(pathname) });
}

/** Returns the server that a path names. Segments are not decoded: no character of a name needs it. */
export function namedByPath(path: string): NamedServer | undefined {
  const [, first = '', second] = /^\/api\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (first === '') return undefined;
  return second === undefined ? { alias: first } : { org: first, name: second };
}

/** Returns the paths of a server, the preferred one first. */
export function pathsOf({ org, name, alias }: { org: string; name: string; alias: string | null }): string[] {
  const path = `/api/${org}/${name}`;
  return alias === null ? [path] : [`/api/${alias}`, path];
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

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
