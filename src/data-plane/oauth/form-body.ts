import type { IncomingMessage } from 'node:http';
import { refusal, refuse } from '../../foundation/errors.ts';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';
import { takenBody } from '../../http/plain/plain-request.ts';

/** The parameters of a request. One without a value counts as missing. */
export type Form = ReadonlyMap<string, string>;

const BODY_BYTES_MAX = 65_536;
/** A name or value without any of these is as it is written. */
const ENCODED = /[%+\0]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FORM = /^application\/x-www-form-urlencoded\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Reads the parameters from the body of a request, and from nowhere else. (RFC 6749 §3.2 and appendix B)
 *
 * @throws BAD_USER_INPUT when the body is no form in UTF-8, or has a parameter twice
 * @throws REQUEST_TOO_LARGE when it has more than 64 KiB
 */
export async function readForm(request: IncomingMessage): Promise<Form> {
  if (!FORM.test(request.headers['content-type'] ?? ''))
    refuse('BAD_USER_INPUT', { detail: 'Send a form: application/x-www-form-urlencoded, in UTF-8.' });
  return parseForm(takenBody(request, BODY_BYTES_MAX) ?? (await readBody(request)));
}

/** The parameter, which must be there. */
export function required(form: Form, name: string): string {
  return form.get(name) ?? refuse('BAD_USER_INPUT', { detail: `The parameter ${name} is missing.` });
}

/** One name or value as a form writes it. */
export function formDecode(text: string): string {
  if (!ENCODED.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {}
  return refuse('BAD_USER_INPUT', { detail: 'A parameter is not encoded as a form in UTF-8.' });
}

function parseForm(body: Buffer): Form {
  const { parameters, repeated } = parametersOf(utf8(body));
  if (repeated.size > 0) refuse('BAD_USER_INPUT', { detail: TWICE });
  return parameters;
}

export const TWICE = 'A parameter is there twice: send each once.';

/** Reads the parameters of a form or a query, with the names of repeated ones. */
export function parametersOf(text: string): { parameters: Form; repeated: ReadonlySet<string> } {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  const parameters = new Map<string, string>();
  for (const pair of text.split('&').filter(Boolean)) {
    const equals = pair.indexOf('=');
    const nameEnd = equals < 0 ? pair.length : equals;
    const [name, value] = [formDecode(pair.slice(0, nameEnd)), formDecode(pair.slice(nameEnd + 1))];
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    if (value !== '') parameters.set(name, value);
  }
  return { parameters, repeated };
}

function utf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return refuse('BAD_USER_INPUT', { detail: 'The form is not in UTF-8.' });
  }
}

/** Reads a body. Bytes beyond the limit are dropped, so that the client reads the answer before the connection ends. */
function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes();
    request.on('data', (chunk: Buffer) => {
      if (bytes.length + chunk.length <= BODY_BYTES_MAX) bytes.add(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(bytes.whole()));
    request.on('error', () => reject(refusal('BAD_USER_INPUT', { detail: 'The form ended early.' })));
  });
}

function tooLarge() {
  return refusal('REQUEST_TOO_LARGE', {
    detail: `The form is larger than ${BODY_BYTES_MAX / 1024} KiB.`,
    headers: { Connection: 'close' },
  });
}
