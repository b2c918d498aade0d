import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { type Refusal, refusal } from '../../foundation/errors.ts';
import { beginTurn, freshTurn, isTurnOver } from '../../foundation/event-loop-turns.ts';
import { JsonText } from '../../foundation/json-text.ts';
import { orgTurns } from './org-turns.ts';

const ANSWER_BYTES_MAX = 5_000_000;
const QUERY_MS = 10_000;
/** Items of a list that are resolved before the event loop may take another turn. */
const AT_ONCE_MAX = 20;

/** The budget of one answer: its size, and the time of a query. Both are counted while the answer is made. */
export class ResponseBudget {
  /** Resolves when the answer is refused. */
  readonly ended: Promise<void>;
  #refused: Refusal | undefined;
  #refuse: () => void = () => {};
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #line: Promise<unknown> = Promise.resolve();

  readonly #isQuery: boolean;
  readonly #org: string;

  /** @param org whose event loop time the answer takes */
  constructor(isQuery: boolean, org: string) {
    this.#isQuery = isQuery;
    this.#org = org;
    this.ended = new Promise((resolve) => {
      this.#refuse = resolve;
    });
    beginTurn();
    if (isQuery) this.#timer = setTimeout(() => this.#end(tooSlow()), QUERY_MS).unref();
  }

  get refused(): Refusal | undefined {
    return this.#refused;
  }

  /** @throws ANSWER_TOO_LARGE */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > ANSWER_BYTES_MAX) throw this.#end(tooLarge(this.#isQuery));
  }

  /** @throws the refusal of an answer that is refused already, so that no more work is done for it */
  check(): void {
    if (this.refused) throw this.refused;
  }

  inLine<Value>(read: () => Promise<Value>): Promise<Value> {
    const value = this.#line.then(() => {
      this.check();
      return read();
    });
    this.#line = value.catch(() => undefined);
    return value;
  }

  /**
   * Waits for the org's turn. When a turn of the event loop is over, it waits for a new one.
   *
   * @returns undefined when there is nothing to wait for
   */
  turn(): Promise<void> | undefined {
    return orgTurns.turn(this.#org) ?? (isTurnOver() ? freshTurn() : undefined);
  }

  /** Lifts the time limit. The whole of an org may take its time. */
  takeTime(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #end(reason: Refusal): Refusal {
    this.#refused ??= reason;
    this.#refuse();
    return this.#refused;
  }
}

const tooLarge = (isQuery: boolean) =>
  refusal('ANSWER_TOO_LARGE', {
    detail: `The answer would be larger than ${ANSWER_BYTES_MAX} bytes: select fewer fields, leave documents out, or ask for shorter lists with \`first\`.${isQuery ? '' : ' What it changed is done.'}`,
  });
const tooSlow = () =>
  refusal('QUERY_TIMEOUT', {
    detail: `The query took longer than ${QUERY_MS / 1000} seconds: select less, or ask in several requests.`,
  });

/** Budgets by the context of an execution. Pages of the platform have none and are not counted. */
const budgets = new WeakMap<object, ResponseBudget>();

export const setBudget = (context: object, budget: ResponseBudget) => budgets.set(context, budget);

/**
 * Reads large values one after another, and none for a refused answer. At most one more than the answer may hold is
 * then in memory.
 */
export function readInLine<Value>(context: object, read: () => Promise<Value>): Promise<Value> {
  const budget = budgets.get(context);
  return budget ? budget.inLine(read) : read();
}

/**
 * Reads a document as the value of a field: the JSON text that it is. Parsing and writing it again would take a
 * twentieth of a second and many times the memory. Pages of the platform get the value itself.
 *
 * @param read returns the text, or null where there is no document
 */
export async function readDocument(
  context: object,
  read: () => Promise<string | null>,
): Promise<object | null> {
  const text = await readInLine(context, read);
  if (text === null) return null;
  return budgets.has(context) ? new JsonText([text]) : (JSON.parse(text) as object);
}

/** Exempts a field from the budget. The manifest of an org may be large and slow. */
export const unbudgeted = { answerBudget: 'NONE' };

/** Returns the schema with fields that keep to the budget of their execution. */
export function withResponseBudget(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && type !== schema.getSubscriptionType())
      for (const field of Object.values(type.getFields()))
        field.resolve = type === schema.getMutationType() ? inTurn(budgeted(field)) : budgeted(field);
  return schema;
}

function budgeted(field: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  const { name, resolve = defaultFieldResolver } = field;
  const isExempt = field.extensions['answerBudget'] === unbudgeted.answerBudget;
  const isLeaf = isLeafType(getNamedType(field.type));
  const inBudget: GraphQLFieldResolver<unknown, unknown> = (...args) => {
    const budget = budgets.get(args[2] as object);
    if (!budget) return resolve(...args);
    if (isExempt) {
      budget.takeTime();
      return resolve(...args);
    }
    budget.check();
    const weighed = (value: unknown) => {
      budget.count(name.length + 4 + (isLeaf ? bytesOf(value) : 2));
      return Array.isArray(value) && !isLeaf && (value.length > AT_ONCE_MAX || isTurnOver())
        ? inTurns(value, budget)
        : value;
    };
    const value = resolve(...args);
    return value instanceof Promise ? value.then(weighed) : weighed(value);
  };
  return rejectingOnThrow(inBudget);
}

/** Makes a change wait for the turn of its org. One request may make many changes. */
const inTurn =
  (resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (...args) => {
    const turn = budgets.get(args[2] as object)?.turn();
    return turn ? turn.then(() => resolve(...args)) : resolve(...args);
  };

/**
 * Turns a throw of a resolver into a rejection. When a resolver throws within a list, executors drop the promises of
 * the items before it. If one of them rejects later, nobody handles it and the process ends.
 */
const rejectingOnThrow =
  (resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (...args) => {
    try {
      return resolve(...args);
    } catch (error) {
      return Promise.reject(error);
    }
  };

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return 6;
  if (value instanceof JsonText)
    return value.pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return JSON.stringify(value)?.length ?? 4;
}

/**
 * Gives items one by one, with turns for others in between. A refused answer gets no more of them.
 *
 * It is a list of promises. An executor that iterates would wait for the next item while one before it rejects, with
 * nobody to hear of it.
 */
function inTurns(items: readonly unknown[], budget: ResponseBudget): Promise<unknown>[] {
  let before: Promise<unknown> = Promise.resolve();
  return items.map((item) => {
    before = before.then(async () => {
      await budget.turn();
      budget.check();
      return item;
    });
    return before;
  });
}
