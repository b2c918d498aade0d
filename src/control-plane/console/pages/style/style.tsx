import type { ConsolePages } from '../../page-context.ts';
import { show } from '../parts/frame.tsx';
import { styleContent } from './style-content.tsx';

/** Adds the page that shows every component of the pages, for those who build them. */
export function style(pages: ConsolePages): void {
  pages.get('/style', (c) =>
    show(c.var.pageContext, styleContent(c.var.pageContext.clock()), { title: 'Style' }),
  );
}
