import { callsPath } from '../calls/call-filter.tsx';
import { apiPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { titled } from '../parts/titles.ts';
import type { Overview } from './overview-query.ts';
import { Hidden, Waiting } from './waiting.tsx';

type FailingApisProps = {
  readonly org: string;
  readonly apis: readonly FailingApi[];
};
type FailingApi = Overview['backends']['nodes'][number];

/** The APIs whose calls failed within the last hour, with the way to these. */
export function FailingApis({ org, apis }: FailingApisProps) {
  const { text } = useTexts();
  const { waiting, health } = text.overview;
  const words = waiting.failing;
  return (
    <Waiting
      icon="activity"
      title={words.title}
      rows={apis}
      columns={[
        {
          heading: words.api,
          cell: ({ api, apiTitle }) =>
            api && (
              <a class="link" href={apiPath({ org, api })}>
                {titled(api, apiTitle)}
              </a>
            ),
        },
        { heading: waiting.catalog, cell: ({ catalog, catalogTitle }) => catalogTitle ?? catalog },
        {
          heading: words.share,
          cell: ({ calls, serverErrors }) => health.failed(serverErrors / calls, calls),
        },
        {
          heading: text.next,
          cell: ({ api, apiTitle, catalog }) => (
            <a class="link" href={callsPath(org, { ...(api && { api }), ...(catalog && { catalog }) })}>
              {words.see}
              <Hidden of={titled(api ?? '', apiTitle)} />
            </a>
          ),
        },
      ]}
    />
  );
}
