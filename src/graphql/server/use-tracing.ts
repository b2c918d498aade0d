import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { inSpan, type Tracing } from '../../infrastructure/observability/tracing.ts';

/**
 * Parsing, validation and execution, each in a span; a document that is remembered is neither parsed nor validated.
 * Without the text of the document, which may hold what is secret. (OpenTelemetry, GraphQL server spans)
 */
export function useTracing(tracing: Tracing): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((...given) =>
        inSpan(tracing, { kind: 'INTERNAL', name: 'graphql.parse' }, () => parseFn(...given)),
      );
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...given) =>
        inSpan(tracing, { kind: 'INTERNAL', name: 'graphql.validate' }, () => validateFn(...given)),
      );
    },
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      const operation = getOperationAST(document, operationName);
      const attributes = {
        'graphql.operation.type': operation?.operation,
        'graphql.operation.name': operation?.name?.value,
      };
      const name = operation?.operation ?? 'graphql.execute';
      setExecuteFn((given) =>
        inSpan(tracing, { kind: 'INTERNAL', name, attributes }, () => executeFn(given)),
      );
    },
  };
}
