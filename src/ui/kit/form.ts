import type { Context } from 'hono';

/** Reads the texts of a submitted form. A field that is missing, or a file, is empty. */
export async function readForm<Name extends string>(
  { req }: Context,
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, string>>> {
  const body = await req.parseBody();
  const entries = names.map((name) => {
    const value = body[name];
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Reads an image of a form as a data URL. Undefined where no file was chosen. */
export async function imageIn({ req }: Context, name: string): Promise<string | undefined> {
  const file = (await req.parseBody())[name];
  if (!(file instanceof File) || file.size === 0) return undefined;
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
}

/** Reads the texts of a form under one name: those of the ticked boxes. */
export async function readTexts({ req }: Context, name: string): Promise<readonly string[]> {
  const body = await req.parseBody({ all: true });
  return [body[name] ?? []].flat().filter((value) => typeof value === 'string');
}

/** The values of a field with one a line. None has a space. */
export function linesOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** The sentences of a field with one a line. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
