import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { CHANGE_POLICY } from './change-policy-section.tsx';

export const CATALOG = graphql(
  `
  query CatalogSettings($org: String!, $catalog: String!) {
    org(name: $org) { ruleSets(first: 200) { name title } }
    catalog(org: $org, name: $catalog) {
      name title selfServiceSignUp gatewayUrl portalUrl
      branding { name accent { light dark } logo featured links { title url } }
      credentialPolicy { maxDays noticeDays }
      usageAlerts { spikeFactor spikeCalls silentHours }
      mail { language senderName replyTo templates { kind language subject text } }
      lintPolicy { ruleSet refuseStage refusePublish }
      signIn {
        passwords
        providers {
          userRegistry title unmatched
          consumerOrgs { claim value consumerOrg create } roles { claim value role }
        }
      }
      ...ShownChangePolicy
    }
  }
`,
  [CHANGE_POLICY],
);

export type SettingsPage = ResultOf<typeof CATALOG>;
export type Catalog = NonNullable<SettingsPage['catalog']>;
