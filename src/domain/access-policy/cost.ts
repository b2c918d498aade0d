import type { ASTNode } from '@marcbachmann/cel-js';
import { calledBy, functions, loops, partsOf } from './expression.ts';

/** How many steps it takes to go through what an expression reads, and through the largest item of a list in it. */
export type ValueSize = { readonly size: number; readonly item: number };

/** So many characters are compared or searched in the time that a step takes. */
const CHARACTERS_A_STEP = 16;

const DEPTH_MAX = 32;

/** Whoever compares a value recurses into it. */
export class NestedTooDeep extends Error {
  constructor() {
    super(`Values are nested at most ${DEPTH_MAX} deep.`);
  }
}

/**
 * @param limit when the size is beyond it, the rest is not looked at: the value comes from outside
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

/** Something that grows with what an expression reads. */
type CostFunction = (read: ValueSize) => number;
/** How large the variables of the loops around an expression can be. */
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

/** How many steps an expression takes at most. It only calls what `functions` and `loops` have. */
export function costOf(node: ASTNode, variables: Variables = new Map()): CostFunction {
  const [called] = calledBy(node);
  if (node.op === 'rcall' && called && loops.includes(called.name)) return loopCost(node.args, variables);
  const parts = sumOf(partsOf(node.args).map((each) => costOf(each, variables)));
  const own = ownCost(node, variables);
  return (read) => 1 + own(read) + parts(read);
}

function loopCost(
  [, list, [variable, asked]]: [string, ASTNode, ASTNode[]],
  variables: Variables,
): CostFunction {
  const [length, listed] = [sizeOf(list, variables), costOf(list, variables)];
  if (variable?.op !== 'id' || !asked) return listed;
  const inside = new Map(variables).set(variable.args, itemSize(list, variables));
  const once = costOf(asked, inside);
  return (read) => 1 + listed(read) + length(read) * once(read);
}

/** What a node does itself with the values of its parts. */
function ownCost(node: ASTNode, variables: Variables): CostFunction {
  const sizes = partsOf(node.args).map((each) => sizeOf(each, variables));
  switch (node.op) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      // Whatever is larger than the other is told apart when the other ends.
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

/** How large the value of an expression can be. */
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

/** How large the items of a list can be: of one that was read as such no larger than the largest in all that was read. */
function itemSize(list: ASTNode, variables: Variables): CostFunction {
  let root = list;
  while (root.op === '.' || root.op === '[]') root = root.args[0];
  return root.op === 'id' && !variables.has(root.args) ? ({ item }) => item : sizeOf(list, variables);
}
