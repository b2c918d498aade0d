import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { measureOperations } from '../cost/measure-operations.ts';
import { isNestedDeeper } from '../validation/nesting.ts';

/** The introspection query of graphql-js is nested 15 deep. */
const DEPTH_MAX = 20;
/** The nesting of selections with lists and objects in arguments. The parser's stack takes far more. */
const BRACKETS_MAX = 64;

/** Parsed documents that are known not to be too deep. */
const measured = new WeakSet<DocumentNode>();

/** Bounds the length and depth of a GraphQL server's documents. Its types refer to each other in circles. */
export function useDocumentLimits(tokensMax: number): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        const text = typeof source === 'string' ? source : source.body;
        if (isNestedDeeper(text, BRACKETS_MAX)) throw tooDeep();
        return parse(source, { ...options, maxTokens: tokensMax });
      });
    },
    onValidate:
      ({ params }) =>
      ({ valid, setResult }) => {
        const document = params.documentAST as DocumentNode;
        if (!valid || measured.has(document)) return;
        const depths = [...measureOperations(document).values()].map(({ depth }) => depth);
        if (Math.max(0, ...depths) > DEPTH_MAX) setResult([tooDeep()]);
        else measured.add(document);
      },
  };
}

function tooDeep(): GraphQLError {
  return new GraphQLError(`A document may be nested ${DEPTH_MAX} deep: ask in parts.`, {
    extensions: { code: 'GRAPHQL_DEPTH_EXCEEDED', http: { spec: true, status: 400 } },
  });
}
