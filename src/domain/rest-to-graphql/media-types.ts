import type { OperationModel } from './model.ts';
import type { Content } from './operations.ts';
import { type SchemaFacts, schemaFacts } from './schema-facts.ts';

/** JSON, whatever it is called: `application/problem+json`; also what may be anything. */
export const isJson = (mediaType: string) =>
  /^(application|text)\/([\w.+-]*\+)?json\b|^\*\/\*|^application\/\*/i.test(mediaType);

/** What a String of GraphQL can hold: XML is a text, and so is a token. */
const isText = (mediaType: string) =>
  /^(text\/|application\/(([\w.-]+\+)*(xml|yaml|jwt)|x-yaml|x-ndjson|ndjson|jsonl|csv|html|javascript|graphql|sql)\b)/i.test(
    mediaType,
  );

const isForm = (mediaType: string) => /^application\/x-www-form-urlencoded\b/i.test(mediaType);
const isMultipart = (mediaType: string) => /^multipart\/form-data\b/i.test(mediaType);

/** Which of the contents that an operation takes arguments can be written as: undefined when none. */
export function sendable(content: readonly Content[]): Content | undefined {
  const first = (fits: (each: Content) => boolean) => content.find(fits);
  return (
    first(({ mediaType }) => isJson(mediaType)) ??
    first(({ mediaType }) => isForm(mediaType)) ??
    first(({ mediaType, schema }) => isMultipart(mediaType) && !hasFile(schema)) ??
    first(({ mediaType }) => isText(mediaType))
  );
}

/** Is an argument of this media type a text that is sent as it is? */
export const isSentAsText = (mediaType: string) => isText(mediaType) && !isJson(mediaType);

/** A file is bytes, for which GraphQL has no value. (OpenAPI 2.0: the type; 3.0: the format; 3.1: `contentMediaType`) */
const isFile = ({ type, keywords }: SchemaFacts) =>
  type === 'file' || keywords['format'] === 'binary' || 'contentMediaType' in keywords;

function hasFile(schema: Content['schema']): boolean {
  return [...schemaFacts(schema).members.values()]
    .map(schemaFacts)
    .some((member) => isFile(member) || (member.items !== undefined && isFile(schemaFacts(member.items))));
}

/** What an answer is read as, by its media types: JSON where it can be. */
export function readable(
  content: readonly Content[],
): { content: Content; answer: OperationModel['answer'] } | undefined {
  const json = content.find(({ mediaType }) => isJson(mediaType));
  if (json) return { content: json, answer: 'JSON' };
  const text = content.find(({ mediaType }) => isText(mediaType));
  return text && { content: text, answer: 'TEXT' };
}
