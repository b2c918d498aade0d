import type { Context, Hono } from 'hono';
import type { Role } from '../../domain/people/roles.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ExecuteDocument } from '../../graphql/server/run-document.ts';
import type { Assets } from '../../ui/kit/assets.ts';
import { isWrittenPath } from '../../ui/kit/path-syntax.ts';

/** Somebody who is signed in to the console, and what the management API does for them. */
export type ConsoleSession = {
  /** The person's email address, or the name of the access token. */
  readonly name: string;
  readonly role: Role;
  /** A person has an account; an access token has none. */
  readonly userId?: string;
  /** Answers a request to the management API; live events too. */
  answer(request: Request): Promise<Response>;
  /** Executes a document against it, in process. */
  readonly run: ExecuteDocument;
};

/** One request for a page of the console, or for what its script asks. */
export type ConsolePageContext = {
  readonly session: ConsoleSession;
  readonly assets: Assets;
  /** How scripts reach the management API. */
  readonly apiUrl: string;
  /** The console's own address. */
  readonly url: string;
  readonly clock: Clock;
};

export type ConsoleEnv = {
  /** Where a request came from: as it counts for guesses, and for the audit. */
  Bindings: { readonly network: string; readonly address?: string };
  Variables: { visit: ConsolePageContext };
};

/** Where pages are added: paths are those behind `/console`. */
export type ConsolePages = Hono<ConsoleEnv>;

/** Where somebody who has signed in goes unless they wanted another page: what waits for them stands there. */
const FIRST_PAGE = '/console/overview';

/** A path within the console, else its first page: any other could lead to a page that only looks like it. */
export function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/console(?:[/?]|$)/.test(path) && isWrittenPath(path) ? path : FIRST_PAGE;
}

/** Path and query of this page. */
export function currentPathOf({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  return pathname + search;
}
