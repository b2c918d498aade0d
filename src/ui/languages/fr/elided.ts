/** Letters that a name begins with where `de` loses its vowel. Names with an h mute or aspirated are kept whole. */
const VOWEL = /^[aeiouæœ]/i;

/** Writes `de` before a name: `de Shop`, `d’Orders`. */
export const de = (name: string): string =>
  // Without its accent: É is E.
  VOWEL.test(String(name).normalize('NFD')) ? `d’${name}` : `de ${name}`;
