import ts from 'typescript';
import { withoutWrapping } from './without-wrapping.ts';

/** Lines of a function, from its name to its last brace: what fits a screen. */
export const LINES_MAX = 60;

/**
 * Finds the functions of more lines than fit a screen.
 *
 * An arrow function that is nothing but a literal is a table, however long: it has no state, and the functions in it are
 * counted by themselves.
 */
export function longFunctions(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = [];
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
    if (ts.isFunctionLike(node) && lines > LINES_MAX && !isTable(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTable(node: ts.SignatureDeclaration): boolean {
  return (
    ts.isArrowFunction(node) &&
    !ts.isBlock(node.body) &&
    ts.isObjectLiteralExpression(withoutWrapping(node.body))
  );
}
