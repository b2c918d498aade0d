import fc from 'fast-check';

/** Expressions, of which some are right, and most are not. */
export const celExpressions = fc.letrec<Record<'expression', string>>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'true',
      'null',
      '1',
      '-1',
      '2.5',
      '"a"',
      'r"\\d"',
      'b"a"',
      '[]',
      '{}',
      'x',
      'caller',
      'arguments',
      'arguments.ids',
      'arguments.where',
      'arguments.none',
      'caller.claims',
      'caller.scopes',
      '9e999',
      'caller.headers["x-tier"]',
      'arguments.id',
      'arguments.deep.er',
      '9223372036854775807',
      'int',
      '🙂',
    ),
    fc
      .tuple(tie('expression'), fc.constantFrom(...'+-*/%<>?:.'), tie('expression'))
      .map(([left, operator, right]) => `${left} ${operator} ${right}`),
    fc
      .tuple(tie('expression'), fc.constantFrom('==', '!=', '<=', '&&', '||', 'in'), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('all', 'exists', 'exists_one', 'filter', 'map'),
        tie('expression'),
      )
      .map(([list, loop, predicate]) => `${list}.${loop}(x, ${predicate})`),
    fc
      .tuple(fc.constantFrom('has', 'size', 'int', 'double', 'string', 'type', 'matches'), tie('expression'))
      .map(([name, operand]) => `${name}(${operand})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('contains', 'startsWith', 'matches'), tie('expression'))
      .map(([operand, name, other]) => `${operand}.${name}(${other})`),
    fc.tuple(tie('expression'), tie('expression')).map(([map, key]) => `${map}[${key}]`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
    fc.tuple(tie('expression'), tie('expression')).map(([key, value]) => `{${key}: ${value}}`),
    tie('expression').map((operand) => `!${operand}`),
    tie('expression').map((item) => `[${item}, ${item}]`),
  ),
})).expression;
