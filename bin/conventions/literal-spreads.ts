import ts from 'typescript';
import { withoutWrapping } from './without-wrapping.ts';

/**
 * Finds the literals that are spread into a literal, or into arguments.
 *
 * Their members can stand there by themselves. A spread that a condition decides on, `...(token && { scopes })`, leaves a
 * member out, which a literal alone cannot do: it is none of these.
 */
export function literalSpreads(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (spreadsLiteral(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function spreadsLiteral(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node) && !ts.isJsxSpreadAttribute(node))
    return false;
  const value = withoutWrapping(node.expression);
  return ts.isSpreadElement(node) ? ts.isArrayLiteralExpression(value) : ts.isObjectLiteralExpression(value);
}
