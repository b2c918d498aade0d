import { isObject, type JsonObject } from '../../foundation/json.ts';

/** A name with an address, of which a document may give either. */
export type NamedAddress = { readonly name: string | null; readonly url: string | null };

/** The words of a document about its API. (OpenAPI 3.1, "Info Object") */
export type DocumentWords = {
  /** Markdown. */
  readonly description: string | null;
  readonly contact: (NamedAddress & { readonly email: string | null }) | null;
  readonly license: NamedAddress | null;
  readonly termsOfService: string | null;
};

export const NO_DOCUMENT_WORDS: DocumentWords = {
  description: null,
  contact: null,
  license: null,
  termsOfService: null,
};

const DESCRIPTION_LENGTH_MAX = 20_000;
const LINE_LENGTH_MAX = 200;
const URL_LENGTH_MAX = 2_000;
/** Control characters, and those that turn the direction of text. */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const EMAIL = /^[^\s@<>?&]{1,64}@[^\s@<>?&]{1,190}$/;

/**
 * Reads the description, the contact, the licence and the terms of a document.
 *
 * A document is no input of the management API alone: it may come from a file of somebody else. Addresses that are no
 * links of the web, and texts that are no line, are left out; a description of more than 20,000 characters is cut off after a paragraph.
 */
export function documentWords(document: JsonObject): DocumentWords {
  const info = isObject(document['info']) ? document['info'] : {};
  return {
    description: descriptionOf(info['description']),
    contact: contactOf(info['contact']),
    license: licenseOf(info['license']),
    termsOfService: webAddress(info['termsOfService']),
  };
}

function descriptionOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
  if (text.length <= DESCRIPTION_LENGTH_MAX) return text || null;
  const cut = text.slice(0, DESCRIPTION_LENGTH_MAX).toWellFormed();
  const end = cut.lastIndexOf('\n\n');
  return end > 0 ? cut.slice(0, end) : cut;
}

function contactOf(value: unknown): DocumentWords['contact'] {
  if (!isObject(value)) return null;
  const email = typeof value['email'] === 'string' && EMAIL.test(value['email']) ? value['email'] : null;
  const contact = { name: lineOf(value['name']), url: webAddress(value['url']), email };
  return contact.name === null && contact.url === null && email === null ? null : contact;
}

/** A licence is named by SPDX where the document has no address of it. (OpenAPI 3.1, "License Object") */
function licenseOf(value: unknown): NamedAddress | null {
  if (!isObject(value)) return null;
  const license = {
    name: lineOf(value['name']) ?? lineOf(value['identifier']),
    url: webAddress(value['url']),
  };
  return license.name === null && license.url === null ? null : license;
}

function lineOf(value: unknown): string | null {
  const line = typeof value === 'string' ? value.trim() : '';
  return line === '' || line.length > LINE_LENGTH_MAX || NO_LINE.test(line) ? null : line;
}

function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
}
