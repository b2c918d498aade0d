import { PageRefusal } from '../../graphql/server/run-document.ts';
import { graphql } from './graphql.ts';
import type { ConsolePages } from './page-context.ts';
import { refusalResponse } from './script-refusal.ts';

const ISSUE_TOKEN = graphql(`
  mutation IssueTemporaryToken($input: IssueTemporaryTokenInput!) {
    issueTemporaryToken(input: $input) { token expiresAt }
  }
`);

/**
 * Adds `POST /console/tokens` with `{minutes, role, org}`, each optional. It makes a token for the person's scripts.
 */
export function issueToken(pages: ConsolePages): void {
  pages.post('/tokens', async (c) => {
    const input = await c.req.json().catch(() => null);
    try {
      const { issueTemporaryToken } = await c.var.pageContext.session.run(ISSUE_TOKEN, { input });
      return Response.json(issueTemporaryToken, { headers: { 'cache-control': 'no-store' } });
    } catch (error) {
      if (!(error instanceof PageRefusal)) throw error;
      return refusalResponse(error);
    }
  });
}
