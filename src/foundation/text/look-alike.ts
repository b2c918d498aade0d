import { hasControls } from './text.ts';

/** A string, because the compiler knows the flag `v` of later targets only. */
const RGI_EMOJI = '\\p{RGI_Emoji}';
/** Emoji as people type them. Their joiners and selectors are visible parts of them. (UTS #51) */
const EMOJI = new RegExp(RGI_EMOJI, 'gv');
/** Joiners between letters of certain scripts. They are visible there, and some languages need them. (UAX #31 §2.3) */
const JOINED =
  /(?<=[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{M}])[\u200c\u200d](?=\p{L})/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Scripts in common use, and those that are written together with others. (UAX #31 Table 5, UTS #39 §5.2) */
const SCRIPTS =
  `Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu
  Thaa Thai Tibt`
    .split(/\s+/)
    .map((script) => [script]);
const WRITTEN_TOGETHER = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];
const inScripts = (scripts: readonly string[]) => scripts.map((script) => `\\p{scx=${script}}`).join('');
/** A word in one of the scripts, with common marks and letters. */
const ONE_SYSTEM = [...SCRIPTS, ...WRITTEN_TOGETHER].map(
  (scripts) => new RegExp(`^[${inScripts(scripts)}\\p{scx=Zyyy}\\p{scx=Zinh}]*$`, 'u'),
);
const IN_COMMON_USE = new RegExp(
  `[${inScripts([...new Set([...SCRIPTS, ...WRITTEN_TOGETHER].flat())])}]`,
  'u',
);
const BETWEEN_WORDS = /[^\p{L}\p{M}]+/u;

/**
 * Says why a text could be taken for another one. It has controls, invisible characters, or a word with letters of
 * several scripts. Undefined for plain text.
 *
 * Decision: the level "Highly Restrictive" of UTS #39 §5.2, by the engine's Unicode data. It applies to each word by
 * itself, since titles name things in two languages. A word entirely of another script passes.
 *
 * @returns the rest of a sentence whose subject is the text: `holds control characters`
 */
export function lookAlikeFault(text: string): string | undefined {
  if (hasControls(text)) return 'holds control characters';
  const stripped = text.replace(EMOJI, '*').replace(JOINED, '');
  if (!VISIBLE.test(stripped.replaceAll('\u2800', ''))) return 'shows nothing that can be read';
  if (INVISIBLE.test(stripped)) return 'holds characters that nobody sees: leave them out';
  const mixed = stripped.split(BETWEEN_WORDS).find((word) => isMixed(word.normalize('NFC')));
  return mixed && `mixes letters of several scripts in one word, ${JSON.stringify(mixed)}: write it in one`;
}

const isMixed = (word: string): boolean =>
  IN_COMMON_USE.test(word) && !ONE_SYSTEM.some((system) => system.test(word));
