import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { measureOperations } from './measure.ts';

const TOKENS_MAX = 5_000;
/** The introspection query of graphql-js is nested 15 deep. */
const DEPTH_MAX = 20;

/** Documents that are not too deep, as the cache of parsed documents has them. */
const measured = new WeakSet<DocumentNode>();

/** Bounds what a document of the platform's own APIs can ask for: their types hold one another in circles. */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source, { maxTokens: TOKENS_MAX, ...options }));
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
