import { Tabs } from '../../../../ui/components/tabs.tsx';
import {
  backendsPath,
  boardPath,
  type CatalogAddress,
  catalogPath,
  catalogSettingsPath,
  consumersPath,
  quotasPath,
  undoPath,
  webhooksPath,
} from './console-paths.ts';

/** The pages of a catalog, by their titles. */
const pages = {
  Products: catalogPath,
  Board: boardPath,
  Picture: (address: CatalogAddress) => `${catalogPath(address)}/picture`,
  Consumers: consumersPath,
  'Back-ends': backendsPath,
  Webhooks: webhooksPath,
  Settings: catalogSettingsPath,
  Quotas: quotasPath,
  Changes: undoPath,
} as const;

type CatalogTabsProps = { readonly address: CatalogAddress; readonly current: keyof typeof pages };

/** Links between the pages of a catalog. */
export function CatalogTabs({ address: { org, catalog }, current }: CatalogTabsProps) {
  return (
    <Tabs
      label="Pages of the catalog"
      tabs={Object.entries(pages).map(([title, pathOf]) => ({
        title,
        href: pathOf({ org, catalog }),
        isCurrent: title === current,
      }))}
    />
  );
}
