import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServedExpression } from '../../../../src/data-plane/snapshot/served-expression.ts';
import { AnswerHead } from '../../../../src/domain/access-policy/answer-expression.ts';
import { CALL_STEPS } from '../../../../src/domain/access-policy/call-condition.ts';
import { celExpressions } from '../../../support/cel-expressions.ts';
import { runs } from '../../../support/runs.ts';

const head = new AnswerHead({
  status: 200,
  headers: new Map([
    ['x-rows', '12'],
    ['x-kind', 'gold'],
    ['x-list', '1, 2'],
  ]),
  seconds: 1.25,
});
const unitsOf = (text: string, { of = head, steps = CALL_STEPS } = {}) =>
  new ServedExpression(text).unitsOf(of, { steps });

describe('the units that an expression over the head of an answer gives', () => {
  it.each([
    ['int(response.headers["x-rows"]) * 2', 24],
    ['response.status == 200 ? 1.0 : 0.0', 1],
    ['response.status == 201 ? 1.0 : 0.0', 0],
    ['response.duration', 2],
    ['double(response.headers["x-rows"]) * response.duration', 15],
    ['has(response.headers.missing) ? 5 : 3', 3],
    ['response.headers["x-kind"] == "gold" ? 10 : 1', 10],
    ['"x-rows" in response.headers ? size(response.headers["x-list"]) : 0', 4],
    ['int("2147483647")', 2_147_483_647],
  ])('%s: %i', (text, units) => {
    expect(unitsOf(text)).toBe(units);
  });

  it.each([
    ['-1', 'INVALID'],
    ['0 - int(response.headers["x-rows"])', 'INVALID'],
    ['double("NaN")', 'INVALID'],
    ['response.duration / 0.0', 'INVALID'],
    ['1e300', 'INVALID'],
    ['int("2147483648")', 'INVALID'],
    ['int("9223372036854775807") + response.status', 'INVALID'],
    ['response.status / 0', 'INVALID'],
    ['int(response.headers["x-kind"])', 'INVALID'],
    ['int(response.headers["x-list"])', 'INVALID'],
    ['int(response.headers["x-cost"])', 'MISSING'],
    ['this was saved by another version', 'INVALID'],
  ])('%s: none, since it is %s', (text, fault) => {
    expect(unitsOf(text)).toBe(fault);
  });

  it('are none where it would cost more than the call has left', () => {
    const text = 'response.headers.exists(name, name.contains("rows")) ? 1 : 0';
    expect(unitsOf(text)).toBe(1);
    expect(unitsOf(text, { steps: 20 })).toBe('INVALID');
    const many = new Map(Array.from({ length: 20_000 }, (_, at) => [`x-${at}`, 'y'.repeat(100)] as const));
    expect(unitsOf(text, { of: new AnswerHead({ status: 200, headers: many, seconds: 0 }) })).toBe('INVALID');
  });

  it('are a number that can be counted or a fault, of any text', () => {
    fc.assert(
      fc.property(celExpressions, (text) => {
        const units = unitsOf(text.replaceAll('caller', 'response'));
        expect(typeof units === 'number' ? units >= 0 : units).toBeTruthy();
      }),
      { numRuns: runs(300) },
    );
  });
});
