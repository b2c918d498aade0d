/**
 * Chooses the offered language that a person reads best.
 *
 * It is the one that they chose, else the first of Accept-Language. (RFC 9110 §12.5.4; a tag such as `de-AT` is served
 * by `de`)
 */
export function languageOf<Language extends string>(
  offered: readonly [Language, ...Language[]],
  { chosen, accepted }: { chosen: string | undefined; accepted: string | undefined },
): Language {
  const preferred = [chosen ?? '', ...ranked(accepted ?? '')];
  for (const tag of preferred) {
    const found = offered.find((each) => each === tag || tag.startsWith(`${each}-`));
    if (found) return found;
  }
  return offered[0];
}

function ranked(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
