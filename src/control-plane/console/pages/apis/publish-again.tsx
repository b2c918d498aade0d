import { Notice } from '../../../../ui/components/notice.tsx';
import { actionPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import type { TabProps } from './api-tab.ts';

/** Buttons that are shown. Whoever has more copies finds them on the overview of the API. */
const SHOWN = 3;

/** Leads from a saved draft to publishing its products again. Until then subscribers meet the former one. */
export function PublishAgain({ address: { org }, api }: Pick<TabProps, 'address' | 'api'>) {
  const text = useTexts().text.apis.publishAgain;
  const published = api.catalogProducts.filter(({ state }) => state === 'PUBLISHED').slice(0, SHOWN);
  if (published.length === 0) return null;
  return (
    <Notice tone="info" title={text.title}>
      <p class="row">
        {published.map(({ name, version, title, catalog }, index) => (
          <a
            class={index === 0 ? 'button button-primary' : 'button'}
            href={actionPath({ org, catalog: catalog.name, name, version }, 'publish')}
            data-panel
          >
            {text.publish(`${title} ${version}`, catalog.title)}
          </a>
        ))}
      </p>
    </Notice>
  );
}
