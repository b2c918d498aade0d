import type { OAuthSecurity } from '../../../../../web/props.ts';
import { versionedName } from '../../../../foundation/text/version.ts';
import { OperationName } from '../../../../ui/components/operation-name.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { operationsUrl, operationUrl } from './operation-url.ts';
import { isSecured, needsApiKey, needsToken } from './tried-security.ts';
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
            cell: (operation) => (
              <TryButton pageContext={pageContext} trial={trial} tokens={tokens} operation={operation} />
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

type TryButtonProps = ReadableOperationsProps & {
  readonly operation: TryItContext['api']['operations'][number];
};

/** The button that tries an operation. Its attributes say what a call needs: one that is false is left out. */
function TryButton({
  pageContext: { text },
  trial,
  tokens,
  operation: { method, path, security },
}: TryButtonProps) {
  const options = security ?? trial.api.security;
  return (
    <button
      class="button"
      type="button"
      disabled
      data-opens
      data-method={method.toLowerCase()}
      data-path={path}
      data-failed={text.tryIt.notLoaded}
      data-is-secured={isSecured(options, { trial, tokens }) || undefined}
      data-needs-token={(tokens !== null && needsToken(options, tokens)) || undefined}
      data-needs-key={needsApiKey(options, trial) || undefined}
    >
      {text.tryIt.tryOperation}
      <span class="visually-hidden">
        {' '}
        {method} {path}
      </span>
    </button>
  );
}
