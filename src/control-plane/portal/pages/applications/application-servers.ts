import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../parts/graphql.ts';
import type { PortalPageContext } from '../parts/page-context.ts';
import {
  type AuthorizationServer,
  authorizationServers,
  TOKEN_SOURCE,
} from '../products/authorization-servers.ts';

/** Security of the APIs that an application is subscribed to. Single operations may ask for more. */
export const SECURED_APIS = graphql(
  `fragment SecuredApis on PortalApplication {
    subscriptions(first: 200) {
      state
      product { apis(first: 200) { security { ...TokenSource beside { ...TokenSource } } } }
    }
  }`,
  [TOKEN_SOURCE],
);

const SERVERS = graphql(
  `query ApplicationServers($name: String!) { application(name: $name) { ...SecuredApis } }`,
  [SECURED_APIS],
);

/** Lists the issuers of the access tokens that an application calls with. */
export const serversOf = ({ subscriptions }: ResultOf<typeof SECURED_APIS>): AuthorizationServer[] =>
  authorizationServers(
    subscriptions.filter(({ state }) => state === 'ACTIVE').flatMap(({ product }) => product.apis),
  );

/** Reads the issuers of the access tokens that an application calls with. */
export async function applicationServers(
  pageContext: PortalPageContext,
  name: string,
): Promise<AuthorizationServer[]> {
  const { application } = await pageContext.run(SERVERS, { name });
  return application ? serversOf(application) : [];
}
