import type { ConsolePages } from '../page-context.ts';
import { actions } from './actions/action-page.tsx';
import { backends } from './backends/backends.tsx';
import { call } from './calls/call.tsx';
import { calls } from './calls/calls.tsx';
import { campaign } from './campaigns/campaign.tsx';
import { campaigns } from './campaigns/campaigns.tsx';
import { board } from './catalogs/board.tsx';
import { catalog } from './catalogs/catalog.tsx';
import { catalogList } from './catalogs/catalog-list.tsx';
import { changePolicy } from './catalogs/change-policy.tsx';
import { createCatalog } from './catalogs/create-catalog.tsx';
import { deleteDraft } from './catalogs/delete-draft.tsx';
import { history } from './catalogs/history.tsx';
import { newVersion } from './catalogs/new-version.tsx';
import { picture } from './catalogs/picture.tsx';
import { planChoice } from './catalogs/plan-choice.tsx';
import { portalPages } from './catalogs/portal-pages.tsx';
import { undo } from './catalogs/undo.tsx';
import { changeRequest } from './changes/change-request.tsx';
import { changeRequests } from './changes/change-requests.tsx';
import { application } from './consumers/application.tsx';
import { consumerOrg } from './consumers/consumer-org.tsx';
import { consumers } from './consumers/consumers.tsx';
import { group } from './consumers/group.tsx';
import { groups } from './consumers/groups.tsx';
import { invoice } from './consumers/invoice.tsx';
import { subscription } from './consumers/subscription.tsx';
import { graphqlServerSchema } from './graphql-servers/server-schema.tsx';
import { createExternalIssuer } from './oauth/create-external-issuer.tsx';
import { createOAuthProvider } from './oauth/create-oauth-provider.tsx';
import { createUserRegistry } from './oauth/create-user-registry.tsx';
import { localUser } from './oauth/local-user.tsx';
import { oauth } from './oauth/oauth.tsx';
import { oauthProvider } from './oauth/oauth-provider.tsx';
import { userRegistry } from './oauth/user-registry.tsx';
import { audit } from './overview/audit.tsx';
import { createOrg } from './overview/create-org.tsx';
import { graphiql } from './overview/graphiql.tsx';
import { graphqlServers } from './overview/graphql-servers.tsx';
import { overview } from './overview/overview.tsx';
import { quotas } from './overview/quotas.tsx';
import { accessTokens } from './people/access-tokens.tsx';
import { commandLine } from './people/command-line.tsx';
import { people } from './people/people.tsx';
import { person } from './people/person.tsx';
import { audience } from './products/audience.tsx';
import { newProduct } from './products/new-product.tsx';
import { planTrial } from './products/plan-trial.tsx';
import { product } from './products/product.tsx';
import { productApis } from './products/product-apis.tsx';
import { subscriptionForm } from './products/subscription-form.tsx';
import { rehearsal } from './rehearsals/rehearsal.tsx';
import { rehearsals } from './rehearsals/rehearsals.tsx';
import { ruleSet } from './rule-sets/rule-set.tsx';
import { ruleSets } from './rule-sets/rule-sets.tsx';
import { search } from './search/search.tsx';
import { usage } from './usage/usage.tsx';
import { webhook } from './webhooks/webhook.tsx';
import { webhooks } from './webhooks/webhooks.tsx';

/** Every page of the console but its sign-in: one file a page, one line here. */
export const pages: readonly ((pages: ConsolePages) => void)[] = [
  graphiql,
  overview,
  graphqlServers,
  graphqlServerSchema,
  createOrg,
  catalogList,
  createCatalog,
  catalog,
  newVersion,
  deleteDraft,
  board,
  changePolicy,
  actions,
  picture,
  newProduct,
  product,
  productApis,
  audience,
  subscriptionForm,
  planTrial,
  undo,
  history,
  rehearsals,
  rehearsal,
  changeRequests,
  changeRequest,
  consumers,
  consumerOrg,
  groups,
  group,
  application,
  subscription,
  invoice,
  planChoice,
  portalPages,
  oauth,
  createExternalIssuer,
  createOAuthProvider,
  oauthProvider,
  createUserRegistry,
  userRegistry,
  localUser,
  ruleSets,
  ruleSet,
  backends,
  campaigns,
  campaign,
  webhooks,
  webhook,
  people,
  person,
  accessTokens,
  commandLine,
  usage,
  search,
  calls,
  call,
  quotas,
  audit,
];
