/** A document that a link asked for. */
type Linked = { readonly query: string; readonly variables?: string };

const TABS = 'graphiql:tabState';
/** The id of the tab that links share. */
const LINKED = 'linked';

/**
 * Puts a document into the tab that links share, and makes it the active one.
 *
 * Links so leave no tabs behind. GraphiQL reads its tabs from the storage when it starts.
 */
export function openLinked(storage: Storage, { query, variables = '' }: Linked): void {
  const tabs = readTabs(storage).filter(({ id }) => id !== LINKED);
  const title = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(query)?.[1] ?? '<untitled>';
  const empty = { hash: null, headers: null, operationName: null, response: null };
  const linked = { id: LINKED, title, query, variables, ...empty };
  storage.setItem(TABS, JSON.stringify({ tabs: [...tabs, linked], activeTabIndex: tabs.length }));
  // The tab whose content is this is the active one.
  storage.setItem('graphiql:query', query);
  storage.setItem('graphiql:variables', variables);
}

function readTabs(storage: Storage): { readonly id: string }[] {
  try {
    const { tabs } = JSON.parse(storage.getItem(TABS) ?? '{}');
    return Array.isArray(tabs) ? tabs : [];
  } catch {
    return [];
  }
}
