import type { OperationModel } from './model.ts';
import type { Content } from './rest-operations.ts';

/** JSON, whatever it is called: `application/problem+json`; also what may be anything, and what is no media type. */
const isJson = (mediaType: string) =>
  /^(application|text)\/([\w.+-]*\+)?json\b|^\*\/\*|^application\/\*|^[^/]*$/i.test(mediaType);

/** What a String of GraphQL can hold: XML is a text, and so is a token. */
const isText = (mediaType: string) =>
  /^(text\/|application\/(([\w.-]+\+)*(xml|yaml|jwt)|x-yaml|x-ndjson|ndjson|jsonl|csv|html|javascript|graphql|sql)\b)/i.test(
    mediaType,
  );

const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded\b/i.test(mediaType);
const isMultipart = (mediaType: string) => /^multipart\/form-data\b/i.test(mediaType);

/** Which of the contents that an operation takes its argument is written as: bytes where it is nothing else. */
export function sendable(content: readonly Content[]): Content | undefined {
  const [any] = content;
  const kinds = [isJson, isForm, isMultipart, isText];
  return kinds.flatMap((is) => content.find(({ mediaType }) => is(mediaType)) ?? [])[0] ?? any;
}

/** How an argument of a media type is given: as an object or another value of its schema, a text, or bytes. */
export function sentAs(mediaType: string): 'VALUE' | 'TEXT' | 'BYTES' {
  if (isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType)) return 'VALUE';
  return isText(mediaType) ? 'TEXT' : 'BYTES';
}

/** What an answer is read as, by its media types: JSON where it can be, bytes where it is nothing else. */
export function readable(
  content: readonly Content[],
): { content: Content; answer: OperationModel['answer'] } | undefined {
  const json = content.find(({ mediaType }) => isJson(mediaType));
  if (json) return { content: json, answer: 'JSON' };
  const text = content.find(({ mediaType }) => isText(mediaType));
  if (text) return { content: text, answer: 'TEXT' };
  return content[0] && { content: content[0], answer: 'BYTES' };
}
