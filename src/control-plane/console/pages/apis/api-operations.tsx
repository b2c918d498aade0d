import { Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { Operations } from '../parts/operations.tsx';
import { useTexts } from '../parts/texts.ts';
import type { TabProps } from './api-tab.ts';

/** Its operations, which a search narrows. */
export function OperationsTab({ address, api, search, page }: TabProps) {
  const { apis, pager } = useTexts().text;
  const text = apis.operations;
  const path = apiPath(address);
  return (
    <section class="section stack" aria-label={text.title}>
      <Search action={path} value={search} label={text.search} submit={text.submit}>
        <input type="hidden" name="tab" value="operations" />
      </Search>
      {api.operations.length === 0 ? (
        <p class="text">{search === '' ? text.none : text.notFound}</p>
      ) : (
        <Operations operations={api.operations} isWhole />
      )}
      <Pager
        page={page}
        total={api.foundCount}
        href={(number) => `${path}?${new URLSearchParams({ tab: 'operations', search, page: `${number}` })}`}
        text={pager(text.rows)}
      />
    </section>
  );
}
