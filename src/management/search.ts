/** What is searched by name and title: for arguments and for Prisma. */
export const searchDescription = 'Only those with this text in their name or title, in any case.';

/** Rows with a text in their name or title, in any case; all of them without a text. */
export function hasText(search: string | null | undefined) {
  const contains = search?.replace(/[\\%_]/g, '\\$&');
  if (!contains) return {};
  return {
    OR: [
      { name: { contains: contains.toLowerCase() } },
      { title: { contains, mode: 'insensitive' as const } },
    ],
  };
}
