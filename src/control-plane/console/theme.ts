import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Assets } from '../../ui/kit/assets.ts';
import type { Theme } from '../../ui/kit/html-document.tsx';
import { textsOf } from './language.ts';

const NAME = 'console.theme';
const attributes = { prefix: 'host', httpOnly: true, sameSite: 'Strict' } as const;
const YEAR_SECONDS = 31_536_000;

const isTheme = (value: string | undefined): value is Theme => value === 'light' || value === 'dark';

/** Reads the look that this browser chose; undefined where it follows the system. */
export function readTheme(c: Context): Theme | undefined {
  const chosen = getCookie(c, NAME, 'host');
  return isTheme(chosen) ? chosen : undefined;
}

/** Returns the assets, the texts and the theme of a page before the sign-in. */
export const ownerBeforeSignIn = (c: Context, { assets }: { readonly assets: Assets }) => ({
  assets,
  theme: readTheme(c),
  ...textsOf(c),
});

/** Keeps a look for a year. What is none follows the system from then on. */
export function writeTheme(c: Context, theme: string): void {
  if (isTheme(theme)) setCookie(c, NAME, theme, { ...attributes, maxAge: YEAR_SECONDS });
  else deleteCookie(c, NAME, attributes);
}
