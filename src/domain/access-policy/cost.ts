import type { ASTNode } from '@marcbachmann/cel-js';
import { calledBy, functions, loops, partsOf } from './expression.ts';

/** Steps to read a value, and to read the largest item of its lists. */
export type ValueSize = { readonly size: number; readonly item: number };

/** Characters that are compared or searched in one step. */
const CHARACTERS_A_STEP = 16;

const DEPTH_MAX = 32;

/** A value nested so deep that a recursive comparison could overflow the stack. */
export class NestedTooDeep extends Error {
  constructor() {
    super(`Values are nested at most ${DEPTH_MAX} deep.`);
  }
}

/**
 * @param limit measuring stops beyond this size, because the value comes from outside
 * @throws NestedTooDeep
 */
export function measure(value: unknown, limit = Number.POSITIVE_INFINITY): ValueSize {
  let item = 0;
  const sizeOf = (each: unknown, depth: number, left: number): number => {
    if (typeof each === 'string') return 1 + each.length / CHARACTERS_A_STEP;
    if (typeof each !== 'object' || each === null) return 1;
    if (depth > DEPTH_MAX) throw new NestedTooDeep();
    const isList = Array.isArray(each);
    let size = 1;
    for (const [name, member] of Object.entries(each)) {
      if (size > left) return size;
      const own = sizeOf(member, depth + 1, left - size);
      const key = isList ? 0 : sizeOf(name, depth, left);
      item = Math.max(item, isList ? own : key);
      size += own + key;
    }
    return size;
  };
  const size = sizeOf(value, 0, limit);
  return { size, item };
}

export const NOTHING_READ: ValueSize = { size: 0, item: 0 };

export function addSizes(one: ValueSize, other: ValueSize): ValueSize {
  return { size: one.size + other.size, item: Math.max(one.item, other.item) };
}

/** A cost that grows with the values that an expression reads. */
type CostFunction = (read: ValueSize) => number;
/** The sizes of the variables of the enclosing loops. */
type Variables = ReadonlyMap<string, CostFunction>;

const nothing: CostFunction = () => 0;
const sumOf = (all: readonly CostFunction[]): CostFunction => {
  const [one = nothing, other = nothing, ...others] = all.filter((each) => each !== nothing);
  if (others.length > 0) return sumOf([one, sumOf([other, ...others])]);
  return other === nothing ? one : (read) => one(read) + other(read);
};
const leastOf = ([one = nothing, other = one]: readonly CostFunction[]): CostFunction => {
  return (read) => Math.min(one(read), other(read));
};

/** Bounds the number of steps that an expression takes. It only calls what `functions` and `loops` have. */
export function costOf(node: ASTNode, variables: Variables = new Map()): CostFunction {
  const [called] = calledBy(node);
  if (node.op === 'rcall' && called && loops.includes(called.name)) return loopCost(node.args, variables);
  const parts = sumOf(partsOf(node.args).map((each) => costOf(each, variables)));
  const own = ownCost(node, variables);
  return (read) => 1 + own(read) + parts(read);
}

function loopCost(
  [, list, [variable, predicate]]: [string, ASTNode, ASTNode[]],
  variables: Variables,
): CostFunction {
  const [length, listed] = [sizeOf(list, variables), costOf(list, variables)];
  if (variable?.op !== 'id' || !predicate) return listed;
  const inside = new Map(variables).set(variable.args, itemSize(list, variables));
  const once = costOf(predicate, inside);
  return (read) => 1 + listed(read) + length(read) * once(read);
}

/** Bounds the steps of a node itself, without those of its parts. */
function ownCost(node: ASTNode, variables: Variables): CostFunction {
  const sizes = partsOf(node.args).map((each) => sizeOf(each, variables));
  switch (node.op) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      // Two values of different sizes are told apart where the smaller one ends.
      return leastOf(sizes);
    case 'in':
    case '+':
      return sumOf(sizes);
    case 'call':
    case 'rcall': {
      const power = functions[node.args[0]] ?? 0;
      const all = sumOf(sizes);
      return power === 0 ? nothing : (read) => all(read) ** power;
    }
    default:
      return nothing;
  }
}

/** Bounds the size of the value of an expression. */
function sizeOf(node: ASTNode, variables: Variables): CostFunction {
  switch (node.op) {
    case 'value': {
      const { size } = measure(node.args);
      return () => size;
    }
    case 'id':
      return variables.get(node.args) ?? (({ size }) => size);
    case '.':
      return sizeOf(node.args[0], variables);
    case '[]':
      return sizeOf(node.args[0], variables);
    default: {
      const parts = sumOf(partsOf(node.args).map((each) => sizeOf(each, variables)));
      return (read) => 1 + parts(read);
    }
  }
}

/**
 * Bounds the size of the items of a list. An item of a list that was read is no larger than the largest item that was
 * read.
 */
function itemSize(list: ASTNode, variables: Variables): CostFunction {
  let root = list;
  while (root.op === '.' || root.op === '[]') root = root.args[0];
  return root.op === 'id' && !variables.has(root.args) ? ({ item }) => item : sizeOf(list, variables);
}
