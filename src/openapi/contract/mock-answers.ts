import { isObject, type JsonObject } from '../../foundation/json.ts';
import { child, children, type DocumentNode, resolved } from '../document/document-node.ts';
import { exampleOf } from './example-value.ts';
import { operationNamed } from './operation-plan.ts';

/** An example of a body, ready to be sent. Null is the one without a name. */
export type MockExample = { readonly name: string | null; readonly text: string };

export type MockContent = { readonly type: string; readonly examples: readonly MockExample[] };

/** An answer that the document of an API describes. */
export type MockAnswer = {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly content: readonly MockContent[];
};

type MockAnswersInput = {
  /** The OpenAPI document as JSON text. */
  readonly document: string;
  readonly operation: string;
};

const STATUSES_MAX = 50;
const TYPES_MAX = 10;
const EXAMPLES_MAX = 20;
const HEADERS_MAX = 20;
/** Characters of all examples of an operation. */
const CHARACTERS_MAX = 1_000_000;
const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\x20-\x7e]{0,1000}$/;
/** Headers that the gateway writes itself, or that are of a connection. */
const NOT_MOCKED =
  /^(?:content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|upgrade|te|trailer|date|set-cookie)$/i;
const JSON_TYPE = /[/+]json$/;

/**
 * Makes the answers of an operation from the examples of its document. It is work for a child process.
 *
 * @returns undefined where the document has no such operation
 */
export function mockAnswers({ document: text, operation }: MockAnswersInput): MockAnswer[] | undefined {
  const document = JSON.parse(text) as JsonObject;
  const found = operationNamed(document, operation);
  if (!found) return undefined;
  let left = CHARACTERS_MAX;
  const answers: MockAnswer[] = [];
  for (const [status, node] of children(child(found.operation, 'responses'))) {
    if (!STATUS.test(status) || answers.length === STATUSES_MAX) continue;
    const answer = resolved(node) ?? node;
    const content = contentOf(answer).map(({ type, examples }) => {
      const fitting = examples.filter(({ text: example }) => {
        left -= example.length;
        return left >= 0;
      });
      return { type, examples: fitting };
    });
    answers.push({
      status: status === 'default' ? status : status.toUpperCase(),
      headers: headersOf(answer),
      content: content.filter(({ examples }) => examples.length > 0),
    });
  }
  return answers;
}

function contentOf(answer: DocumentNode): MockContent[] {
  return children(child(answer, 'content'))
    .slice(0, TYPES_MAX)
    .map(([range, node]) => {
      const type = range.includes('*') ? 'application/json' : range;
      return { type, examples: examplesOf(resolved(node) ?? node, type) };
    });
}

function examplesOf(media: DocumentNode, type: string): MockExample[] {
  const named = children(child(media, 'examples'))
    .slice(0, EXAMPLES_MAX)
    .flatMap(([name, node]) => {
      const example = resolved(node)?.value;
      return isObject(example) && 'value' in example ? [{ name, text: textOf(example['value'], type) }] : [];
    });
  if (named.length > 0) return named;
  const { example } = isObject(media.value) ? media.value : {};
  if (example !== undefined) return [{ name: null, text: textOf(example, type) }];
  const value = exampleOf(child(media, 'schema'));
  return [{ name: null, text: textOf(value, type) }];
}

/** A text is the body itself, unless that is JSON. Authors of documents also write JSON as a text. */
function textOf(value: unknown, type: string): string {
  const isText =
    typeof value === 'string' && (!JSON_TYPE.test(type.split(';', 1)[0] ?? '') || isJsonOfMany(value));
  return isText ? value : JSON.stringify(value);
}

/** Tells whether a text is a JSON object or list. */
function isJsonOfMany(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Lists headers whose value the document gives. */
function headersOf(answer: DocumentNode): string[] {
  return children(child(answer, 'headers'))
    .filter(([name]) => TOKEN.test(name) && !NOT_MOCKED.test(name))
    .slice(0, HEADERS_MAX)
    .flatMap(([name, node]) => {
      const value = headerValue(resolved(node) ?? node);
      return value !== undefined && HEADER_VALUE.test(value) ? [name, value] : [];
    });
}

function headerValue(header: DocumentNode): string | undefined {
  const own = isObject(header.value) ? header.value['example'] : undefined;
  const schema = resolved(child(header, 'schema'))?.value;
  const { example, default: byDefault } = isObject(schema) ? schema : {};
  const value = own ?? example ?? byDefault;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : undefined;
}
