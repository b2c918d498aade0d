import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  typeFromAST,
} from 'graphql';
import { type InputPath, refusal } from '../../foundation/errors.ts';
import { inTurnOf } from './org-work.ts';
import { asGraphQLError, errorMasker, type OnFault } from './refusals.ts';

/** Executes a document as the caller. */
export type ExecuteDocument = <Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  ...variables: Record<string, never> extends Variables ? [] : [Variables]
) => Promise<Result>;

/** A refused document: the code, the message, and the input at fault. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  readonly code: string;
  readonly status: number;
  /** Headers that an answer with it must carry, for example Retry-After. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The last name in the path of the input: the field of a form. */
  readonly field: string | undefined;
  /** The member of the input that contains it. It is the form's field where one field stands for a whole list. */
  readonly member: string | undefined;
  /** The position of the faulty value in a list of the input, counted from 1. */
  readonly position: number | undefined;

  constructor({ message, extensions }: GraphQLError) {
    super(message);
    const { code, path, http } = extensions as {
      code: string;
      path?: InputPath;
      http?: { status?: number; headers?: Readonly<Record<string, string>> };
    };
    this.code = code;
    this.status = http?.status ?? 400;
    this.headers = http?.headers;
    const names = path?.filter((part) => typeof part === 'string');
    this.field = names?.at(-1);
    this.member = names?.find((name) => name !== 'input');
    const last = path?.at(-1);
    this.position = typeof last === 'number' ? last + 1 : undefined;
  }
}

/**
 * Refuses what a form sent, as the API refuses an input. The page shows the form again.
 *
 * @param detail in the language of the page
 */
export function refuseForm(detail: string, path?: InputPath): never {
  const refused = refusal('BAD_USER_INPUT', { detail, ...(path && { path }) });
  throw new PageRefusal(asGraphQLError(refused, {}));
}

type RunnerOptions = {
  readonly schema: GraphQLSchema;
  readonly contextValue: object;
  /** The org whose turns the documents take, as requests to the API do. */
  readonly org: string;
  readonly onFault: OnFault;
  /** Returns a message that replaces that of the API, or undefined to keep it. */
  readonly sentence?: (refusal: PageRefusal) => string | undefined;
};

/**
 * Creates a function that runs documents of a page. Pages get their data only by documents against an API of the
 * platform, in process. Whatever a page does, a script can do.
 */
export function runner({ schema, contextValue, org, onFault, sentence }: RunnerOptions): ExecuteDocument {
  const masked = errorMasker(onFault);
  return async (document, ...[variables]) => {
    const input = { document: document as DocumentNode, variableValues: variables ?? {} };
    const result: ExecutionResult = await inTurnOf(org, () => execute({ schema, contextValue, ...input }));
    const [error] = result.errors ?? [];
    if (error) {
      const refused = new PageRefusal(masked(wrongValue(schema, input) ?? error) as GraphQLError);
      refused.message = sentence?.(refused) ?? refused.message;
      throw refused;
    }
    return result.data as never;
  };
}

type WrongValueInput = {
  readonly document: DocumentNode;
  readonly variableValues: Readonly<Record<string, unknown>>;
};

/** Describes a value of the wrong type and its path. The executor's own message is written for programmers. */
function wrongValue(
  schema: GraphQLSchema,
  { document, variableValues }: WrongValueInput,
): GraphQLError | undefined {
  const faults: GraphQLError[] = [];
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  for (const { variable, type } of operations.flatMap((each) => each.variableDefinitions ?? [])) {
    const { value: name } = variable.name;
    const inputType = typeFromAST(schema, type as never) as GraphQLInputType;
    if (variableValues[name] !== undefined)
      coerceInputValue(variableValues[name], inputType, (below, _value, { message }) => {
        const extensions = { code: 'BAD_USER_INPUT', path: [name, ...below] };
        faults.push(new GraphQLError(message, { extensions }));
      });
  }
  return faults[0];
}

/**
 * Runs the action of a form. It returns the result, or the refusal that the page shows beside the input. Refusals that
 * no form can correct are thrown (nobody is signed in any more, an internal error).
 */
export async function attempt<Result>(
  work: Promise<Result>,
): Promise<{ result: Result; refused?: undefined } | { result?: undefined; refused: PageRefusal }> {
  try {
    return { result: await work };
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.code === 'INTERNAL' || error.code === 'UNAUTHENTICATED')
      throw error;
    return { refused: error };
  }
}
