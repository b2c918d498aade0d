import { type InputPath, refuse } from '../../foundation/errors.ts';
import { nearest } from '../../foundation/text/did-you-mean.ts';
import { short } from '../../foundation/text/listed.ts';
import { remedies } from '../call/remedies.ts';

/** The body of an API's refusals by the gateway, in place of problem+json. */
export type ErrorTemplate = {
  /** The codes that it is for. Empty means all. */
  readonly codes: readonly string[];
  readonly contentType: string;
  /** Text with `{code}`, `{status}`, `{title}`, `{detail}` and `{requestId}`. */
  readonly body: string;
};

/** A template as the management API and a manifest take it. */
export type ErrorTemplateDraft = {
  readonly codes?: readonly string[] | null | undefined;
  readonly contentType: string;
  readonly body: string;
};

/** The facts of a refusal that a template can tell. */
type RefusalWords = Readonly<Record<'code' | 'status' | 'title' | 'detail' | 'requestId', string | number>>;

const TEMPLATES_MAX = 20;
const BODY_LENGTH_MAX = 4_000;
const PLACEHOLDER = /\{(code|status|title|detail|requestId)\}/g;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const XML_TYPE = /^(?:application\/(?:[\w.-]+\+)?xml|text\/xml)$/;
const EXAMPLE: RefusalWords = { code: 'C', status: 400, title: 'T', detail: 'D "quoted"', requestId: 'R' };

/**
 * Checks and completes the error templates of an API. The first that is for a code counts.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function errorTemplatesFrom(
  drafts: readonly ErrorTemplateDraft[],
): readonly ErrorTemplate[] | undefined {
  const path = ['input', 'errorTemplates'];
  if (drafts.length > TEMPLATES_MAX)
    refuse('BAD_USER_INPUT', { detail: `An API has at most ${TEMPLATES_MAX} error templates.`, path });
  const templates = drafts.map((draft, at) => templateFrom(draft, [...path, at]));
  return templates.length > 0 ? templates : undefined;
}

function templateFrom({ codes, contentType, body }: ErrorTemplateDraft, path: InputPath): ErrorTemplate {
  const unknown = codes?.find((code) => !Object.hasOwn(remedies, code));
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(remedies));
    refuse('BAD_USER_INPUT', {
      detail: `The gateway refuses no call with ${short(unknown)}${meant ? `: did you mean ${meant}?` : '.'}`,
      path: [...path, 'codes'],
    });
  }
  if (!JSON_TYPE.test(contentType) && !XML_TYPE.test(contentType) && contentType !== 'text/plain')
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(contentType))} is no type of an error: use application/json or another type of JSON, a type of XML, or text/plain.`,
      path: [...path, 'contentType'],
    });
  const template = { codes: [...new Set(codes)].sort(), contentType, body };
  if (
    body.length > BODY_LENGTH_MAX ||
    (JSON_TYPE.test(contentType) && !isJson(filledTemplate(template, EXAMPLE)))
  )
    refuse('BAD_USER_INPUT', {
      detail: `The body is JSON when it is filled in, and has at most ${BODY_LENGTH_MAX} characters: put placeholders of texts between quotes.`,
      path: [...path, 'body'],
    });
  return template;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the template for a code; undefined where there is none. */
export const templateFor = (templates: readonly ErrorTemplate[], code: string): ErrorTemplate | undefined =>
  templates.find(({ codes }) => codes.length === 0 || codes.includes(code));

/** Fills in a template. Values are escaped for its type. */
export function filledTemplate({ contentType, body }: ErrorTemplate, words: RefusalWords): string {
  const escaped = JSON_TYPE.test(contentType) ? inJson : XML_TYPE.test(contentType) ? inXml : asIs;
  return body.replaceAll(PLACEHOLDER, (_, name: keyof RefusalWords) => escaped(`${words[name]}`));
}

const asIs = (text: string) => text;
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const inXml = (text: string) => text.replaceAll(/[&<>"']/g, (each) => XML[each] ?? '');
