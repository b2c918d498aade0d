import ts from 'typescript';

/** Removes parentheses and what only types see. */
export function withoutWrapping(expression: ts.Expression): ts.Expression {
  const wrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression);
  return wrapped ? withoutWrapping(expression.expression) : expression;
}
