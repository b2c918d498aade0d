import { remedyFor } from '../../../domain/call/remedies.ts';
import { translations } from '../../../ui/languages/translations.ts';
import { inEveryLanguage } from '../texts.ts';
import { accountTexts } from './account/account-texts.ts';
import { actionTexts } from './actions/action-texts.ts';
import { apiTexts } from './apis/api-texts.ts';
import { backendTexts } from './backends/backend-texts.ts';
import { callTexts } from './calls/call-texts.ts';
import { campaignTexts } from './campaigns/campaign-texts.ts';
import { catalogTexts } from './catalogs/catalog-texts.ts';
import { portalPageTexts } from './catalogs/portal-page-texts.ts';
import { changeRequestTexts } from './changes/change-request-texts.ts';
import { consumerTexts } from './consumers/consumer-texts.ts';
import { graphQLServerTexts } from './graphql-servers/graphql-server-texts.ts';
import { importTexts } from './import/import-texts.ts';
import { oauthTexts } from './oauth/oauth-texts.ts';
import { auditTexts } from './overview/audit-texts.ts';
import { changeTexts } from './overview/change-texts.ts';
import { overviewTexts } from './overview/overview-texts.ts';
import { quotaTexts } from './overview/quota-texts.ts';
import { doneTexts } from './parts/done-texts.ts';
import { frameTexts } from './parts/frame-texts.ts';
import { planTexts } from './parts/plan-texts.ts';
import { sharedTexts } from './parts/shared-texts.ts';
import { warningTexts } from './parts/warning-texts.ts';
import { peopleTexts } from './people/people-texts.ts';
import { productTexts } from './products/product-texts.ts';
import { rehearsalTexts } from './rehearsals/rehearsal-texts.ts';
import { ruleSetTexts } from './rule-sets/rule-set-texts.ts';
import { searchTexts } from './search/search-texts.ts';
import { signInTexts } from './sign-in/sign-in-texts.ts';
import { usageTexts } from './usage/usage-texts.ts';
import { webhookTexts } from './webhooks/webhook-texts.ts';

/** Every text of the console in each language. A folder of pages has one file, and one line here. */
export const messages = inEveryLanguage((language, format) => ({
  ...frameTexts[language](),
  ...planTexts[language](format),
  ...sharedTexts[language](format),
  account: accountTexts[language](format),
  actions: actionTexts[language](format),
  apis: apiTexts[language](format),
  audit: auditTexts[language](format),
  backends: backendTexts[language](format),
  calls: callTexts[language](format),
  campaigns: campaignTexts[language](format),
  catalogs: catalogTexts[language](format),
  ...portalPageTexts[language](),
  changeRequests: changeRequestTexts[language](format),
  changes: changeTexts[language](format),
  consumers: consumerTexts[language](format),
  done: doneTexts[language](),
  graphQLServers: graphQLServerTexts[language](format),
  import: importTexts[language](format),
  oauth: oauthTexts[language](format),
  overview: overviewTexts[language](format),
  people: peopleTexts[language](format),
  products: productTexts[language](format),
  quotas: quotaTexts[language](format),
  rehearsals: rehearsalTexts[language](format),
  remedy: {
    of: (refused: Parameters<typeof remedyFor>[0]) => remedyFor(refused, translations[language].remedies),
  },
  ruleSets: ruleSetTexts[language](format),
  search: searchTexts[language](format),
  signIn: signInTexts[language](format),
  usage: usageTexts[language](format),
  warnings: warningTexts[language](format),
  webhooks: webhookTexts[language](format),
  // A decision is told as in portals.
  why: translations[language].pages.calls(format).why,
}));

export type Messages = (typeof messages)['en'];
