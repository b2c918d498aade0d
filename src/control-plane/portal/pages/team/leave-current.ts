import type { Context } from 'hono';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv } from '../parts/page-context.ts';
import { endSession } from '../sign-in/session-cookie.ts';

const OTHERS = graphql(`query OtherOrganizations { viewer { memberships(first: 2) { isCurrent } } }`);

/** Leads who leaves to the remaining organizations, else out. The account ends with the last one. */
export async function leaveCurrent(
  c: Context<PortalEnv>,
  leave: () => Promise<Response | undefined>,
): Promise<Response> {
  const { address, base, run } = c.var.pageContext;
  const { viewer } = await run(OTHERS);
  const refusal = await leave();
  if (refusal) return refusal;
  if (viewer?.memberships.some(({ isCurrent }) => !isCurrent))
    return c.redirect(`${base}/organizations`, 303);
  endSession(c, address);
  return c.redirect(`${base}/`, 303);
}
