import { namesIn, valueAt } from '../../../foundation/json-pointer.ts';
import type { OperationModel } from '../../../openapi/to-graphql/model.ts';

/** The call that a record came by. */
export type Request = {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly operation: OperationModel;
  readonly args: Readonly<Record<string, unknown>>;
};

type ExpressionContext = { readonly record: unknown; readonly request: Request };

/**
 * The value of a link's expression; undefined where there is none.
 *
 * It is `$response.body#/ownerId`, `$request.path.id`, a text with such in braces, or any other value as it is.
 * (OpenAPI 3.1, "Runtime Expressions")
 */
export function runtimeValue(rawExpression: unknown, origin: ExpressionContext): unknown {
  if (typeof rawExpression !== 'string') return rawExpression;
  if (rawExpression.startsWith('$')) return valueBy(rawExpression, origin);
  return rawExpression.replace(/\{(\$[^{}]+)\}/g, (_whole, expression: string) =>
    String(valueBy(expression, origin) ?? ''),
  );
}

function valueBy(expression: string, { record, request }: ExpressionContext): unknown {
  const [, body] = /^\$response\.body(?:#(.*))?$/s.exec(expression) ?? [];
  if (expression.startsWith('$response.body')) return body ? at(record, body) : record;
  if (expression.startsWith('$request.body')) {
    const { place, name } = request.operation.arguments.find((each) => each.place.in === 'body') ?? {};
    const sent = place && name !== undefined ? request.args[name] : undefined;
    return expression.includes('#') ? at(sent, expression.slice(expression.indexOf('#') + 1)) : sent;
  }
  const [, where, name] = /^\$request\.(path|query|header)\.(.+)$/.exec(expression) ?? [];
  if (where) {
    const found = request.operation.arguments.find(({ place }) => place.in === where && place.name === name);
    return found && request.args[found.name];
  }
  if (expression === '$url') return request.url;
  if (expression === '$method') return request.method;
  return expression === '$statusCode' ? request.status : undefined;
}

function at(value: unknown, pointer: string): unknown {
  const names = namesIn(`#${pointer}`);
  return names && valueAt(value, names);
}
