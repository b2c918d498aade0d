import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv } from '../parts/page-context.ts';

const CREDENTIALS = graphql(`
  query Credentials($name: String!) {
    application(name: $name) {
      name title
      credentials(first: 200) { title clientKey lastUsedAt previousSecret { expiresAt } }
    }
  }
`);

type Application = NonNullable<ResultOf<typeof CREDENTIALS>['application']>;

/** The credential of an application that a path leads to. */
export type OwnCredential = {
  readonly application: Pick<Application, 'name' | 'title'>;
  readonly credential: Application['credentials'][number];
  /** Number of credentials of the application. */
  readonly credentials: number;
  /** The page of the application. */
  readonly url: string;
};

/** The credential at `/applications/:name/credentials/:clientKey/…`; undefined where the viewer has none there. */
export async function ownCredential(c: Context<PortalEnv>): Promise<OwnCredential | undefined> {
  const { base, run } = c.var.pageContext;
  const { application } = await run(CREDENTIALS, { name: c.req.param('name') ?? '' });
  const credential = application?.credentials.find(({ clientKey }) => clientKey === c.req.param('clientKey'));
  if (!application || !credential) return undefined;
  const { name, credentials } = application;
  return { application, credential, credentials: credentials.length, url: `${base}/applications/${name}` };
}
