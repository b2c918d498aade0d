import { account } from './account/account.tsx';
import { endMail } from './account/end-mail.tsx';
import { language } from './account/language.ts';
import { mailChanges } from './account/mail-changes.ts';
import { passkeyChanges } from './account/passkey-changes.ts';
import { quotas } from './account/quotas.tsx';
import { verifyEmail } from './account/verify-email.tsx';
import { apiKeys } from './applications/api-keys.tsx';
import { application } from './applications/application.tsx';
import { applicationUsage } from './applications/application-usage.tsx';
import { applications } from './applications/applications.tsx';
import { clientCertificates } from './applications/client-certificates.tsx';
import { clientKeys } from './applications/client-keys.tsx';
import { deleteApplication } from './applications/delete-application.tsx';
import { externalClients } from './applications/external-clients.tsx';
import { replaceSecret } from './applications/replace-secret.tsx';
import { verifySecret } from './applications/verify-secret.tsx';
import { calls } from './calls/calls.tsx';
import { why } from './calls/refused-call.tsx';
import { errors } from './errors/errors.tsx';
import { notices } from './notices/notices.tsx';
import { portalPage } from './pages/portal-page.tsx';
import { brand } from './parts/brand.ts';
import type { PortalPages } from './parts/page-context.ts';
import { apiCatalog } from './products/api-catalog.ts';
import { catalogue } from './products/catalogue.tsx';
import { changes } from './products/changes.tsx';
import { changesFeed } from './products/changes-feed.ts';
import { explorer } from './products/explorer.tsx';
import { icons } from './products/icons.ts';
import { llms } from './products/llms.ts';
import { operation } from './products/operation.tsx';
import { operations } from './products/operations.tsx';
import { product } from './products/product.tsx';
import { reference } from './products/reference.tsx';
import { signedIn } from './products/return-address.tsx';
import { rootField } from './products/root-field.tsx';
import { choosePassword } from './sign-in/choose-password.tsx';
import { forgotPassword } from './sign-in/forgot-password.tsx';
import { passkeySignIn } from './sign-in/passkey-sign-in.ts';
import { signIn } from './sign-in/sign-in.tsx';
import { signInWith } from './sign-in/sign-in-with.tsx';
import { signUp } from './sign-in/sign-up.tsx';
import { changePlan } from './subscriptions/change-plan.tsx';
import { migrate } from './subscriptions/migrate.tsx';
import { subscribe } from './subscriptions/subscribe.tsx';
import { subscription } from './subscriptions/subscription.tsx';
import { subscriptions } from './subscriptions/subscriptions.tsx';
import { unsubscribe } from './subscriptions/unsubscribe.tsx';
import { deleteOrg } from './team/delete-org.tsx';
import { invitation } from './team/invitation.tsx';
import { organizations } from './team/organizations.tsx';
import { ownData } from './team/own-data.ts';
import { team } from './team/team.tsx';
import { webhook } from './webhooks/webhook.tsx';
import { webhooks } from './webhooks/webhooks.tsx';

/** Every page of the portal: one file a page, one line here. */
export const pages: readonly ((pages: PortalPages) => void)[] = [
  signIn,
  passkeySignIn,
  signInWith,
  signUp,
  choosePassword,
  forgotPassword,
  account,
  mailChanges,
  verifyEmail,
  passkeyChanges,
  team,
  organizations,
  deleteOrg,
  invitation,
  ownData,
  endMail,
  catalogue,
  portalPage,
  apiCatalog,
  llms,
  errors,
  changes,
  changesFeed,
  product,
  icons,
  operation,
  rootField,
  operations,
  reference,
  signedIn,
  explorer,
  subscribe,
  applications,
  application,
  apiKeys,
  clientCertificates,
  clientKeys,
  externalClients,
  deleteApplication,
  replaceSecret,
  verifySecret,
  subscriptions,
  subscription,
  unsubscribe,
  migrate,
  changePlan,
  applicationUsage,
  quotas,
  notices,
  webhooks,
  webhook,
  calls,
  why,
  language,
  brand,
];
