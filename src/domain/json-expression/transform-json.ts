import { isStopped, JsonExpressionFault, knownJsonExpression } from './json-expression.ts';

/** Characters of JSON that steps may make. */
const RESULT_LENGTH_MAX = 1_000_000;

type TransformJsonInput = {
  /** The body as text. */
  readonly text: string;
  /** The expressions of JSONata, in their order. */
  readonly expressions: readonly string[];
};

/** The reason that JSON cannot be transformed. */
export type JsonFault = 'NOT_JSON' | 'NOTHING' | 'TOO_MUCH' | 'TOO_LARGE' | 'FAILED';

/** The JSON after all steps, or the fault of one of them. */
type TransformedJson =
  | { readonly text: string }
  | {
      readonly fault: JsonFault;
      /** The index of the expression at fault. */
      readonly index: number;
      /** The code of JSONata, where it has one. */
      readonly code?: string | undefined;
    };

/**
 * Transforms JSON by expressions, one after another. It runs in a child process, which bounds its time and memory.
 *
 * A fault has no text of the evaluation, since that may have values of the body.
 */
export async function transformJson({ text, expressions }: TransformJsonInput): Promise<TransformedJson> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'NOT_JSON', index: 0 };
  }
  for (const [index, expression] of expressions.entries()) {
    try {
      value = await knownJsonExpression(expression).evaluate(value);
    } catch (error) {
      if (!(error instanceof JsonExpressionFault)) throw error;
      return { fault: isStopped(error) ? 'TOO_MUCH' : 'FAILED', index, code: error.code };
    }
  }
  const last = expressions.length - 1;
  const made = JSON.stringify(value);
  if (made === undefined) return { fault: 'NOTHING', index: last };
  return made.length > RESULT_LENGTH_MAX ? { fault: 'TOO_LARGE', index: last } : { text: made };
}

/** Values that an expression is tried with when it is saved. What never ends with these, never ends. */
const TRIED: readonly unknown[] = [null, {}, [], { a: [{ b: 1 }] }];

/** The fault of an expression as it is told when it is saved. */
type SavedFault = { readonly message: string; readonly at: number };

/**
 * Finds the fault of an expression that is saved. It runs in a child process.
 *
 * It is evaluated with a few values, so that one that never ends is found. Other faults with these are none: real
 * bodies are different.
 */
export async function jsonExpressionFault(text: string): Promise<SavedFault | undefined> {
  try {
    const expression = knownJsonExpression(text);
    for (const value of TRIED)
      await expression.evaluate(value).catch((error: unknown) => {
        if (error instanceof JsonExpressionFault && isStopped(error)) throw error;
      });
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonExpressionFault)) throw error;
    const { message, at } = error;
    return { message: isStopped(error) ? `It never ends, or takes too much: ${message}` : message, at };
  }
}
