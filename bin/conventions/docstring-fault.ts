/** The words that begin a clause where the noun or the verb should stand. */
const CLAUSE = /^(?:What|Who|Whose|Whom|Which|Where|When|Why|How|Whether|Of|Those|That)\b/i;

const MAX_WORDS = 15;

/** The space behind the stop of a sentence. */
const STOP = /(?<=[.?!])\s+/;

/** The end of a first paragraph: an empty line, or a tag. */
const END = /\n\s*\n|(?:^|\s)@(?=[a-z])/;

/** Finds what is wrong with a docstring's first sentence: its opener or its length. */
export function docstringFault(comment: string): string | undefined {
  const sentence = firstSentence(comment);
  const [opener] = sentence.match(CLAUSE) ?? [];
  if (opener) return `begins with "${opener}": begin with the noun, or with a verb in the third person`;
  const words = countWords(sentence);
  return words > MAX_WORDS
    ? `has ${words} words in its first sentence: say it in ${MAX_WORDS}, then why`
    : undefined;
}

/** Reads the first sentence of a docstring, without its stars. */
function firstSentence(comment: string): string {
  const text = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^[ \t]*\*[ \t]?/gm, '')
    .trim();
  const [paragraph = ''] = asSingleWords(text).split(END);
  const [sentence = ''] = paragraph.split(STOP);
  return sentence.trim();
}

/** Makes one word of each piece of code and of each link. */
function asSingleWords(text: string): string {
  return text.replace(/`[^`]*`|\{@link [^}]*\}/g, '`code`');
}

/** Counts the words between spaces; a dash alone is none. */
const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
