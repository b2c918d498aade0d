import type { Context } from 'hono';
import type { Assets } from '../../ui/kit/assets.ts';
import type { Theme } from '../../ui/kit/html-document.tsx';
import { keepChoice, readKeptChoice } from '../../ui/kit/kept-choice.ts';
import { textsOf } from './language.ts';

const NAME = 'console.theme';

const isTheme = (value: string | undefined): value is Theme => value === 'light' || value === 'dark';

/** Reads the look that this browser chose; undefined where it follows the system. */
export function readTheme(c: Context): Theme | undefined {
  const chosen = readKeptChoice(c, NAME);
  return isTheme(chosen) ? chosen : undefined;
}

/** Returns the assets, the texts and the theme of a page before the sign-in. */
export const ownerBeforeSignIn = (c: Context, { assets }: { readonly assets: Assets }) => ({
  assets,
  theme: readTheme(c),
  ...textsOf(c),
});

/** Keeps a look. What is none follows the system from then on. */
export function writeTheme(c: Context, theme: string): void {
  keepChoice(c, NAME, isTheme(theme) ? theme : undefined);
}
