import { errors } from 'undici';
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
 * @throws InvalidArgumentError when a value contains a line end
 */
export function requestHead({ method, path, headers, body }: UpstreamRequest): RequestHead {
  if (ALIEN_TO_TARGETS.test(path)) throw new errors.InvalidArgumentError('invalid request path');
  let text = `${method} ${path} HTTP/1.1\r\n`;
  let values = '';
  let hasLength = false;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    values += value;
    if (name.length !== 14 || name.toLowerCase() !== 'content-length') text += `${name}: ${value}\r\n`;
    else {
      hasLength = true;
      text += `${name}: ${value.replace(LEADING_ZEROS, '')}\r\n`;
    }
  }
  // One check for all of them costs a fifth of one check each.
  if (ALIEN_TO_VALUES.test(values)) throw alienIn(headers);
  if (hasLength) return { text: `${text}\r\n`, isChunked: false };
  if (body instanceof Uint8Array)
    return { text: `${text}Content-Length: ${body.length}\r\n\r\n`, isChunked: false };
  if (body) return { text: `${text}Transfer-Encoding: chunked\r\n\r\n`, isChunked: true };
  return {
    text: MEANT_TO_HAVE_BODY.has(method) ? `${text}Content-Length: 0\r\n\r\n` : `${text}\r\n`,
    isChunked: false,
  };
}

function alienIn(headers: readonly string[]): Error {
  const at = headers.findIndex((value, at) => at % 2 === 1 && ALIEN_TO_VALUES.test(value));
  return new errors.InvalidArgumentError(`invalid ${headers[at - 1]} header`);
}
