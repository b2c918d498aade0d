import type { OAuthSecurity } from '../../../../../web/props.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { operationsUrl, operationUrl } from './operation-url.ts';
import { isSecured, needsToken } from './tried-security.ts';
import type { TryItContext } from './try-it-context.ts';

type ReadableOperationsProps = {
  readonly pageContext: PortalPageContext;
  readonly trial: TryItContext;
  /** The ways in which the page gets access tokens; null where it cannot. */
  readonly tokens: OAuthSecurity | null;
};

/**
 * Operations of a REST API, each with a button that tries it.
 *
 * The island is a megabyte. It is fetched for whoever presses a button, so that reading waits for nothing. The buttons
 * do nothing until the script enables them, and a browser without scripts does not show them.
 */
export function ReadableOperations({ pageContext, trial, tokens }: ReadableOperationsProps) {
  const { product, api } = trial;
  const { text } = pageContext;
  const of = { product: versionedName(product), api };
  const failed = text.tryIt.notLoaded;
  const hasMore = api.operationCount > api.operations.length;
  if (api.operationCount === 0) return <p class="text">{text.operation.none}</p>;
  return (
    <>
      <Table
        caption={`${text.api.operations(api.operationCount)} ${text.api.of(api.title)}`}
        columns={[
          {
            heading: text.api.operation,
            cell: ({ method, path }) => (
              <a class="link" href={operationUrl(pageContext, of, { method, path })}>
                <OperationName method={method} path={path} />
              </a>
            ),
          },
          { heading: text.api.summary, cell: ({ summary }) => summary ?? '' },
          {
            heading: text.tryIt.call,
            cell: ({ method, path, security }) => (
              <button
                class="button"
                type="button"
                disabled
                data-opens
                data-method={method.toLowerCase()}
                data-path={path}
                data-failed={failed}
                data-is-secured={isSecured(security ?? api.security, { trial, tokens })}
                data-needs-token={tokens !== null && needsToken(security ?? api.security, tokens)}
              >
                {text.tryIt.tryOperation}
                <span class="visually-hidden">
                  {' '}
                  {method} {path}
                </span>
              </button>
            ),
          },
        ]}
        rows={api.operations}
      />
      <p class="row">
        {hasMore && (
          <a class="button" href={operationsUrl(pageContext, of)}>
            {text.api.operations(api.operationCount)}
          </a>
        )}
        <button class="button" type="button" disabled data-opens data-failed={failed}>
          {text.tryIt.openReference}
        </button>
      </p>
    </>
  );
}
