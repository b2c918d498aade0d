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
import { buildSchema } from 'graphql';
import { createRoot } from 'react-dom/client';
import { element } from '../page.ts';
import { ActiveTabInSight } from './active-tab.tsx';
import type { Draft } from './draft.ts';
import { openLinked } from './linked-tab.ts';
import { storageOf } from './storage.ts';
import { TakeOver } from './take-over.tsx';
import { EditorTheme, editorTheme, PageTheme } from './theme.tsx';

export type MountOptions = GraphiQLProps & {
  /** Part of this browser's storage, where its tabs and its history are kept. */
  readonly part: string;
  /** A document that a link asked for. It takes the tab of the one before it. */
  readonly linked?: { readonly query: string; readonly variables?: string } | null;
  /** The title of the panel that is open on a first visit. */
  readonly firstPanel?: string;
  /** The schema; without one GraphiQL asks for it. */
  readonly sdl?: string;
  /** The plain editor, whose place GraphiQL takes. */
  readonly draft?: Draft;
};

/** GraphiQL in its place on the page. Headers are never kept: they admit to APIs. */
export function mountGraphiQL(options: MountOptions): void {
  const { part, linked, firstPanel = '', sdl, draft, plugins = [], ...props } = options;
  // Document and variables have the same height until somebody drags the bar between them.
  const storage = storageOf(part, {
    'graphiql:secondaryEditorFlex': '1',
    'graphiql:visiblePlugin': firstPanel,
  });
  if (linked) openLinked(storage, linked);
  const { place, reveal } = placeFor(draft);
  createRoot(place).render(
    <GraphiQL
      storage={storage}
      plugins={[...plugins, explorerPlugin({ showAttribution: false }), HISTORY_PLUGIN]}
      shouldPersistHeaders={false}
      isHeadersEditorEnabled={false}
      defaultEditorToolsVisibility="variables"
      defaultQuery=""
      editorTheme={editorTheme}
      {...(sdl !== undefined && { schema: buildSchema(sdl) })}
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
      {draft && <TakeOver draft={draft} reveal={reveal} />}
    </GraphiQL>,
  );
}

/** The place in the page. Behind a plain editor it is laid out as it will be, and out of reach until it is revealed. */
function placeFor(draft: Draft | undefined) {
  const place = document.createElement('div');
  place.className = 'graphiql-place';
  place.inert = draft !== undefined;
  element('island').append(place);
  const reveal = () => {
    place.inert = false;
  };
  return { place, reveal };
}
