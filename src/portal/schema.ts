// Every noun of the portal API registers itself with the builder: one file a noun, one line here.
import './catalog.ts';
import './viewer.ts';
import './session.ts';
import './password.ts';
import './member.ts';
import './sign-up.ts';
import './product.ts';
import './plan.ts';
import './security.ts';
import './api.ts';
import './application.ts';
import './credential.ts';
import './api-key.ts';
import './migration.ts';
import './subscription.ts';
import './ended-subscription.ts';
import './subscribe.ts';
import './usage.ts';
import './usage-history.ts';
import './refused-call.ts';
import './events.ts';
import './quota.ts';
import { withAnswerBudget } from '../graphql/answer-budget.ts';
import { builder } from './builder.ts';

export const schema = withAnswerBudget(builder.toSchema());
