import type { ConsolePages } from '../visit.ts';
import { accessTokens } from './access-tokens.tsx';
import { application } from './application.tsx';
import { audit } from './audit.tsx';
import { catalog } from './catalog.tsx';
import { consumerOrg } from './consumer-org.tsx';
import { consumers } from './consumers.tsx';
import { createOAuthProvider } from './create-oauth-provider.tsx';
import { createUserRegistry } from './create-user-registry.tsx';
import { graphiql } from './graphiql.tsx';
import { oauth } from './oauth.tsx';
import { oauthProvider } from './oauth-provider.tsx';
import { overview } from './overview.tsx';
import { people } from './people.tsx';
import { person } from './person.tsx';
import { picture } from './picture.tsx';
import { planChoice } from './plan-choice.tsx';
import { quotas } from './quotas.tsx';
import { usage } from './usage.tsx';
import { userRegistry } from './user-registry.tsx';
import { webhook } from './webhook.tsx';
import { webhooks } from './webhooks.tsx';

/** Every page of the console but its sign-in: one file a page, one line here. */
export const pages: readonly ((pages: ConsolePages) => void)[] = [
  graphiql,
  overview,
  catalog,
  picture,
  consumers,
  consumerOrg,
  application,
  planChoice,
  oauth,
  createOAuthProvider,
  oauthProvider,
  createUserRegistry,
  userRegistry,
  webhooks,
  webhook,
  people,
  person,
  accessTokens,
  usage,
  quotas,
  audit,
];
