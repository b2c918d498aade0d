import type { Context, Hono } from 'hono';
import type { Role } from '../../domain/people/roles.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ExecuteDocument } from '../../graphql/server/run-document.ts';
import type { Assets } from '../../ui/kit/assets.ts';
import type { Theme } from '../../ui/kit/html-document.tsx';
import { isWrittenPath } from '../../ui/kit/path-syntax.ts';
import type { PageTexts } from './pages/parts/texts.ts';

/** A signed-in person or access token, with the management API that they may use. */
export type ConsoleSession = {
  /** The person's email address, or the name of the access token. */
  readonly name: string;
  readonly role: Role;
  /** A person has an account; an access token has none. */
  readonly userId?: string;
  /** Answers a request to the management API; live events too. */
  answer(request: Request): Promise<Response>;
  /**
   * Answers with the metered usage of an org. It is CSV where the file's name ends so, else JSON lines of CloudEvents.
   *
   * @throws Refusal for an org that it does not reach
   */
  meteredFile(requested: {
    readonly org: string;
    readonly file: string;
    readonly from: Date;
    readonly to: Date;
  }): Promise<Response>;
  /** Executes a document against it, in process. */
  readonly run: ExecuteDocument;
};

/** A change that has just been done, and can be undone. */
export type DoneChange = {
  readonly org: string;
  readonly catalog: string;
  readonly id: string;
  /** The mutation that did it, for example `supersedeProduct`. */
  readonly action: string;
  readonly subject: string;
  readonly until: string;
};

/** Context of a request for a page of the console, or from its script. */
export type ConsolePageContext = PageTexts & {
  readonly session: ConsoleSession;
  readonly assets: Assets;
  /** Address of the management API for scripts. */
  readonly apiUrl: string;
  /** The console's own address. */
  readonly url: string;
  readonly clock: Clock;
  /** The page's own path, without its query. */
  readonly path: string;
  /** The first orgs that the session reaches, for the switch of the menu. */
  readonly orgs: readonly { readonly name: string; readonly title: string }[];
  /** Is true where the session reaches every org, also those to come. */
  readonly everyOrg: boolean;
  /** The look that this browser chose; undefined where it follows the system. */
  readonly theme: Theme | undefined;
  /** The change that the page tells of, and leads to undoing. */
  readonly doneChange?: DoneChange;
};

export type ConsoleEnv = {
  /** Source of a request: the network for the attempt limit, the address for the audit. */
  Bindings: { readonly network: string; readonly address?: string };
  Variables: { pageContext: ConsolePageContext };
};

/** Router of the pages; paths are those behind `/console`. */
export type ConsolePages = Hono<ConsoleEnv>;

/** Page after sign-in, unless another was requested. It lists what requires attention. */
const FIRST_PAGE = '/console/overview';

/** Returns a path within the console, else its first page. Any other could lead to a page that only looks like it. */
export function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/console(?:[/?]|$)/.test(path) && isWrittenPath(path) ? path : FIRST_PAGE;
}

/** Path and query of this page. */
export function currentPathOf({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  return pathname + search;
}
