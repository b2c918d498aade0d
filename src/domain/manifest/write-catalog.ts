import type { Branding } from '../branding/branding.ts';
import { logoUrl } from '../branding/logo.ts';
import type { PortalPage } from '../branding/portal-page.ts';
import type { MailPolicy } from '../events/mail-policy.ts';
import type { LintPolicy } from '../product/lint-policy.ts';
import type { Definitions, WebhookDefinition } from './definition.ts';
import { groupWritten } from './write-audience.ts';
import { changePolicyWritten } from './write-change-policy.ts';
import { backendWritten, unlessDefault, type Written } from './write-settings.ts';
import { signInWritten } from './write-sign-in.ts';

/** Writes a catalog without its products. */
export function catalogSettingsWritten(catalog: Definitions['Catalog']): Written {
  const { name, title, selfServiceSignUp, branding, userRegistries, oauthProviders, webhooks } = catalog;
  const { pages, credentialPolicy, usageAlerts, mail, changePolicy, lintPolicy, signIn } = catalog;
  const { secrets, backends } = catalog;
  return {
    name,
    ...unlessDefault('title', title, name),
    ...unlessDefault('selfServiceSignUp', selfServiceSignUp, false),
    ...unlessDefault('branding', brandingWritten(branding), {}),
    ...unlessDefault('pages', pages.map(pageWritten), []),
    ...unlessDefault('credentialPolicy', credentialPolicy, null),
    ...unlessDefault('usageAlerts', usageAlerts, null),
    ...unlessDefault('mail', mailWritten(mail), null),
    ...unlessDefault('changePolicy', changePolicyWritten(changePolicy), null),
    ...unlessDefault('lintPolicy', lintPolicyWritten(lintPolicy), null),
    ...unlessDefault('signIn', signIn && signInWritten(signIn), null),
    ...unlessDefault('userRegistries', userRegistries, []),
    ...unlessDefault('oauthProviders', oauthProviders, []),
    ...unlessDefault('webhooks', webhooks.map(webhookWritten), []),
    ...unlessDefault(
      'secrets',
      secrets.map((secret) => ({ name: secret })),
      [],
    ),
    ...unlessDefault('consumerGroups', catalog.consumerGroups.map(groupWritten), []),
    ...unlessDefault('backends', backends.map(backendWritten), []),
  };
}

const webhookWritten = ({ active, format, ...webhook }: WebhookDefinition): Written => ({
  ...webhook,
  ...unlessDefault('active', active, true),
  ...unlessDefault('format', format, 'GATEHOUSE'),
});

const pageWritten = ({ path, title, product, audience, order, markdown }: PortalPage): Written => ({
  path,
  title,
  ...unlessDefault('product', product, undefined),
  ...unlessDefault('audience', audience, 'EVERYBODY'),
  ...unlessDefault('order', order, 0),
  markdown,
});

const lintPolicyWritten = (policy: LintPolicy | null): Written | null =>
  policy && {
    ruleSet: policy.ruleSet,
    ...unlessDefault('refuseStage', policy.refuseStage, null),
    ...unlessDefault('refusePublish', policy.refusePublish, null),
  };

const mailWritten = (mail: MailPolicy | null): Written | null =>
  mail && {
    language: mail.language,
    ...unlessDefault('senderName', mail.senderName, null),
    ...unlessDefault('replyTo', mail.replyTo, null),
    ...unlessDefault('templates', mail.templates ?? [], []),
  };

function brandingWritten({ name, accent, logo, featured, links }: Branding): Written {
  return {
    ...unlessDefault('name', name, undefined),
    ...(accent && { accent: { light: accent.light, dark: accent.dark } }),
    ...(logo && { logo: logoUrl(logo) }),
    ...(featured && { featured }),
    ...(links && { links }),
  };
}
