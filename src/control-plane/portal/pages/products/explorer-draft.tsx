import type { DraftTexts, ExplorerProps } from '../../../../../web/props.ts';
import type { PortalPageContext } from '../parts/page-context.ts';

/** Texts of the script of the plain editor. */
export function draftTextsOf({ text: { tryIt } }: PortalPageContext): DraftTexts {
  const { run, stop, notJson, notLoaded } = tryIt.draft;
  return { run, stop, notJson, notLoaded };
}

/** Attributes of fields for code, of which no browser keeps anything. */
const CODE = {
  class: 'draft-text',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
  wrap: 'off',
} as const;

type ExplorerDraftProps = {
  readonly pageContext: PortalPageContext;
  readonly first: ExplorerProps['first'];
};

/**
 * The plain editor for a GraphQL document, whose place GraphiQL takes.
 *
 * One can type at once, and run the document as soon as a small script has come.
 *
 * The method is `dialog`, as any other would put the headers into an address, or send them to this page.
 */
export function ExplorerDraft({ pageContext, first }: ExplorerDraftProps) {
  const { draft } = pageContext.text.tryIt;
  return (
    <form id="draft" class="draft" method="dialog" aria-label={draft.title}>
      <div class="draft-session">
        <div class="draft-head">
          <label class="draft-tab" for="draft-query">
            {draft.query}
          </label>
        </div>
        <div class="draft-panes">
          <div class="draft-editors">
            <div class="draft-part">
              <textarea id="draft-query" name="query" {...CODE}>
                {first.query}
              </textarea>
              <RunButton label={draft.run} />
            </div>
            <Tools pageContext={pageContext} />
            <div class="draft-part">
              <textarea id="draft-variables" name="variables" aria-label={draft.variables} {...CODE}>
                {first.variables}
              </textarea>
              <textarea id="draft-headers" name="headers" aria-label={draft.headers} {...CODE} />
            </div>
          </div>
          <div class="draft-result">
            <section class="draft-answer" aria-label={pageContext.text.tryIt.answer} tabindex={0}>
              <pre id="draft-answer" class="draft-json" />
            </section>
            <p id="draft-hint" class="draft-hint">
              {draft.loading}
            </p>
          </div>
        </div>
      </div>
    </form>
  );
}

/** Cannot be pressed until the script can answer. */
function RunButton({ label }: { readonly label: string }) {
  return (
    <button id="draft-run" class="draft-run" type="submit" aria-label={label} title={label} disabled>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 1.2v13.6L14.5 8Z" />
      </svg>
    </button>
  );
}

/** Chooses what is shown below the document: the variables or the headers. */
function Tools({ pageContext }: Pick<ExplorerDraftProps, 'pageContext'>) {
  const { draft } = pageContext.text.tryIt;
  return (
    <fieldset class="draft-tools">
      <legend class="visually-hidden">{draft.tools}</legend>
      {(['variables', 'headers'] as const).map((tool) => (
        <label class="draft-tool">
          <input
            id={`draft-tool-${tool}`}
            class="visually-hidden"
            type="radio"
            name="tool"
            value={tool}
            checked={tool === 'variables'}
          />
          {draft[tool]}
        </label>
      ))}
    </fieldset>
  );
}
