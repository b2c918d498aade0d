import type { Context } from 'hono';
import type { PortalEnv } from './visit.ts';

/** The texts of a form that was sent; a field that is missing, or a file, is empty. */
export async function readForm<Name extends string>(
  c: Context<PortalEnv>,
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, string>>> {
  const body = await c.req.parseBody();
  const entries = names.map((name) => {
    const value = body[name];
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** The values of a field with one a line. */
export function linesOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
