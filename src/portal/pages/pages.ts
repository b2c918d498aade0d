import { account } from './account.tsx';
import { apiKeys } from './api-keys.tsx';
import { application } from './application.tsx';
import { applicationUsage } from './application-usage.tsx';
import { applications } from './applications.tsx';
import { brand } from './brand.ts';
import { calls } from './calls.tsx';
import { catalogue } from './catalogue.tsx';
import { deleteApplication } from './delete-application.tsx';
import { explorer } from './explorer.tsx';
import { language } from './language.ts';
import { migrate } from './migrate.tsx';
import { product } from './product.tsx';
import { quotas } from './quotas.tsx';
import { reference } from './reference.tsx';
import { replaceSecret } from './replace-secret.tsx';
import { signedIn } from './return-address.tsx';
import { signIn } from './sign-in.tsx';
import { signUp } from './sign-up.tsx';
import { subscribe } from './subscribe.tsx';
import { subscription } from './subscription.tsx';
import { subscriptions } from './subscriptions.tsx';
import { unsubscribe } from './unsubscribe.tsx';
import { verifySecret } from './verify-secret.tsx';
import type { PortalPages } from './visit.ts';
import { why } from './why.tsx';

/** Every page of the portal: one file a page, one line here. */
export const pages: readonly ((pages: PortalPages) => void)[] = [
  signIn,
  signUp,
  account,
  catalogue,
  product,
  reference,
  signedIn,
  explorer,
  subscribe,
  applications,
  application,
  apiKeys,
  deleteApplication,
  replaceSecret,
  verifySecret,
  subscriptions,
  subscription,
  unsubscribe,
  migrate,
  applicationUsage,
  quotas,
  calls,
  why,
  language,
  brand,
];
