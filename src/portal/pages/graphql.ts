import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { errorMasker, type OnFault } from '../../graphql/refusals.ts';
import type { PortalContext } from '../context.ts';
import { schema } from '../schema.ts';
import type { introspection } from '../schema.types.ts';

/** The documents of the pages: their variables and results are typed by the portal API's schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown; Version: string; VersionedName: string; URL: string };
  disableMasking: true;
}>();

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
  /** The last name in the path of the input: the field of a form. */
  readonly field: string | undefined;

  constructor({ message, extensions }: GraphQLError) {
    super(message);
    const { code, path, http } = extensions as {
      code: string;
      path?: readonly (string | number)[];
      http?: { status?: number };
    };
    this.code = code;
    this.status = http?.status ?? 400;
    this.field = path?.findLast((part): part is string => typeof part === 'string');
  }
}

/**
 * Pages get their data by executing documents against the portal API, in process and by nothing else: whatever a page
 * does, a consumer's script can do.
 */
export function runner(context: PortalContext, onFault: OnFault): Run {
  const masked = errorMasker(onFault);
  return async (document, ...[variables]) => {
    const result = (await execute({
      schema,
      document: document as DocumentNode,
      contextValue: context,
      variableValues: variables as Record<string, unknown> | undefined,
    })) as ExecutionResult;
    const [error] = result.errors ?? [];
    if (error) throw new PageRefusal(masked(error) as GraphQLError);
    return result.data as never;
  };
}
