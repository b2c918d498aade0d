import type { Child } from 'hono/jsx';

/** The way up, above the title of a page: to what it is a part of. */
export function Crumb({ href, children }: { readonly href: string; readonly children?: Child }) {
  return (
    <p class="crumbs">
      <a class="link" href={href}>
        {children}
      </a>
    </p>
  );
}
