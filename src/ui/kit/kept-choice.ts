import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

const YEAR_SECONDS = 31_536_000;
const attributes = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

/** Reads a choice that a browser keeps, such as its language; undefined for none. */
export const readKeptChoice = (c: Context, name: string): string | undefined => getCookie(c, name, 'host');

/** Has the browser keep a choice for a year. Undefined takes it back. */
export function keepChoice(c: Context, name: string, choice: string | undefined): void {
  if (choice === undefined) deleteCookie(c, name, attributes);
  else setCookie(c, name, choice, { ...attributes, maxAge: YEAR_SECONDS });
}
