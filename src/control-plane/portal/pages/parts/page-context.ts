import type { ResultOf } from 'gql.tada';
import type { Hono } from 'hono';
import type { Clock } from '../../../../foundation/clock.ts';
import type { ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import type { Assets } from '../../../../ui/kit/assets.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { isWrittenPath } from '../../../../ui/kit/path-syntax.ts';
import type { PortalAddress } from '../../api/context.ts';
import type { Language, Messages } from '../messages/messages.ts';
import { graphql } from './graphql.ts';

/** What every page shows around its content: whose portal it is, and who is signed in. */
export const FRAME = graphql(`
  query Frame {
    catalog {
      name title gatewayUrl selfServiceSignUp
      branding { name accentLight accentDark logoType logo }
    }
    viewer { username consumerOrg { title } }
  }
`);

export type Frame = ResultOf<typeof FRAME>;

/** One request for a page. */
export type PortalPageContext = {
  readonly address: PortalAddress;
  /** What every link begins with: `/portal/<org>/<catalog>`, or nothing at a host of the portal's own. */
  readonly base: string;
  /** How others know `base`: with the origin that is told of the portal. */
  readonly url: string;
  /** Path and query of this page where it can be returned to, else of the first page. */
  readonly here: string;
  readonly language: Language;
  readonly text: Messages;
  readonly format: Formats;
  readonly clock: Clock;
  readonly assets: Assets;
  readonly run: ExecuteDocument;
  /** A cookie by which the browser is known as one that the person has signed in with. */
  issueDevice(username: string): string;
  readonly frame: Frame;
};

export type PortalEnv = {
  /** What the listener knows of a request. */
  Bindings: { readonly clientAddress: string };
  Variables: { visit: PortalPageContext };
};

/** Where pages are added: paths are those behind `/portal/<org>/<catalog>`. */
export type PortalPages = Hono<PortalEnv>;

/** A path within this portal, else its first page: any other could lead to a page that only looks like it. */
export function ownPath({ base }: PortalPageContext, path: string | undefined): string {
  return path?.startsWith(`${base}/`) && !path.includes('//') && isWrittenPath(path) ? path : `${base}/`;
}
