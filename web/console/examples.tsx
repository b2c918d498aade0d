import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import type { ConsoleTexts, ExampleDocument, ExampleFolder } from '../props.ts';

/** A panel with all examples: one that is chosen is opened in a tab. */
export function examplesPlugin(folders: readonly ExampleFolder[], texts: ConsoleTexts): GraphiQLPlugin {
  const content = () => <Examples folders={folders} texts={texts} />;
  return { title: texts.examples, icon: FolderIcon, content };
}

type ExamplesProps = { readonly folders: readonly ExampleFolder[]; readonly texts: ConsoleTexts };

function Examples({ folders, texts }: ExamplesProps) {
  const open = useOpen();
  return (
    <section className="panel">
      <h2 className="panel-title">{texts.examples}</h2>
      <p>{texts.examplesHint}</p>
      {folders.map(({ title, documents }) => (
        <details key={title} open>
          <summary>{title}</summary>
          <ol className="panel-list">
            {documents.map((document) => (
              <li key={document.name}>
                <button type="button" className="panel-link" onClick={() => open(document)}>
                  {document.name}
                </button>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

/** Opens a document in its tab, else in the active one where that is empty. */
function useOpen(): (document: ExampleDocument) => void {
  const { addTab, changeTab } = useGraphiQLActions();
  const tabs = useGraphiQL((state) => state.tabs);
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return ({ query, variables = '' }) => {
    const at = tabs.findIndex((tab) => tab.query === query);
    if (at >= 0) return changeTab(at);
    if (queryEditor?.getValue().trim() !== '') addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
  };
}

function FolderIcon() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M2 5.5A1.5 1.5 0 0 1 3.5 4h4l2 2.5h7A1.5 1.5 0 0 1 18 8v7a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 15Z" />
    </svg>
  );
}
