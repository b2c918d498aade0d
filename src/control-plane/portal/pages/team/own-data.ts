import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';

const OWN_DATA = graphql(`
  query OwnData {
    viewer {
      username email emailVerified emailVerification { email expiresAt } noticesByMail
      sessions(first: 200) { createdAt expiresAt }
      passkeys { name createdAt lastUsedAt }
      memberships(first: 50) {
        role
        consumerOrg {
          name title
          members(first: 200) { username role }
          activities(first: 200) { at username action subject }
          applications(first: 200) { name title }
        }
      }
    }
  }
`);

/** Adds the download of the data that the portal keeps of a person, as JSON. Secrets are in none of it. */
export function ownData(pages: PortalPages): void {
  pages.get('/account/data.json', async (c) => {
    const { viewer } = await c.var.pageContext.run(OWN_DATA);
    if (!viewer) return askToSignIn(c);
    const consumerOrgs = viewer.memberships.map(({ role, consumerOrg: { activities, ...consumerOrg } }) => ({
      ...consumerOrg,
      role,
      activities: activities.filter(({ username }) => username === viewer.username),
    }));
    const { memberships: _, ...person } = viewer;
    return c.body(JSON.stringify({ ...person, consumerOrgs }, null, 2), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="own-data.json"',
      'cache-control': 'no-store',
    });
  });
}
