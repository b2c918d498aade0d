import { Facts } from '../../../../ui/components/fact.tsx';
import { useTexts } from '../parts/texts.ts';
import type { Catalog } from './catalog-settings-query.ts';

/** The settings for those who may not change them. */
export function SettingsFacts({ catalog }: { readonly catalog: Catalog }) {
  const { text } = useTexts();
  const { settings: words } = text.catalogs;
  const { policy } = text.ruleSets;
  return (
    <Facts
      facts={{
        [words.selfSignUp]: catalog.selfServiceSignUp ? words.yes : words.no,
        [words.credentials]: catalog.credentialPolicy
          ? words.lasts(catalog.credentialPolicy.maxDays, catalog.credentialPolicy.noticeDays)
          : words.lastsForEver,
        [words.usageAlerts.title]: catalog.usageAlerts
          ? words.usageAlerts.are(catalog.usageAlerts)
          : words.usageAlerts.none,
        [words.mail.title]: catalog.mail ? words.mail.sent : words.mail.none,
        [policy.title]: catalog.lintPolicy ? policy.are(catalog.lintPolicy.ruleSet) : policy.none,
        [words.signIn.title]: words.signIn.are(
          catalog.signIn?.passwords ?? true,
          (catalog.signIn?.providers ?? []).map(({ userRegistry }) => userRegistry),
        ),
        [words.portalName]: catalog.branding.name ?? words.itsTitle,
      }}
    />
  );
}
