import './monaco-workers.ts';
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import 'graphiql/graphiql.css';
import './graphiql.css';
import { GraphiQL, type GraphiQLProps } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { element } from '../page.ts';
import { storageOf } from './storage.ts';

/**
 * GraphiQL in its place on the page. Headers are neither typed nor kept: how a call is admitted is the page's affair.
 *
 * @param part of this browser's storage, where its tabs are kept
 */
export function mountGraphiQL(part: string, props: GraphiQLProps): void {
  createRoot(element('island')).render(
    <GraphiQL
      storage={storageOf(part)}
      plugins={[]}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      onTabChange={showActiveTab}
      {...props}
    >
      <GraphiQL.Logo> </GraphiQL.Logo>
    </GraphiQL>,
  );
}

/** Scrolls to the active tab. There may be more tabs than fit. */
function showActiveTab(): void {
  requestAnimationFrame(() =>
    document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  );
}
