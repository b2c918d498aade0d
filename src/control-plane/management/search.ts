import { searchBounds, searchWords } from '../../foundation/text/search-words.ts';

/** What is searched by name and title: for arguments and for Prisma. */
export const searchDescription = `Only those with this text in their name or title, in any case; ${searchBounds}.`;

/** In a pattern of LIKE three characters stand for something else, and Prisma leaves them as they are. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Rows with a text in their name or title, in any case; all of them without a text.
 *
 * @throws BAD_USER_INPUT for a text of too many words
 */
export function hasText(search: string | null | undefined) {
  if (!search) return {};
  searchWords(search);
  const contains = literal(search);
  return {
    OR: [
      { name: { contains: contains.toLowerCase() } },
      { title: { contains, mode: 'insensitive' as const } },
    ],
  };
}
