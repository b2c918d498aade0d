// Every noun of the portal API registers itself with the builder: one file a noun, one line here.
import './catalog.ts';
import './consumer/viewer.ts';
import './consumer/session.ts';
import './consumer/password.ts';
import './consumer/member.ts';
import './consumer/sign-up.ts';
import './product/product.ts';
import './product/plan.ts';
import './product/security.ts';
import './product/api.ts';
import './consumer/application.ts';
import './consumer/credential.ts';
import './consumer/api-key.ts';
import './consumer/client-certificate.ts';
import './consumer/external-client.ts';
import './consumer/migration-changes.ts';
import './consumer/subscription.ts';
import './consumer/ended-subscription.ts';
import './consumer/subscribe.ts';
import './usage/plan-usage.ts';
import './usage/usage-history.ts';
import './usage/refused-call.ts';
import './consumer/events.ts';
import './consumer/quota.ts';
import { withResponseBudget } from '../../../graphql/server/response-budget.ts';
import { builder } from './builder.ts';

export const schema = withResponseBudget(builder.toSchema());
