import { graphql } from '../parts/graphql.ts';
import type { PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';

const OWN_DATA = graphql(`
  query OwnData {
    viewer {
      username email role noticesByMail
      sessions(first: 200) { createdAt expiresAt }
      consumerOrg {
        name title
        members(first: 200) { username role }
        activities(first: 200) { at username action subject }
        applications(first: 200) { name title }
      }
    }
  }
`);

/** Adds the download of the data that the portal keeps of a person, as JSON. Secrets are in none of it. */
export function ownData(pages: PortalPages): void {
  pages.get('/account/data.json', async (c) => {
    const { viewer } = await c.var.pageContext.run(OWN_DATA);
    if (!viewer) return askToSignIn(c);
    const { activities, ...consumerOrg } = viewer.consumerOrg;
    const own = activities.filter(({ username }) => username === viewer.username);
    return c.body(JSON.stringify({ ...viewer, consumerOrg, activities: own }, null, 2), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="own-data.json"',
      'cache-control': 'no-store',
    });
  });
}
