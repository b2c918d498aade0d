import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Hono } from 'hono';
import type { Clock } from '../../../../foundation/clock.ts';
import type { Language } from '../../../../foundation/text/languages.ts';
import type { ExecuteDocument } from '../../../../graphql/server/run-document.ts';
import type { Assets } from '../../../../ui/kit/assets.ts';
import type { Formats } from '../../../../ui/kit/formats.ts';
import { isWrittenPath } from '../../../../ui/kit/path-syntax.ts';
import type { PortalAddress } from '../../api/context.ts';
import type { Messages } from '../messages.ts';
import { graphql } from './graphql.ts';

/** Facts in the frame of every page: the portal, and the signed-in person. */
export const FRAME = graphql(`
  query Frame {
    catalog {
      name title gatewayUrl selfServiceSignUp takesPasswords sendsMail
      branding { name accentLight accentDark logoType logo links { title url } }
    }
    viewer { username role unreadNoticeCount consumerOrg { title } }
  }
`);

export type Frame = ResultOf<typeof FRAME>;

/** One request for a page. */
export type PortalPageContext = {
  readonly address: PortalAddress;
  /** Prefix of every link: `/portal/<org>/<catalog>`, or nothing at a host of the portal's own. */
  readonly base: string;
  /** Public address of `base`, with the configured origin. */
  readonly url: string;
  /** Path and query to return to: this page's where possible, else the first page's. */
  readonly here: string;
  readonly language: Language;
  readonly text: Messages;
  readonly format: Formats;
  readonly clock: Clock;
  readonly assets: Assets;
  readonly run: ExecuteDocument;
  /** Issues a device cookie, by which the browser is known for the person. */
  issueDevice(username: string): string;
  readonly frame: Frame;
};

export type PortalEnv = {
  /** Facts that the listener knows of a request. */
  Bindings: { readonly clientAddress: string };
  Variables: { pageContext: PortalPageContext };
};

/** Router of the pages; paths are those behind `/portal/<org>/<catalog>`. */
export type PortalPages = Hono<PortalEnv>;

/** Returns a path within this portal, else its first page. Any other could lead to a page that only looks like it. */
export function ownPath({ base }: PortalPageContext, path: string | undefined): string {
  return path?.startsWith(`${base}/`) && !path.includes('//') && isWrittenPath(path) ? path : `${base}/`;
}
