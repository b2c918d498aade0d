import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';

/**
 * A whole HTML document, with everything that differs between pages.
 *
 * The portal, the console and the OAuth provider use it.
 */
type DocumentProps = {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly title: string;
  readonly icon: string;
  readonly stylesheets: readonly string[];
  /** Modules; no page has a script of its own in the text. */
  readonly scripts: readonly string[];
  /** Modules that the scripts import. */
  readonly preload?: readonly string[];
  /** Asks again after so many seconds, while something is being prepared. */
  readonly refreshSeconds?: number | undefined;
  /** The look that somebody chose. Without one the page follows the system. */
  readonly theme?: Theme | undefined;
  /** Tells whether a menu stands beside the content, rather than above it. */
  readonly hasSide?: boolean;
  readonly children?: Child;
};

/** A look of pages, light or dark. */
export type Theme = 'light' | 'dark';

export function Document({
  language,
  title,
  icon,
  stylesheets,
  scripts,
  preload = [],
  refreshSeconds,
  theme,
  hasSide = false,
  children,
}: DocumentProps) {
  return (
    <>
      {raw('<!doctype html>')}
      <html lang={language} data-theme={theme}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content={theme ?? 'light dark'} />
          {refreshSeconds !== undefined && <meta http-equiv="refresh" content={String(refreshSeconds)} />}
          <title>{title}</title>
          <link rel="icon" href={icon} />
          {stylesheets.map((href) => (
            <link rel="stylesheet" href={href} />
          ))}
          {preload.map((href) => (
            <link rel="modulepreload" href={href} />
          ))}
          {scripts.map((src) => (
            <script type="module" src={src} />
          ))}
        </head>
        <body class={`body${hasSide ? ' body-side' : ''}`}>{children}</body>
      </html>
    </>
  );
}
