import type { Letter } from '../../domain/events/letters.ts';
import { filled, type NoticeTemplate, noticePlaceholders } from '../../domain/events/notice-template.ts';
import type { Notice } from '../../domain/events/notices.ts';
import type { Language } from '../../foundation/text/languages.ts';
import type { Formats } from '../../ui/kit/formats.ts';
import type { NoticeText } from '../../ui/languages/en/notices.ts';
import { inEveryLanguage } from '../../ui/languages/translations.ts';

export type { NoticeText };

/** The words around a notice, and those of each kind, in each language. */
export const noticeWords = inEveryLanguage(({ notices }, format) => notices(format));

/** The words of letters in each language. */
export const letterWords = inEveryLanguage(({ letters }, format) => letters(format));

/** Says what a limit admits: `10,000 calls a day`. */
const limitWords = inEveryLanguage(({ pages }, format) => pages.shared(format).limit);

/** Words a notice or letter, by the provider's template where its kind has one. */
export function wordedNotice(
  told: Notice | Letter,
  language: Language,
  templates: readonly NoticeTemplate[] = [],
): NoticeText {
  const notice = withLimit(told, language);
  const own = templates.find((each) => each.kind === notice.kind && each.language === language);
  if (!own) return builtInWords(notice, language);
  const values = placeholderValues(notice, formats[language]);
  // A value is one line in a subject, which is the header of a mail.
  const subject = filled(own.subject, values).replace(/\s+/g, ' ').trim();
  return { subject, text: filled(own.text, values) };
}

/** Puts in words what a limit admits: its name is the provider's. */
function withLimit(told: Notice | Letter, language: Language): Notice | Letter {
  if (told.kind !== 'LIMIT_ALERT') return told;
  const { counted, ...detail } = told.detail;
  return { ...told, detail: { ...detail, limit: counted ? limitWords[language](counted) : detail.limit } };
}

const formats = inEveryLanguage((_translation, format) => format);
const INSTANTS: readonly string[] = ['endsAt', 'since', 'sunsetAt'];

/** The details of a notice as texts. The name of what it is about is one of them. */
function placeholderValues(
  { kind, about, detail }: Notice | Letter,
  format: Formats,
): Record<string, string> {
  const [subject] = noticePlaceholders[kind];
  const texts = Object.entries(detail).map(([name, value]: [string, unknown]) => {
    if (value === null) return [name, ''];
    if (Array.isArray(value)) return [name, value.join(', ')];
    return [name, INSTANTS.includes(name) ? format.dateTime(String(value)) : String(value)];
  });
  return { ...Object.fromEntries(texts), [subject]: about };
}

function builtInWords({ kind, about, detail }: Notice | Letter, language: Language): NoticeText {
  const words = { ...noticeWords[language].of, ...letterWords[language].of };
  return (words[kind] as (about: string, detail: unknown) => NoticeText)(about, detail);
}
