import type { ASTNode } from '@marcbachmann/cel-js';

/** A name in an expression and its offset, counted from 0. */
export type NamedNode = { readonly name: string; readonly at: number };

/** Yields every node of an expression, outermost first. */
export function* nodesIn(node: ASTNode): Generator<ASTNode> {
  yield node;
  for (const each of partsOf(node.args)) yield* nodesIn(each);
}

export function partsOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(partsOf);
  return typeof args === 'object' && args !== null && 'op' in args ? [args as ASTNode] : [];
}

/** Returns the function or macro that a node calls. */
export function calledBy(node: ASTNode): NamedNode[] {
  return node.op === 'call' || node.op === 'rcall' ? [{ name: node.args[0], at: node.pos }] : [];
}

export const isVariable = (node: ASTNode, name: string): boolean => node.op === 'id' && node.args === name;

/** Returns the member that a node reads by name: `owner.name` or `owner["name"]`. `isOwner` recognizes the owner. */
export function memberOf(node: ASTNode, isOwner: (node: ASTNode) => boolean): NamedNode[] {
  if ((node.op !== '.' && node.op !== '[]') || !isOwner(node.args[0])) return [];
  const [, member] = node.args;
  const name = typeof member === 'string' ? member : member.op === 'value' ? member.args : undefined;
  return typeof name === 'string' ? [{ name, at: node.pos }] : [];
}

/**
 * Functions, and how many operands their time grows with. 0 is constant time, 1 grows with one operand, 2 with the
 * product of two.
 */
export const functions: Readonly<Record<string, 0 | 1 | 2>> = {
  has: 0,
  size: 1,
  int: 1,
  double: 1,
  string: 1,
  lowerAscii: 1,
  startsWith: 1,
  endsWith: 1,
  contains: 2,
};
/** Macros that evaluate a condition for each item of a list. */
export const loops: readonly string[] = ['all', 'exists', 'exists_one', 'filter'];
