import type { GraphQLError } from 'graphql';
import { Refusal } from '../../errors.ts';

export type DocumentFault = {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
};

/** A GraphQL document that is refused for what stands in it, fault by fault. */
export class DocumentRefusal extends Refusal {
  readonly errors: readonly DocumentFault[];

  constructor(
    code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_TOKENS_EXCEEDED' | 'GRAPHQL_VALIDATION_FAILED',
    errors: readonly Pick<GraphQLError, 'message' | 'locations'>[],
  ) {
    const places = errors.flatMap(({ locations }) => locations ?? []);
    super(code, {
      detail: errors[0]?.message ?? '',
      facts: { places: places.map(({ line, column }) => ({ line, column })) },
    });
    this.errors = errors.map(({ message, locations }) => ({ message, ...(locations && { locations }) }));
  }
}
