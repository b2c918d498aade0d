import { type MonacoEditor, useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';
import type { Draft, DraftField, Typed } from './draft.ts';

type TakeOverProps = {
  readonly draft: Draft;
  /** Shows GraphiQL, which was built out of sight. */
  readonly reveal: () => void;
};

/** Takes the place of the plain editor, once every editor of GraphiQL is made. */
export function TakeOver({ draft, reveal }: TakeOverProps) {
  const { updateActiveTabValues } = useGraphiQLActions();
  const { query, variables, headers, response } = useGraphiQL((state) => ({
    query: state.queryEditor,
    variables: state.variableEditor,
    headers: state.headerEditor,
    response: state.responseEditor,
  }));
  useEffect(() => {
    if (!query || !variables || !headers || !response) return;
    const editors = { query, variables, headers };
    draft.handOver((typed) => {
      for (const field of ['query', 'variables', 'headers'] as const)
        if (editors[field].getValue() !== typed[field]) editors[field].setValue(typed[field]);
      if (typed.response !== '') {
        response.setValue(typed.response);
        updateActiveTabValues({ response: typed.response });
      }
      showTool(typed.tool);
      reveal();
      if (typed.focus) focusAgain(editors[typed.focus.field], typed.focus);
    });
  }, [query, variables, headers, response, draft, reveal, updateActiveTabValues]);
  return null;
}

/** Shows the variables or the headers. GraphiQL has no other way to choose one of the two. */
function showTool(tool: DraftField): void {
  document.querySelector<HTMLElement>(`.graphiql-editor-tools [data-name="${tool}"]:not(.active)`)?.click();
}

function focusAgain(editor: MonacoEditor, { start, end }: NonNullable<Typed['focus']>): void {
  const model = editor.getModel();
  editor.focus();
  if (!model) return;
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  editor.setSelection({
    selectionStartLineNumber: from.lineNumber,
    selectionStartColumn: from.column,
    positionLineNumber: to.lineNumber,
    positionColumn: to.column,
  });
  editor.revealPositionInCenterIfOutsideViewport(to);
}
