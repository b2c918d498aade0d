import { Notice } from '../../../../ui/components/notice.tsx';
import type { Messages } from '../messages.ts';
import type { PortalPageContext } from './page-context.ts';

/** Notice of what was done, on the page that a form led to: `?done=migrated`. An unknown key shows nothing. */
export function Done({
  pageContext: { text },
  done,
}: {
  pageContext: PortalPageContext;
  done: string | undefined;
}) {
  if (done === undefined || !Object.hasOwn(text.done, done)) return null;
  return (
    <Notice tone="success">
      <p class="text">{text.done[done as keyof Messages['done']]}</p>
    </Notice>
  );
}
