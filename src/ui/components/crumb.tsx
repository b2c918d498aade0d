import type { Child } from 'hono/jsx';

/** The link above a page's title to the page that it is a part of. */
export function Crumb({ href, children }: { readonly href: string; readonly children?: Child }) {
  return (
    <p class="crumbs">
      <a class="link" href={href}>
        {children}
      </a>
    </p>
  );
}
