import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ConditionFault,
  compileCondition,
  REQUEST_STEPS,
} from '../../../../src/domain/access-policy/condition.ts';
import { PolicyCaller } from '../../../../src/domain/access-policy/policy-caller.ts';
import { celExpressions } from '../../../support/cel-expressions.ts';
import { runs } from '../../../support/runs.ts';

const alice = new PolicyCaller({
  claims: { sub: 'alice', scope: 'customer profile', exp: 1_800_000_000, groups: ['a', 'b'], admin: true },
  headers: [
    ['X-Tier', 'gold'],
    ['X-Level', '7'],
    ['Authorization', 'Bearer secret'],
    ['Cookie', 'session=secret'],
    ['X-Api-Key', 'secret'],
  ],
});
const args = {
  id: 'alice',
  limit: 5,
  price: 2.5,
  exact: 3.0,
  big: 9_007_199_254_740_993n,
  ids: ['1', '2'],
  where: { city: 'Ulm', tags: ['x'] },
  none: null,
  flag: false,
};
const holds = (text: string, { caller = alice, given = args as object, steps = REQUEST_STEPS } = {}) =>
  compileCondition(text).holds(caller, given, { steps });
const faultIn = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConditionFault) return `${error.at}: ${error.message}`;
    throw error;
  }
};

describe('a condition', () => {
  it.each([
    ['has(caller.claims.sub)', true],
    ['caller.claims.sub == arguments.id', true],
    ['caller.claims["sub"] == "bob"', false],
    ['"customer" in caller.scopes', true],
    ['"custom" in caller.scopes', false],
    ['caller.claims.admin == true', true],
    ['caller.claims.groups.exists(each, each == "b")', true],
    ['caller.claims.exp > 1700000000', true],
    ['caller.headers["x-tier"] == "gold"', true],
    ['has(caller.headers.missing)', false],
    ['int(caller.headers["x-level"]) >= 7', true],
    ['arguments.limit <= 5 && arguments.price < 3', true],
    ['arguments.exact == 3 && arguments.exact + 1 == 4', true],
    ['arguments.big > 9007199254740992', true],
    ['arguments.ids.all(id, id in ["1", "2", "3"])', true],
    ['arguments.ids.exists_one(id, id == "1") && size(arguments.ids.filter(id, id != "1")) == 1', true],
    ['arguments.where.city.startsWith("U") && arguments.where.city.lowerAscii() == "ulm"', true],
    ['arguments.none == null', true],
    ['has(arguments.left) || arguments.limit > 1', true],
    ['arguments.limit > 10 ? arguments.flag == true : true', true],
    ['!(arguments.flag == true)', true],
  ])('%s: %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it.each([
    ['', '0: Unexpected token: EOF.'],
    ['caller.claims.sub ==', '20: Unexpected token: EOF.'],
    ['?$jwt', '0: Unexpected token: QUESTION.'],
    ['claims.sub == "a"', '0: Unknown variable: claims: there are caller and arguments.'],
    ['caller.claim.sub == "a"', '7: No such key: claim: a caller has claims, scopes, headers and gateway.'],
    [
      'caller.constructor == 1',
      '7: No such key: constructor: a caller has claims, scopes, headers and gateway.',
    ],
    [
      'arguments.id',
      '0: A condition is true or false, and this is of type dyn: compare it, for example with == true.',
    ],
    ['"a" + 1 == "a1"', '0: no such overload: string + int.'],
    ['true && arguments.id.startWith("a")', '8: There is no function startWith: did you mean startsWith?'],
    [
      'caller.headers.authorization == "x"',
      '15: Conditions never see the header authorization: ask about caller.claims.',
    ],
    ['caller.headers["X-Tier"] == "gold"', '0: The names of headers are in lower case here: x-tier.'],
    [`"${'a'.repeat(2_000)}" == ""`, '2000: An expression has at most 2000 characters.'],
    [`${'('.repeat(40)}true${')'.repeat(40)}`, expect.stringMatching(/depth/i)],
    [Array(150).fill('true').join('&&'), expect.stringMatching(/nodes/i)],
  ])('%s is refused, with its place', (text, fault) => {
    expect(faultIn(() => compileCondition(text))).toEqual(fault);
  });

  it.each(['matches("(a+)+$")', 'map(x, x)', 'split("")', 'join()'])('cannot call .%s', (call) => {
    expect(faultIn(() => compileCondition(`arguments.id.${call} == 1`))).toMatch(
      /^\d+: There is no function/,
    );
  });

  it.each([
    ['arguments.missing == 1', 'No such key: missing.'],
    ['arguments.id.constructor == 1', expect.stringMatching(/^(No such|Cannot)/)],
    ['arguments["__proto__"] == 1', 'No such key: __proto__.'],
    ['arguments.limit && true', "Logical operator requires bool operands, got 'int'."],
    ['arguments.limit / 0 == 1', expect.stringMatching(/division by zero/i)],
    ['int(caller.headers["x-tier"]) == 1', expect.stringMatching(/cannot convert to int/)],
  ])('%s cannot be evaluated, and says why', (text, message) => {
    const fault = faultIn(() => holds(text));
    expect(String(fault).replace(/^\d+: /, '')).toEqual(message);
  });

  it('never sees a header that carries a credential', () => {
    expect([...alice.headers.keys()]).toEqual(['x-tier', 'x-level']);
  });

  it('says what it reads: claims, and arguments by their names', () => {
    const read = (text: string) => {
      const { readsClaims, argumentNames } = compileCondition(text);
      return [readsClaims, ...argumentNames.map(({ name }) => name)];
    };
    expect(read('caller.headers.a == "a" && has(arguments.b) || arguments["c"] == 1')).toEqual([
      false,
      'b',
      'c',
    ]);
    expect(read('caller.headers.a == "a" || has(caller.claims.sub)')).toEqual([true]);
    expect(read('"a" in caller.scopes')).toEqual([true]);
    expect(read('caller["claims"].sub == "a"')).toEqual([true]);
  });

  it('is not evaluated when it would take too long, by the size of what it reads', () => {
    const loop = 'arguments.a.all(x, arguments.b.exists(y, x == y))';
    const lists = (length: number) => ({ a: Array(length).fill('x'), b: Array(length).fill('y') });
    const tooLong = '0: It would take too long with arguments and headers as large as these.';
    expect(holds(loop, { given: lists(5) })).toBe(false);
    expect(faultIn(() => holds(loop, { given: lists(1_000) }))).toBe(tooLong);
    expect(holds('has(arguments.a)', { given: lists(100_000) })).toBe(true);
    expect(faultIn(() => holds('arguments.id == "a"', { steps: 10 }))).toBe(tooLong);
  });

  it('takes no values that are nested without end', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`);
    expect(faultIn(() => holds('arguments.deep == 1', { given: { deep } }))).toBe(
      '0: Values are nested at most 32 deep.',
    );
  });
});

describe('any expression', () => {
  const decided = (text: string) =>
    typeof faultIn(() => {
      const budget = { steps: REQUEST_STEPS };
      return compileCondition(text).holds(alice, { ...args, ids: Array(200).fill('a'.repeat(50)) }, budget);
    });

  it('is true, false, or at fault: never anything else, in a bounded number of steps', () => {
    fc.assert(
      fc.property(celExpressions, (text) => {
        expect(decided(text)).toMatch(/^(boolean|string)$/);
        expect(decided(`(${text}) == 1 || true`)).toMatch(/^(boolean|string)$/);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('also when it is no expression at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(decided(text)).toMatch(/^(boolean|string)$/);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
