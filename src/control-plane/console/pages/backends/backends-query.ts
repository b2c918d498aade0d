import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const BACKENDS = graphql(`
  query CatalogBackends($org: String!, $catalog: String!) {
    org(name: $org) { backends(first: 200) { name title } }
    catalog(org: $org, name: $catalog) {
      title
      backends(first: 200) {
        backend { name }
        targets { url weight drained health { state since fault } }
        healthCheck { path intervalSeconds timeoutMs healthyAfter unhealthyAfter expectedStatus }
        sticky { by header }
        tls { certificateEndsAt key authorities }
        slowStartSeconds
        credentials { type username name secret tokenUrl clientId scopes audience }
      }
      secrets(first: 200) { name changedAt }
    }
  }
`);

export type FoundBackends = ResultOf<typeof BACKENDS>;
export type InCatalog = NonNullable<FoundBackends['catalog']>['backends'][number];
