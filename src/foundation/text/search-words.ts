import { refuse } from '../errors.ts';

export const SEARCH_WORDS_MAX = 10;
export const SEARCH_WORD_LENGTH_MAX = 100;

/** The bounds of a search, for descriptions and refusals. Each word is compared with every row. */
export const searchBounds = `at most ${SEARCH_WORDS_MAX} words of at most ${SEARCH_WORD_LENGTH_MAX} characters each`;

/**
 * Splits a search into words in lower case.
 *
 * @throws BAD_USER_INPUT for more words, or longer ones, than a search may have
 */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const longest = words.reduce((most, { length }) => Math.max(most, length), 0);
  const excess =
    words.length > SEARCH_WORDS_MAX
      ? `search has ${words.length} words`
      : longest > SEARCH_WORD_LENGTH_MAX && `search has a word of ${longest} characters`;
  if (excess) refuse('BAD_USER_INPUT', { detail: `${excess}: give ${searchBounds}.`, path: ['search'] });
  return words;
}
