import { type InputPath, refuse } from '../../foundation/errors.ts';
import { short } from '../../foundation/text/listed.ts';
import { compileStepCondition, compileStepText, type StepSide } from '../access-policy/step-expression.ts';
import { HEADER_VALUE } from '../backend/gateway-headers.ts';
import { checkedExpression } from './checked-expression.ts';
import { operationNames } from './operation-names.ts';
import { checkPathRewrite } from './path-rewrite.ts';
import { type QueryAction, type QueryActionDraft, queryActionFrom } from './query-steps.ts';
import { checkTransformedHeader } from './transformed-headers.ts';

/** The sides of a call. Steps change the request for the back-end, or its answer for the caller. */
export const stepSides = ['REQUEST', 'ANSWER'] as const satisfies readonly StepSide[];

/** A header with a fixed value, or with one that a CEL expression gives. */
export type HeaderSetting = {
  readonly name: string;
  readonly value?: string;
  readonly expression?: string;
};

/** A step that changes calls of an API on their way. Exactly one of its last members says what it does. */
export type Transformation = QueryAction & {
  readonly on: StepSide;
  /** The operations whose calls it changes. Empty means all. */
  readonly operations: readonly string[];
  /** A CEL expression that has to hold. */
  readonly condition?: string;
  readonly setHeader?: HeaderSetting;
  readonly removeHeader?: string;
  /** The path on the back-end, with parameters of the operation. */
  readonly rewritePath?: string;
  /** An expression of JSONata that gives the JSON of the body. It is compiled elsewhere, in a child process. */
  readonly json?: string;
};

type Optional<T> = { readonly [Member in keyof T]?: T[Member] | null | undefined };

/** A step as the management API and a manifest take it. */
export type TransformationDraft = Pick<Transformation, 'on'> &
  QueryActionDraft &
  Optional<Omit<Transformation, 'on' | 'setHeader' | keyof QueryAction>> & {
    readonly setHeader?: (Pick<HeaderSetting, 'name'> & Optional<HeaderSetting>) | null | undefined;
  };

const STEPS_MAX = 20;
const VALUE_LENGTH_MAX = 1_000;
const JSON_LENGTH_MAX = 10_000;
const QUERY_ACTIONS = ['setQuery', 'removeQuery', 'renameQuery'] as const;
const ACTIONS = ['setHeader', 'removeHeader', 'rewritePath', ...QUERY_ACTIONS, 'json'] as const;

type Kind = 'REST' | 'GRAPHQL';

/**
 * Checks and completes the steps of an API, in their order.
 *
 * @param path the path of the list in the input
 * @throws BAD_USER_INPUT, with the path of the member at fault
 */
export function transformationsFrom(
  drafts: readonly TransformationDraft[],
  kind: Kind,
  path: InputPath = ['input', 'transformations'],
): readonly Transformation[] | undefined {
  if (drafts.length > STEPS_MAX)
    refuse('BAD_USER_INPUT', { detail: `An API has at most ${STEPS_MAX} transformations.`, path });
  const steps = drafts.map((draft, at) => stepFrom(draft, kind, [...path, at]));
  return steps.length > 0 ? steps : undefined;
}

function stepFrom(draft: TransformationDraft, kind: Kind, path: InputPath): Transformation {
  const { on, condition } = draft;
  if (ACTIONS.filter((each) => draft[each] != null).length !== 1)
    refuse('BAD_USER_INPUT', { detail: `A step does one thing: give either ${ACTIONS.join(', ')}.`, path });
  const operations = operationNames(draft.operations, [...path, 'operations']);
  return {
    on,
    operations,
    ...(condition != null && {
      condition: checkedExpression(condition, [...path, 'condition'], (text) =>
        compileStepCondition(text, on),
      ),
    }),
    ...actionFrom(draft, { kind, operations, path }),
  };
}

type StepPlace = { readonly kind: Kind; readonly operations: readonly string[]; readonly path: InputPath };

function actionFrom(draft: TransformationDraft, place: StepPlace): Partial<Transformation> {
  const { on, setHeader, removeHeader, json } = draft;
  const { kind, path } = place;
  if (setHeader != null)
    return { setHeader: headerFrom(setHeader, { on, kind, path: [...path, 'setHeader'] }) };
  if (removeHeader != null) {
    checkTransformedHeader(removeHeader, { on, kind, isRemoved: true }, [...path, 'removeHeader']);
    return { removeHeader };
  }
  return json == null ? targetFrom(draft, place) : { json: jsonFrom(json, kind, [...path, 'json']) };
}

/** Checks the action of a step on the path or the query. Both are of a request of a REST API. */
function targetFrom(
  draft: TransformationDraft,
  { kind, operations, path }: StepPlace,
): Partial<Transformation> {
  const member = [...QUERY_ACTIONS, 'rewritePath' as const].find((each) => draft[each] != null) ?? '';
  const at = [...path, member];
  const noun = member === 'rewritePath' ? 'path' : 'query';
  if (kind === 'GRAPHQL')
    refuse('BAD_USER_INPUT', { detail: `A GraphQL API has one ${noun}: leave ${member} out.`, path: at });
  if (draft.on === 'ANSWER')
    refuse('BAD_USER_INPUT', { detail: `An answer has no ${noun}: say on: REQUEST.`, path: at });
  const query = queryActionFrom(draft, path);
  if (query) return query;
  const rewritePath = draft.rewritePath ?? '';
  checkPathRewrite(rewritePath, operations, at);
  return { rewritePath };
}

function jsonFrom(text: string, kind: Kind, path: InputPath): string {
  if (kind === 'GRAPHQL')
    refuse('BAD_USER_INPUT', { detail: 'The JSON of a GraphQL API is its own: leave json out.', path });
  if (text.trim() === '' || text.length > JSON_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `An expression of JSONata has at most ${JSON_LENGTH_MAX} characters, and says something.`,
      path,
    });
  return text;
}

type HeaderPlace = { readonly on: StepSide; readonly kind: Kind; readonly path: InputPath };

function headerFrom(
  { name, value, expression }: NonNullable<TransformationDraft['setHeader']>,
  { on, kind, path }: HeaderPlace,
): HeaderSetting {
  checkTransformedHeader(name, { on, kind, isRemoved: false }, [...path, 'name']);
  if ((value == null) === (expression == null))
    refuse('BAD_USER_INPUT', {
      detail: `Give either a value or an expression for ${name}.`,
      path,
    });
  if (expression != null) {
    const checked = checkedExpression(expression, [...path, 'expression'], (text) =>
      compileStepText(text, on),
    );
    return { name, expression: checked };
  }
  if (value == null || !HEADER_VALUE.test(value) || value.length > VALUE_LENGTH_MAX)
    return refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(short(value ?? ''))} is no value of a header: use at most ${VALUE_LENGTH_MAX} visible ASCII characters, without spaces around them.`,
      path: [...path, 'value'],
    });
  return { name, value };
}

/** @throws BAD_USER_INPUT for an operation that the document of a REST API lacks */
export function checkTransformedOperations(
  steps: readonly Transformation[],
  known: ReadonlySet<string>,
  path: InputPath = ['input', 'transformations'],
): void {
  for (const [at, { operations }] of steps.entries()) {
    const unknown = operations.find((each) => !known.has(each));
    if (unknown !== undefined)
      refuse('BAD_USER_INPUT', {
        detail: `The document has no operation ${unknown}: name it as the document does. Change steps together with the document.`,
        path: [...path, at, 'operations'],
      });
  }
}
