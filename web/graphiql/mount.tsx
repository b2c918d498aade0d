import './monaco-workers.ts';
import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './graphiql.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { GraphiQL, type GraphiQLProps } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { element } from '../page.ts';
import { ActiveTabInSight } from './active-tab.tsx';
import { openLinked } from './linked-tab.ts';
import { storageOf } from './storage.ts';
import { EditorTheme, editorTheme, PageTheme } from './theme.tsx';

export type MountOptions = GraphiQLProps & {
  /** Part of this browser's storage, where its tabs and its history are kept. */
  readonly part: string;
  /** A document that a link asked for. It takes the tab of the one before it. */
  readonly linked?: { readonly query: string; readonly variables?: string } | null;
  /** The title of the panel that is open on a first visit. */
  readonly firstPanel?: string;
};

/** GraphiQL in its place on the page. Headers are never kept: they admit to APIs. */
export function mountGraphiQL({ part, linked, firstPanel = '', plugins = [], ...props }: MountOptions): void {
  // Document and variables have the same height until somebody drags the bar between them.
  const storage = storageOf(part, {
    'graphiql:secondaryEditorFlex': '1',
    'graphiql:visiblePlugin': firstPanel,
  });
  if (linked) openLinked(storage, linked);
  createRoot(element('island')).render(
    <GraphiQL
      storage={storage}
      plugins={[...plugins, explorerPlugin({ showAttribution: false }), HISTORY_PLUGIN]}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      defaultEditorToolsVisibility="variables"
      defaultQuery=""
      editorTheme={editorTheme}
      {...props}
    >
      <GraphiQL.Logo> </GraphiQL.Logo>
      <GraphiQL.Footer>
        <p className="graphiql-hint" lang="en">
          In an editor, Tab indents. <kbd>Ctrl</kbd>+<kbd>M</kbd> lets Tab move on.
        </p>
      </GraphiQL.Footer>
      <ActiveTabInSight />
      <PageTheme />
      <EditorTheme />
    </GraphiQL>,
  );
}
