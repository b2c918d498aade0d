import { randomUUID } from 'node:crypto';
import { isObject } from '../domain/openapi-tree.ts';
import { isSentAsText } from '../domain/rest-to-graphql/media-types.ts';
import { stringifyExact } from './exact-json.ts';
import { pairs, text } from './styles.ts';

/** What is sent, and the Content-Type that says how to read it. */
export type RestBody = { readonly contentType: string; readonly body: string };

/**
 * A value in the media type that an operation takes: a form, texts as they are, all else as JSON.
 *
 * @param sends a media type; JSON where it is none of those that are known
 */
export function restBody(sends: string, value: unknown): RestBody {
  if (/^multipart\//i.test(sends) && isObject(value)) return multipart(value);
  if (/^application\/x-www-form-urlencoded/i.test(sends) && isObject(value))
    return { contentType: sends, body: form(value) };
  return { contentType: sends, body: isSentAsText(sends) ? text(value) : stringifyExact(value) };
}

/** The fields of a form in turn; a list is a field for each of its items. */
const fieldsOf = (value: object) => Object.entries(value).filter(([, each]) => each != null);

const form = (value: object) =>
  fieldsOf(value)
    .flatMap(([name, each]) => pairs({ in: 'query', name, style: 'form', explode: true }, each))
    .join('&');

/** RFC 7578; objects are JSON. (OpenAPI 3.1, "Special Considerations for multipart Content") */
function multipart(value: object): RestBody {
  const boundary = `gatehouse-${randomUUID()}`;
  const part = (name: string, each: unknown) => {
    const type = typeof each === 'object' ? '\r\nContent-Type: application/json' : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${type}\r\n\r\n${text(each)}\r\n`;
  };
  const parts = fieldsOf(value).flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each]).map((item) => part(name, item)),
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: `${parts.join('')}--${boundary}--\r\n`,
  };
}

/** As browsers write a name between quotes. (HTML, "multipart form data") */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
