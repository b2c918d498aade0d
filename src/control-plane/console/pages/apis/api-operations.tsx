import { Pager } from '../../../../ui/components/pager.tsx';
import { Search } from '../../../../ui/components/search.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { pagerText } from '../parts/format.ts';
import { Operations } from '../parts/operations.tsx';
import type { TabProps } from './api-tab.ts';

/** Its operations, which a search narrows. */
export function OperationsTab({ address, api, search, page }: TabProps) {
  const path = apiPath(address);
  return (
    <section class="section stack" aria-label="Operations">
      <Search action={path} value={search} label="Search by method, path or summary" submit="Search">
        <input type="hidden" name="tab" value="operations" />
      </Search>
      {api.operations.length === 0 ? (
        <p class="text">
          {search === ''
            ? 'The document has no operations: every call is answered with 404.'
            : 'None is found.'}
        </p>
      ) : (
        <Operations operations={api.operations} isWhole />
      )}
      <Pager
        page={page}
        total={api.foundCount}
        href={(number) => `${path}?${new URLSearchParams({ tab: 'operations', search, page: `${number}` })}`}
        text={pagerText('operations')}
      />
    </section>
  );
}
