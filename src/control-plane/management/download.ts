import { Refusal, refusal } from '../../foundation/errors.ts';
import { inTurnOf } from '../../graphql/server/org-work.ts';
import type { OnFault } from '../../graphql/server/refusals.ts';
import { AnonymousRequests } from '../../infrastructure/limits/anonymous-requests.ts';
import { demandRole, shareOf, TokenFinder, type TokenSource } from './caller.ts';
import { type ManagementContext, type ManagementDeps, managementContext } from './context.ts';

type Serve<Requested> = (
  requested: Requested,
  context: ManagementContext,
  request: Request,
) => Promise<Response>;

/** Makes what serves a file at an address of its own. It takes the bearer tokens of the management API. */
export const createDownload =
  <Requested>(serve: Serve<Requested>) =>
  ({ onFault, ...deps }: ManagementDeps & { readonly onFault: OnFault }) => {
    const tokens = new TokenFinder(deps);
    const anonymous = new AnonymousRequests(deps.clock);
    async function contextOf(request: Request, source: TokenSource): Promise<ManagementContext> {
      const authorization = request.headers.get('authorization');
      try {
        return await managementContext(deps, { authorization, tokens, ...source });
      } catch (error) {
        anonymous.count(source.network);
        throw error;
      }
    }
    return async (request: Request, requested: Requested, source: TokenSource): Promise<Response> => {
      try {
        const context = await contextOf(request, source);
        demandRole(context.caller, 'VIEWER');
        return await inTurnOf(shareOf(context.caller), () => serve(requested, context, request));
      } catch (error) {
        if (!(error instanceof Refusal)) onFault(error);
        return refusalResponse(error instanceof Refusal ? error : refusal('INTERNAL'));
      }
    };
  };

/** The refusal in the form of the management API. */
const refusalResponse = ({ message, code, status, headers }: Refusal): Response =>
  Response.json(
    { errors: [{ message, extensions: { code } }] },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
