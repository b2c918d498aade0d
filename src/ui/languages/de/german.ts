import type { Translation } from '../en/english.ts';
import { account } from './account.ts';
import { applications } from './applications.ts';
import { calls } from './calls.ts';
import { changePlan } from './change-plan.ts';
import { changelog } from './changelog.ts';
import { changes } from './changes.ts';
import { clientKeys } from './client-keys.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { guides } from './guides.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { letters } from './letters.ts';
import { limitSpan } from './limit-span.ts';
import { notices } from './notices.ts';
import { oauthPages } from './oauth-pages.ts';
import { operations } from './operations.ts';
import { price } from './price.ts';
import { products } from './products.ts';
import { remedies } from './remedies.ts';
import { security } from './security.ts';
import { shared } from './shared.ts';
import { signIn } from './sign-in.ts';
import { subscriptions } from './subscriptions.ts';
import { team } from './team.ts';
import { token } from './token.ts';
import { webhooks } from './webhooks.ts';

/** German. */
export const german: Translation = {
  /** Pages of the portal, by subject. */
  pages: {
    account,
    applications,
    calls,
    changePlan,
    changelog,
    clientKeys,
    errors,
    forms,
    guides,
    home,
    inbox,
    operations,
    products,
    shared,
    signIn,
    subscriptions,
    team,
    token,
    webhooks,
  },
  changes,
  letters,
  limitSpan,
  notices,
  oauthPages,
  price,
  remedies,
  security,
};
