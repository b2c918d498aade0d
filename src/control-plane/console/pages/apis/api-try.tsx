import { CodeBlock } from '../../../../ui/components/code-block.tsx';
import { EmptyState } from '../../../../ui/components/empty-state.tsx';
import { SelectField } from '../../../../ui/components/field.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { AsGraphQL } from '../parts/as-graphql.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { curlOf } from '../parts/curl.ts';
import { useTexts } from '../parts/texts.ts';
import { TEST_CALL } from './api-query.ts';
import type { TabProps } from './api-tab.ts';

/** A test call, with a key that is made for it. */
export function TryTab({ address, api, sent }: TabProps) {
  const { apis, copy } = useTexts().text;
  const text = apis.try;
  const served = api.catalogProducts.filter(({ state }) => state === 'PUBLISHED');
  const catalogs = [...new Map(served.map(({ catalog }) => [catalog.name, catalog.title]))];
  const [[first = ''] = []] = catalogs;
  if (catalogs.length === 0) return <EmptyState icon="play" title={text.none} text={text.noneText} />;
  const { testCall } = sent;
  const catalog = testCall?.input.catalog ?? first;
  return (
    <section class="section stack" aria-label={text.title}>
      <RefusedNotice refused={sent.refused} />
      <form method="post" action={apiPath(address)} class="card form">
        <p class="text">{text.lead}</p>
        <SelectField
          name="catalog"
          label={text.catalog}
          value={catalog}
          options={catalogs.map(([value, label]) => ({ value, label }))}
        />
        <button class="button button-primary" type="submit" name="action" value="try">
          {text.submit}
        </button>
      </form>
      {testCall?.call && (
        <div class="stack">
          <CodeBlock code={curlOf(testCall.call)} what={text.command} copy={copy.label} copied={copy.done} />
          <p class="small quiet">{testCall.call.isComplete ? text.shownOnce : text.incomplete}</p>
        </div>
      )}
      {testCall && !testCall.call && (
        <Notice tone="info">
          <p class="text">{text.tokensAlone}</p>
        </Notice>
      )}
      <AsGraphQL document={TEST_CALL} variables={{ input: { ...address, catalog } }} />
    </section>
  );
}
