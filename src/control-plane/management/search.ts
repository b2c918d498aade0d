import { searchBounds, searchWords } from '../../foundation/text/search-words.ts';

/** Description of the search argument. */
export const searchDescription = `Only those with this text in their name or title, in any case; ${searchBounds}.`;

/** Escapes the three special characters of LIKE patterns. Prisma leaves them as they are. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Matches rows with a text in their name or title, in any case. Without a text it matches all.
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
