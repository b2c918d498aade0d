import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** Keeps the active tab in sight, from the first on. There may be more tabs than fit. */
export function ActiveTabInSight() {
  const id = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  useEffect(() => {
    if (id === undefined) return;
    // Tabs that do not fit are beside the others. The page itself stays where it is.
    requestAnimationFrame(() => {
      const { scrollX, scrollY } = window;
      document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      window.scrollTo(scrollX, scrollY);
    });
  }, [id]);
  return null;
}
