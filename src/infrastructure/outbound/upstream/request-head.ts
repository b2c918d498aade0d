import { errors } from 'undici';
import { fieldLine } from '../../../foundation/text/field-line.ts';
import type { UpstreamRequest } from './exchange.ts';

const ALIEN_TO_TARGETS = /[^\x21-\x7e]/;
const ALIEN_TO_VALUES = /[^\t\x20-\x7e\x80-\xff]/;
/** Leading zeros. Some readers take them for a sign of octal numbers. */
const LEADING_ZEROS = /^0+(?=\d)/;
/** Methods that state an empty body by a length of 0. (RFC 9110 §8.6) */
const MEANT_TO_HAVE_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export type RequestHead = {
  /** The head, to be sent as Latin-1. */
  readonly text: string;
  /** Is true when the body is chunked, because its length is not known. */
  readonly isChunked: boolean;
};

/**
 * Writes the head of a request. (RFC 9112 §3)
 *
 * @throws InvalidArgumentError when a value contains a line end, or a name is none
 */
export function requestHead({ method, path, headers, body }: UpstreamRequest): RequestHead {
  if (ALIEN_TO_TARGETS.test(path)) throw new errors.InvalidArgumentError('invalid request path');
  let text = `${method} ${path} HTTP/1.1`;
  let hasLength = false;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    const line = fieldLine(name);
    if (line === undefined || ALIEN_TO_VALUES.test(value))
      throw new errors.InvalidArgumentError(`invalid ${name} header`);
    if (name.length !== 14 || name.toLowerCase() !== 'content-length') text += line + value;
    else {
      hasLength = true;
      text += line + value.replace(LEADING_ZEROS, '');
    }
  }
  const { framing, isChunked } = framingOf({ method, hasLength, body });
  return { text: `${text}${framing}\r\n\r\n`, isChunked };
}

type Framed = Pick<UpstreamRequest, 'method' | 'body'> & { readonly hasLength: boolean };

/** Decides how the end of a body is told. The headers may tell it. */
function framingOf({ method, hasLength, body }: Framed): { framing: string; isChunked: boolean } {
  if (hasLength) return { framing: '', isChunked: false };
  if (body instanceof Uint8Array) return { framing: `\r\nContent-Length: ${body.length}`, isChunked: false };
  if (body) return { framing: '\r\nTransfer-Encoding: chunked', isChunked: true };
  return { framing: MEANT_TO_HAVE_BODY.has(method) ? '\r\nContent-Length: 0' : '', isChunked: false };
}
