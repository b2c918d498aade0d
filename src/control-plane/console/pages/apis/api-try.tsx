import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { curlOf } from '../parts/curl.ts';
import { TEST_CALL } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

/** A test call, with a key that is made for it. */
export function TryTab({ address, api, sent }: TabProps) {
  const served = api.catalogProducts.filter(({ state }) => state === 'PUBLISHED');
  const catalogs = [...new Map(served.map(({ catalog }) => [catalog.name, catalog.title]))];
  const [[first = ''] = []] = catalogs;
  if (catalogs.length === 0)
    return (
      <EmptyState
        icon="play"
        title="Nothing to call yet"
        text="A test call needs a catalog that a product with this API is published to."
      />
    );
  const { testCall } = sent;
  const catalog = testCall?.input.catalog ?? first;
  return (
    <section class="section stack" aria-label="Test call">
      <RefusedNotice refused={sent.refused} />
      <form method="post" action={apiPath(address)} class="card form">
        <p class="text">
          A test application is made, where there is none, and subscribed to the first plan. Its key ends
          after a day, and with the next one.
        </p>
        <SelectField
          name="catalog"
          label="Catalog"
          value={catalog}
          options={catalogs.map(([value, label]) => ({ value, label }))}
        />
        <button class="button button-primary" type="submit" name="action" value="try">
          Make a test call
        </button>
      </form>
      {testCall?.call && (
        <div class="stack">
          <CodeBlock code={curlOf(testCall.call)} what="curl command" />
          <p class="small quiet">
            {testCall.call.isComplete
              ? 'The key is shown this once.'
              : 'Every operation has parameters: put the path of one behind the address. The key is shown this once.'}
          </p>
        </div>
      )}
      {testCall && !testCall.call && (
        <Notice tone="info">
          <p class="text">It takes access tokens alone: an application gets one from the OAuth provider.</p>
        </Notice>
      )}
      <AsGraphQL document={TEST_CALL} variables={{ input: { ...address, catalog } }} />
    </section>
  );
}
