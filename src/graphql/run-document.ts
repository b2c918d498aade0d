import type { TadaDocumentNode } from 'gql.tada';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { errorMasker, type OnFault } from './refusals.ts';

/** Executes a document as whoever is asking. */
export type Run = <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  ...variables: Record<string, never> extends Variables ? [] : [Variables]
) => Promise<Result>;

/** A document that was refused: the code, what is wrong, and which input is at fault. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  readonly code: string;
  readonly status: number;
  /** Headers that an answer with it must carry, for example Retry-After. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The last name in the path of the input: the field of a form. */
  readonly field: string | undefined;

  constructor({ message, extensions }: GraphQLError) {
    super(message);
    const { code, path, http } = extensions as {
      code: string;
      path?: readonly (string | number)[];
      http?: { status?: number; headers?: Readonly<Record<string, string>> };
    };
    this.code = code;
    this.status = http?.status ?? 400;
    this.headers = http?.headers;
    this.field = path?.findLast((part): part is string => typeof part === 'string');
  }
}

export type Runner = {
  readonly schema: GraphQLSchema;
  readonly contextValue: object;
  readonly onFault: OnFault;
};

/**
 * Pages get their data by executing documents against an API of the platform, in process and by nothing else: whatever
 * a page does, a script can do.
 */
export function runner({ schema, contextValue, onFault }: Runner): Run {
  const masked = errorMasker(onFault);
  return async (document, ...[variables]) => {
    const result = (await execute({
      schema,
      document: document as DocumentNode,
      contextValue,
      variableValues: variables as Record<string, unknown> | undefined,
    })) as ExecutionResult;
    const [error] = result.errors ?? [];
    if (error) throw new PageRefusal(masked(error) as GraphQLError);
    return result.data as never;
  };
}

/**
 * What came of a form: its result, or the refusal that its page shows beside what was typed. Refusals that no form can
 * mend (nobody signed in any more, a fault of ours) are thrown on.
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
