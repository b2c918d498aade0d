import { getOperationAST, type OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { inSpan, type SpanOptions, type Tracing } from '../../infrastructure/observability/tracing.ts';

/**
 * Traces parsing, validation and execution in a span each. A remembered document is neither parsed nor validated. Spans
 * do not include its text, which may hold secrets. (OpenTelemetry, GraphQL server spans)
 */
export function useTracing(tracing: Tracing): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((...args) =>
        inSpan(tracing, { kind: 'INTERNAL', name: 'graphql.parse' }, () => parseFn(...args)),
      );
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...args) =>
        inSpan(tracing, { kind: 'INTERNAL', name: 'graphql.validate' }, () => validateFn(...args)),
      );
    },
    onExecute({ args: { document, operationName }, executeFn, setExecuteFn }) {
      const span = operationSpan(getOperationAST(document, operationName));
      setExecuteFn((args) => inSpan(tracing, span, () => executeFn(args)));
    },
  };
}

/** The span of the execution of an operation. */
export function operationSpan(operation: OperationDefinitionNode | null | undefined): SpanOptions {
  const attributes = {
    'graphql.operation.type': operation?.operation,
    'graphql.operation.name': operation?.name?.value,
  };
  return { kind: 'INTERNAL', name: operation?.operation ?? 'graphql.execute', attributes };
}
