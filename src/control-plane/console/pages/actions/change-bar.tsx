import type { MiddlewareHandler } from 'hono';
import { Toast } from '../../../../ui/components/notice.tsx';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, DoneChange } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { type CatalogAddress, undoPath } from '../parts/console-paths.ts';
import { useTexts } from '../parts/texts.ts';
import { doneInWords } from './action-table.ts';
import type { ActionResult } from './lifecycle-change.ts';

const DONE_CHANGE = graphql(`
  query DoneChange($org: String!, $id: ID!) {
    undoableChange(org: $org, id: $id) { id action subject catalog until }
  }
`);

/** Parameter of an address that names such a change: `acme/<id>`. */
const PARAMETER = 'changed';

/** Adds a change to the address of the page that tells of it. */
export function withChange(
  path: string,
  { org }: CatalogAddress,
  change: ActionResult | null | undefined,
): string {
  if (!change?.change) return path;
  const url = new URL(path, 'http://own.invalid');
  url.searchParams.set(PARAMETER, `${org}/${change.change.id}`);
  return url.pathname + url.search;
}

/** Reads the change that the address of a page names, for the notice on it. */
export const readDoneChange: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  const [, org, id] = /^([^/]+)\/([^/]+)$/.exec(c.req.query(PARAMETER) ?? '') ?? [];
  const { pageContext } = c.var;
  if (org !== undefined && id !== undefined && c.req.method === 'GET' && allowsChange(pageContext.session)) {
    // Of an org that is not the session's there is nothing to tell.
    const found = await pageContext.session.run(DONE_CHANGE, { org, id }).catch(() => undefined);
    if (found?.undoableChange)
      c.set('pageContext', { ...pageContext, doneChange: { org, ...found.undoableChange } });
  }
  await next();
};

/** Tells what was done, until when it can be undone, and leads there. */
export function ChangeBar({ of: { org, catalog, id, action, subject, until } }: { of: DoneChange }) {
  const { text } = useTexts();
  const { changeBar } = text.actions;
  return (
    <Toast dismiss={text.close}>
      <p class="text">
        {changeBar.done(doneInWords(text, action), subject)}{' '}
        <a class="link" href={`${undoPath({ org, catalog })}/${id}`} data-panel>
          {changeBar.undo}
        </a>
        <span class="quiet">{changeBar.until(until)}</span>
      </p>
    </Toast>
  );
}
