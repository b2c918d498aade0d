import type { OperationModel } from './model.ts';
import type { Content } from './rest-operations.ts';

/** Is true for JSON by any name, such as `application/problem+json`. Ranges and invalid media types count too. */
const isJson = (mediaType: string) =>
  /^(application|text)\/([\w.+-]*\+)?json\b|^\*\/\*|^application\/\*|^[^/]*$/i.test(mediaType);

/** Is true for media types that a GraphQL String can hold. XML is text, and so is a token. */
const isText = (mediaType: string) =>
  /^(text\/|application\/(([\w.-]+\+)*(xml|yaml|jwt)|x-yaml|x-ndjson|ndjson|jsonl|csv|html|javascript|graphql|sql)\b)/i.test(
    mediaType,
  );

const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded\b/i.test(mediaType);
const isMultipart = (mediaType: string) => /^multipart\/form-data\b/i.test(mediaType);

/** Picks the content that an argument is written as. Bytes are the last choice. */
export function sendable(content: readonly Content[]): Content | undefined {
  const [any] = content;
  const kinds = [isJson, isForm, isMultipart, isText];
  return kinds.flatMap((is) => content.find(({ mediaType }) => is(mediaType)) ?? [])[0] ?? any;
}

/** Returns the form of a media type's argument: schema value, text or bytes. */
export function sentAs(mediaType: string): 'VALUE' | 'TEXT' | 'BYTES' {
  if (isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType)) return 'VALUE';
  return isText(mediaType) ? 'TEXT' : 'BYTES';
}

/** Returns the form that an answer is read in, by its media types. JSON is preferred, and bytes are the last choice. */
export function readable(
  content: readonly Content[],
): { content: Content; answer: OperationModel['answer'] } | undefined {
  const json = content.find(({ mediaType }) => isJson(mediaType));
  if (json) return { content: json, answer: 'JSON' };
  const text = content.find(({ mediaType }) => isText(mediaType));
  if (text) return { content: text, answer: 'TEXT' };
  return content[0] && { content: content[0], answer: 'BYTES' };
}
