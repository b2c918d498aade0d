import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../foundation/json.ts';
import { LinearRegExp } from './linear-regexp.ts';

/** Parts of an expression. A longer one costs too much to be read for calls. */
const PARTS_MAX = 2_000;
/** Calls of functions within one another. */
const STACK_MAX = 400;
/** Items of a list that an expression makes. */
const ITEMS_MAX = 100_000;
/** Time of an expression, in milliseconds. */
const EXPRESSION_MS = 250;

const SAME = 'the same JSON has to become the same, so that it can be verified';
/** Functions that expressions lack, and the reason. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  eval: 'what it evaluates could not be checked before',
  now: SAME,
  millis: SAME,
  random: SAME,
  shuffle: SAME,
};

/** A fault of an expression, or of its evaluation. */
export class JsonExpressionFault extends Error {
  /** The code of JSONata, such as `D1012`; undefined for a rule of the platform. */
  readonly code: string | undefined;
  /** Its offset in the text, counted from 0. */
  readonly at: number;

  constructor(message: string, { code, at = 0 }: { readonly code?: string; readonly at?: number } = {}) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/** An expression of JSONata that was checked. */
type JsonExpression = {
  /**
   * Evaluates it, and stops what takes too long between two of its parts.
   *
   * The caller bounds the time of each part.
   *
   * @throws JsonExpressionFault
   */
  evaluate(value: unknown): Promise<unknown>;
};

/** Codes of JSONata for what was stopped by its depth, time or length. */
const STOPPED: ReadonlySet<string> = new Set(['D1011', 'D1012', 'D2014', 'D2015']);
export const isStopped = ({ code }: JsonExpressionFault): boolean => code !== undefined && STOPPED.has(code);

/** Parses and checks an expression of JSONata. @throws JsonExpressionFault */
function compileJsonExpression(text: string): JsonExpression {
  const options = {
    timeout: EXPRESSION_MS,
    stack: STACK_MAX,
    sequence: ITEMS_MAX,
    RegexEngine: LinearRegExp as unknown as RegExpConstructor,
  };
  const expression = faultOf(() => jsonata(text, options));
  checkParts(expression.ast());
  return {
    async evaluate(value) {
      try {
        return await expression.evaluate(value);
      } catch (error) {
        throw faultFrom(error);
      }
    },
  };
}

const compiled = new LRUCache<string, JsonExpression>({ max: 200 });

/** Returns an expression, parsed at its first use. A child process evaluates the same ones again and again. */
export function knownJsonExpression(text: string): JsonExpression {
  const known = compiled.get(text);
  if (known) return known;
  const made = compileJsonExpression(text);
  compiled.set(text, made);
  return made;
}

function checkParts(ast: unknown): void {
  const waiting: unknown[] = [ast];
  const seen = new Set<unknown>();
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    if (seen.size > PARTS_MAX)
      throw new JsonExpressionFault(`An expression has at most ${PARTS_MAX} parts: divide it into steps.`);
    if (Array.isArray(part)) waiting.push(...part.filter(isInner));
    else if (isObject(part)) {
      checkPart(part);
      waiting.push(...Object.values(part).filter(isInner));
    }
  }
}

const isInner = (value: unknown) => typeof value === 'object' && value !== null && !(value instanceof RegExp);

function checkPart({ type, value, position }: Record<string, unknown>): void {
  const at = typeof position === 'number' ? Math.max(0, position - 1) : 0;
  if (type === 'variable' && typeof value === 'string' && Object.hasOwn(FORBIDDEN, value))
    throw new JsonExpressionFault(`There is no $${value} here: ${FORBIDDEN[value]}.`, { at });
  if (!(value instanceof RegExp)) return;
  try {
    new LinearRegExp(value);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it is none';
    throw new JsonExpressionFault(
      `${value} cannot be matched without backtracking: ${reason}. Write it without lookaround and backreferences.`,
      { at },
    );
  }
}

function faultOf<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw faultFrom(error);
  }
}

/** Makes a fault of what JSONata throws, which is no Error. */
function faultFrom(error: unknown): JsonExpressionFault {
  if (error instanceof JsonExpressionFault) return error;
  if (!isObject(error)) return new JsonExpressionFault('It cannot be evaluated.');
  const { code, message, position } = error;
  const text = typeof message === 'string' ? message.slice(0, 300) : 'It cannot be evaluated';
  return new JsonExpressionFault(text.endsWith('.') ? text : `${text}.`, {
    ...(typeof code === 'string' && { code }),
    at: typeof position === 'number' ? Math.max(0, position - 1) : 0,
  });
}
