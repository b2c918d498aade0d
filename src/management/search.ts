/** What is searched by name and title: for arguments and for Prisma. */
export const searchDescription = 'Only those with this text in their name or title, in any case.';

/** In a pattern of LIKE three characters stand for something else, and Prisma leaves them as they are. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Rows with a text in their name or title, in any case; all of them without a text. */
export function hasText(search: string | null | undefined) {
  if (!search) return {};
  const contains = literal(search);
  return {
    OR: [
      { name: { contains: contains.toLowerCase() } },
      { title: { contains, mode: 'insensitive' as const } },
    ],
  };
}
