import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { compileStepText } from '../access-policy/step-expression.ts';
import { checkedExpression } from './checked-expression.ts';

/** A query parameter with a fixed value, or with one that a CEL expression gives. */
export type QuerySetting = {
  readonly name: string;
  readonly value?: string;
  readonly expression?: string;
};

/** A query parameter that gets another name. */
export type QueryRename = { readonly from: string; readonly to: string };

/** The actions of steps on the query of a request. A step has one of them. */
export type QueryAction = {
  readonly setQuery?: QuerySetting;
  /** The name of the parameter. */
  readonly removeQuery?: string;
  readonly renameQuery?: QueryRename;
};

/** Actions as the management API and a manifest take them. */
export type QueryActionDraft = {
  readonly setQuery?:
    | { readonly name: string; readonly value?: string | null; readonly expression?: string | null }
    | null
    | undefined;
  readonly removeQuery?: string | null | undefined;
  readonly renameQuery?: QueryRename | null | undefined;
};

const NAME_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name and no value has
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Checks the action of a step on the query. Undefined where it has none.
 *
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function queryActionFrom(
  { setQuery, removeQuery, renameQuery }: QueryActionDraft,
  path: InputPath,
): QueryAction | undefined {
  if (setQuery != null) return { setQuery: settingFrom(setQuery, [...path, 'setQuery']) };
  if (removeQuery != null) return { removeQuery: nameFrom(removeQuery, [...path, 'removeQuery']) };
  if (renameQuery == null) return undefined;
  const at = [...path, 'renameQuery'];
  const from = nameFrom(renameQuery.from, [...at, 'from']);
  const to = nameFrom(renameQuery.to, [...at, 'to']);
  if (from === to) refuse('BAD_USER_INPUT', { detail: `${from} has that name: give it another.`, path: at });
  return { renameQuery: { from, to } };
}

function nameFrom(name: string, path: InputPath): string {
  if (name === '' || name.length > NAME_LENGTH_MAX || !isText(name))
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(name))} is no name of a query parameter: use 1 to ${NAME_LENGTH_MAX} characters, not encoded.`,
      path,
    });
  return name;
}

function settingFrom(
  { name, value, expression }: NonNullable<QueryActionDraft['setQuery']>,
  path: InputPath,
): QuerySetting {
  nameFrom(name, [...path, 'name']);
  if ((value == null) === (expression == null))
    refuse('BAD_USER_INPUT', { detail: `Give either a value or an expression for ${name}.`, path });
  if (expression != null) {
    const compile = (text: string) => compileStepText(text, 'REQUEST');
    return { name, expression: checkedExpression(expression, [...path, 'expression'], compile) };
  }
  if (value == null || value.length > VALUE_LENGTH_MAX || !isText(value))
    return refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(value ?? ''))} is no value of a query parameter: use at most ${VALUE_LENGTH_MAX} characters, not encoded.`,
      path: [...path, 'value'],
    });
  return { name, value };
}

/** Tells whether a query can carry a text. */
export const isText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/** A change of the parameters of one name. They get another one, or one value in the place of all; null removes them. */
export type QueryChange = { readonly name: string } & (
  | { readonly to: string }
  | { readonly value: string | null }
);

/**
 * Changes a query, which has its question mark, or is empty.
 *
 * A name counts as it reads without its encoding. Parameters that no change names stay as the caller wrote them.
 */
export function changedQuery(query: string, changes: readonly QueryChange[]): string {
  let parameters = query.length < 2 ? [] : query.slice(1).split('&').map(parameterIn);
  for (const change of changes) parameters = changedBy(parameters, change);
  return parameters.length === 0 ? '' : `?${parameters.map(({ text }) => text).join('&')}`;
}

type Parameter = { readonly name: string; readonly text: string };

function parameterIn(text: string): Parameter {
  const at = text.indexOf('=');
  return { name: nameOf(at < 0 ? text : text.slice(0, at)), text };
}

function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}

function changedBy(parameters: readonly Parameter[], change: QueryChange): Parameter[] {
  const { name } = change;
  if ('to' in change) return renamed(parameters, name, change.to);
  const kept = parameters.filter((each) => each.name !== name);
  if (change.value !== null) kept.push({ name, text: `${encoded(name)}=${encoded(change.value)}` });
  return kept;
}

/** Renames parameters. Those that had the new name go, so that a caller gives one value by one name. */
function renamed(parameters: readonly Parameter[], from: string, to: string): Parameter[] {
  if (!parameters.some(({ name }) => name === from)) return [...parameters];
  return parameters.flatMap(({ name, text }) => {
    if (name === to) return [];
    if (name !== from) return [{ name, text }];
    const at = text.indexOf('=');
    return [{ name: to, text: encoded(to) + (at < 0 ? '' : text.slice(at)) }];
  });
}

const encoded = encodeURIComponent;
