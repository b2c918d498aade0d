import { Tabs } from '../../../../ui/components/tabs.tsx';
import {
  backendsPath,
  boardPath,
  type CatalogAddress,
  campaignsPath,
  catalogPath,
  catalogSettingsPath,
  consumersPath,
  historyPath,
  quotasPath,
  undoPath,
  webhooksPath,
} from './console-paths.ts';
import { useTexts } from './texts.ts';

/** The pages of a catalog, by the keys of their titles. */
const pages = {
  Products: catalogPath,
  Board: boardPath,
  Picture: (address: CatalogAddress) => `${catalogPath(address)}/picture`,
  Consumers: consumersPath,
  'Back-ends': backendsPath,
  Messages: campaignsPath,
  Webhooks: webhooksPath,
  Settings: catalogSettingsPath,
  Quotas: quotasPath,
  Changes: undoPath,
  History: historyPath,
} as const;

type CatalogTab = keyof typeof pages;
type CatalogTabsProps = { readonly address: CatalogAddress; readonly current: CatalogTab };

/** Links between the pages of a catalog. */
export function CatalogTabs({ address: { org, catalog }, current }: CatalogTabsProps) {
  const { text } = useTexts();
  return (
    <Tabs
      label={text.catalogTabs.label}
      tabs={Object.entries(pages).map(([tab, pathOf]) => ({
        title: text.catalogTabs[tab as CatalogTab],
        href: pathOf({ org, catalog }),
        isCurrent: tab === current,
      }))}
    />
  );
}
