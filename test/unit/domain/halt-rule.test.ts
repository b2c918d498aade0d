import { describe, expect, it } from 'vitest';
import {
  breachOf,
  type CallFigures,
  type ComparedFigures,
  haltRuleDefault,
  haltRuleFrom,
  verdictOf,
} from '../../../src/domain/change-request/halt-rule.ts';

const figures = (changes: Partial<CallFigures> = {}): CallFigures => ({
  calls: 1_000,
  serverErrors: 0,
  clientErrors: 0,
  refused: 0,
  p95Ms: 100,
  ...changes,
});
const window = (changes: Partial<ComparedFigures> = {}): ComparedFigures => ({
  moved: figures(),
  rest: figures(),
  before: figures(),
  ...changes,
});
const rule = haltRuleFrom({}, []);
const found = (...windows: ComparedFigures[]) =>
  breachOf({ rule, windows, failed: 0, isWanted: false })?.cause;

describe('a halt rule', () => {
  it('is the default unless it says otherwise, and null never halts', () => {
    expect(rule).toEqual(haltRuleDefault);
    expect(haltRuleFrom({ p95: null, minimumCalls: null, budget: 3 }, [])).toEqual({
      ...haltRuleDefault,
      p95: null,
      budget: 3,
    });
  });

  it.each([
    [{ serverErrors: 1.5 }, 'serverErrors'],
    [{ refused: -0.1 }, 'refused'],
    [{ clientErrors: Number.NaN }, 'clientErrors'],
    [{ p95: 0.5 }, 'p95'],
    [{ minimumCalls: 0 }, 'minimumCalls'],
    [{ budget: 0 }, 'budget'],
  ])('%j is refused', (draft, member) => {
    expect(() => haltRuleFrom(draft, ['haltIf'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: ['haltIf', member] }),
    );
  });

  it.each([
    [{ serverErrors: 21 }, 'SERVER_ERRORS'],
    [{ serverErrors: 20 }, undefined],
    [{ clientErrors: 51 }, 'CLIENT_ERRORS'],
    [{ refused: 51 }, 'REFUSED'],
    [{ p95Ms: 201 }, 'P95'],
    [{ p95Ms: 200 }, undefined],
    [{ p95Ms: null }, undefined],
    [{ calls: 99, serverErrors: 99 }, undefined],
  ])('finds in %j %s', (moved, cause) => {
    expect(found(window({ moved: figures(moved) }))).toBe(cause);
  });

  it('halts nothing for what the rest suffers as much, or the same subscriptions did before', () => {
    const moved = figures({ serverErrors: 300, p95Ms: 900 });
    expect(found(window({ moved, rest: moved }))).toBeUndefined();
    expect(found(window({ moved, before: moved }))).toBeUndefined();
  });

  it('compares with nobody who has too few calls; shares are then judged alone, times are not', () => {
    const few = figures({ calls: 5, serverErrors: 5, p95Ms: 1 });
    expect(found(window({ moved: figures({ serverErrors: 21 }), rest: few, before: few }))).toBe(
      'SERVER_ERRORS',
    );
    expect(found(window({ moved: figures({ p95Ms: 9_000 }), rest: few, before: few }))).toBeUndefined();
  });

  it('finds a fault of the last minutes that the whole wave hides', () => {
    const late = window({ moved: figures({ calls: 200, serverErrors: 100 }) });
    expect(found(window({ moved: figures({ calls: 100_000, serverErrors: 100 }) }), late)).toBe(
      'SERVER_ERRORS',
    );
  });

  it('halts once its budget is spent, however few calls there are', () => {
    const budget = haltRuleFrom({ budget: 4 }, []);
    const of = (failed: number, isWanted = false) =>
      breachOf({ rule: budget, windows: [window()], failed, isWanted })?.cause;
    expect([of(3), of(4)]).toEqual([undefined, 'BUDGET']);
    expect([of(1, true), of(2, true)]).toEqual([undefined, 'BUDGET']);
  });
});

describe('a wave', () => {
  const startedAt = new Date('2027-01-10T02:00:00Z');
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000);
  const verdict = (
    minutes: number,
    { calls = 1_000, moved = 1, withoutCalls = 'WAIT' as 'WAIT' | 'GO_ON' } = {},
  ) =>
    verdictOf(
      {
        rule: { ...rule, withoutCalls },
        windows: [window({ moved: figures({ calls }) })],
        failed: 0,
        isWanted: false,
      },
      { startedAt, minutes: 60, moved },
      after(minutes),
    );

  it('is watched for its time, and then goes on', () => {
    expect(verdict(59)).toEqual({ does: 'WATCH', lacksCalls: false });
    expect(verdict(60)).toEqual({ does: 'GO_ON' });
  });

  it('without enough calls waits for them, seven days at most', () => {
    expect(verdict(60, { calls: 99 })).toEqual({ does: 'WATCH', lacksCalls: true });
    expect(verdict(60 + 7 * 24 * 60 - 1, { calls: 99 })).toEqual({ does: 'WATCH', lacksCalls: true });
    expect(verdict(60 + 7 * 24 * 60, { calls: 99 })).toMatchObject({
      does: 'HALT',
      breach: { cause: 'NO_CALLS' },
    });
  });

  it('without enough calls goes on where the rule says so, or nobody was moved', () => {
    expect(verdict(60, { calls: 0, withoutCalls: 'GO_ON' })).toEqual({ does: 'GO_ON' });
    expect(verdict(60, { calls: 0, moved: 0 })).toEqual({ does: 'GO_ON' });
  });
});
