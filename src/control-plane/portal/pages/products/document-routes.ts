import type { Context } from 'hono';
import { networkOf } from '../../../../domain/addresses/network.ts';
import { Refusal, refusal } from '../../../../foundation/errors.ts';
import { inTurnOf } from '../../../../graphql/server/org-work.ts';
import type { OnFault } from '../../../../graphql/server/refusals.ts';
import { AnonymousRequests } from '../../../../infrastructure/limits/anonymous-requests.ts';
import { type PortalDeps, portalContext } from '../../api/context.ts';
import { documentFiles, portalDocument } from '../../api/product/document-downloads.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { readSession } from '../sign-in/session-cookie.ts';

type DocumentRoutesDeps = PortalDeps & { readonly onFault: OnFault };

/** Adds the documents of APIs. Programs send the header of the portal API, pages the cookie of a session. */
export function documentRoutes(app: PortalPages, deps: DocumentRoutesDeps): void {
  const anonymous = new AnonymousRequests(deps.clock);
  for (const file of documentFiles)
    app.get(`/apis/:api/${file}`, async (c) => {
      try {
        const address = { org: c.req.param('org') ?? '', catalog: c.req.param('catalog') ?? '' };
        const { clientAddress } = c.env;
        const authorization = c.req.header('authorization') ?? sessionOf(c, address);
        // Who shows nothing is counted before anything is read.
        if (authorization === null) anonymous.count(networkOf(clientAddress), address.org);
        const context = await portalContext(deps, { address, authorization, clientAddress });
        if (authorization !== null && context.viewer === null)
          anonymous.count(networkOf(clientAddress), address.org);
        const { product, plan } = c.req.query();
        const requested = { file, api: c.req.param('api'), product, plan };
        return await inTurnOf(context.catalog.orgId, () => portalDocument(c.req.raw, requested, context));
      } catch (error) {
        if (!(error instanceof Refusal)) deps.onFault(error);
        return refusalResponse(error instanceof Refusal ? error : refusal('INTERNAL'));
      }
    });
}

function sessionOf(c: Context<PortalEnv>, address: Parameters<typeof readSession>[1]): string | null {
  const session = readSession(c, address);
  return session === undefined ? null : `Bearer ${session}`;
}

/** The refusal in the form of the portal API. */
const refusalResponse = ({ message, code, status, headers }: Refusal): Response =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
