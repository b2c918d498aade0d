import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Keeps the active tab in sight, from the first on. There may be more tabs than fit. */
export function ActiveTabInSight() {
  const id = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  useEffect(() => {
    if (id === undefined) return;
    requestAnimationFrame(() =>
      document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }, [id]);
  return null;
}
