import { ownOrigins } from './own-origins.ts';

/** A GraphQL server as its address names it: by org and name, or by the name alone that it had on the whole platform. */
export type NamedServer = { readonly org: string; readonly name: string } | { readonly alias: string };

/** An address, taken apart. The path has no slash at its end. */
type Address = { readonly origin: string; readonly path: string };

/** Where the listener of the platform's GraphQL servers is, in whichever spelling. */
export type OwnServers = {
  /** As `new URL` gives them: these may be called although they are in a private network. */
  readonly origins: ReadonlySet<string>;
  /** The path below the listener's own address; undefined for an address that is elsewhere. */
  pathBelow(address: Address): string | undefined;
};

/** @param urls by which others know the listener */
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

/** The path of a URL on the listener, without its query; undefined for one that is elsewhere, or no URL. */
export function pathOnOwnServers({ pathBelow }: OwnServers, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return pathBelow({ origin, path: withoutSlash(pathname) });
}

/** The server that a path names. No segment is decoded: names have no character that needs it. */
export function namedByPath(path: string): NamedServer | undefined {
  const [, first = '', second] = /^\/api\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (first === '') return undefined;
  return second === undefined ? { alias: first } : { org: first, name: second };
}

/** The paths that a server answers at, the one that is told first. */
export function pathsOf({ org, name, alias }: { org: string; name: string; alias: string | null }): string[] {
  const path = `/api/${org}/${name}`;
  return alias === null ? [path] : [`/api/${alias}`, path];
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');
