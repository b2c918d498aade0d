import { randomUUID } from 'node:crypto';
import { isObject } from '../../../foundation/json.ts';
import { sentAs } from '../../../openapi/to-graphql/media-types.ts';
import type { OperationModel } from '../../../openapi/to-graphql/model.ts';
import { stringifyExact } from './exact-json.ts';
import { Bytes } from './scalars.ts';
import { pairs, text } from './styles.ts';

type FormStyles = NonNullable<OperationModel['formStyles']>;

/** The body of a request, and its Content-Type. */
export type RestBody = { readonly contentType: string; readonly body: string | Uint8Array };

/**
 * Writes a value in the media type that an operation takes.
 *
 * It is a form, a text or bytes as they are; all else is JSON.
 *
 * @param contentType a media type, with its parameters
 * @param formStyles how the members of a form are written, where the document says so
 */
export function restBody(contentType: string, value: unknown, formStyles: FormStyles = {}): RestBody {
  if (value instanceof Bytes) return { contentType, body: value.bytes };
  if (/^multipart\//i.test(contentType) && isObject(value)) return multipart(value);
  if (/^application\/x-www-form-urlencoded/i.test(contentType) && isObject(value))
    return { contentType, body: form(value, formStyles) };
  return { contentType, body: sentAs(contentType) === 'TEXT' ? text(value) : stringifyExact(value) };
}

const fieldsOf = (value: object) => Object.entries(value).filter(([, each]) => each != null);

function form(value: object, styles: FormStyles): string {
  const styleOf = (name: string) => (Object.hasOwn(styles, name) ? styles[name] : undefined);
  return fieldsOf(value)
    .flatMap(([name, each]) =>
      pairs({ in: 'query', name, style: 'form', explode: true, ...styleOf(name) }, each),
    )
    .join('&');
}

/**
 * Writes a multipart body (RFC 7578). Each item of a list is a part, bytes are a file, objects are JSON.
 *
 * (OpenAPI 3.1, "Special Considerations for multipart Content")
 */
function multipart(value: object): RestBody {
  const boundary = `gatehouse-${randomUUID()}`;
  const parts = fieldsOf(value).flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each]).flatMap((item) => [
      Buffer.from(`--${boundary}\r\n${partHead(quoted(name), item)}\r\n\r\n`),
      item instanceof Bytes ? item.bytes : Buffer.from(text(item)),
      Buffer.from('\r\n'),
    ]),
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function partHead(name: string, item: unknown): string {
  const head = `Content-Disposition: form-data; name="${name}"`;
  if (item instanceof Bytes) return `${head}; filename="${name}"\r\nContent-Type: application/octet-stream`;
  return typeof item === 'object' ? `${head}\r\nContent-Type: application/json` : head;
}

/** Escapes a name between quotes as browsers do. (HTML, "multipart form data") */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
