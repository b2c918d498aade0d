import type { Context, MiddlewareHandler } from 'hono';
import { graphql } from './graphql.ts';
import type { ConsoleEnv } from './page-context.ts';

const REACH = graphql(`query Reach { viewer { everyOrg orgs(first: 200) { name title } } }`);

export type Org = { readonly name: string; readonly title: string };

/** Orgs that the switch of the menu lists. */
const LISTED = 30;
const LISTED_ORGS = graphql(
  `query ListedOrgs($first: Int!) { viewer { everyOrg orgs(first: $first) { name title } } }`,
);

/** Adds the orgs of the menu's switch to the context of a page. */
export const addOrgs: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  const { pageContext } = c.var;
  const { viewer } = await pageContext.session.run(LISTED_ORGS, { first: LISTED });
  c.set('pageContext', { ...pageContext, orgs: viewer.orgs, everyOrg: viewer.everyOrg });
  return next();
};

/** Org scope of a page: an org, or every org. The inputs of the management API have the same fields. */
export type OrgScope =
  | { readonly org: string; readonly everyOrg?: undefined }
  | { readonly everyOrg: true; readonly org?: undefined };

/** The org scope that an address names, `?org=acme` or `?everyOrg`; undefined for none. */
export function orgScopeIn({ req }: Context): OrgScope | undefined {
  if (req.query('everyOrg') !== undefined) return { everyOrg: true };
  const org = req.query('org');
  return org === undefined ? undefined : { org };
}

/**
 * Finds the org scope of a page: the address's, else the session's first org. It is every org where there is none
 * yet.
 */
export async function currentOrgScope(c: Context<ConsoleEnv>): Promise<OrgScope | undefined> {
  const requested = orgScopeIn(c);
  if (requested) return requested;
  const { everyOrg, orgs } = (await c.var.pageContext.session.run(REACH)).viewer;
  if (orgs[0]) return { org: orgs[0].name };
  return everyOrg ? { everyOrg } : undefined;
}

export const queryOf = ({ org }: OrgScope) =>
  org === undefined ? '?everyOrg' : `?org=${encodeURIComponent(org)}`;

/** Title of an org by its name. */
export function titleOf({ org }: { readonly org: string }, orgs: readonly Org[]): string {
  const found = orgs.find(({ name }) => name === org);
  return found ? distinctTitle(found, orgs) : org;
}

/** Title of an org, with its name where others have the same title. */
export const distinctTitle = ({ name, title }: Org, orgs: readonly Org[]) =>
  orgs.filter((org) => org.title === title).length > 1 ? `${title} (${name})` : title;
