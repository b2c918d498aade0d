import { describe, expect, it } from 'vitest';
import { catalogue, Refusal, type RefusalCode, refusal, refuse } from '../../src/foundation/errors.ts';

const rows = Object.entries(catalogue).map(([code, [status, sentence]]) => ({
  code: code as RefusalCode,
  status,
  sentence,
}));

describe('the catalogue of refusals', () => {
  it.each(rows)('$code stands for an error status and a public sentence', ({ code, status, sentence }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(sentence).toMatch(/^[A-Z].+/);
    expect(refusal(code)).toMatchObject({ code, status, message: sentence });
  });

  it('tells a client that cannot be identified exactly what spec.md says', () => {
    expect(refusal('CLIENT_ID_MISSING')).toMatchObject({ status: 401, message: 'Client id missing' });
  });
});

describe('a refusal', () => {
  it('carries the detail, the place and the headers that it was given', () => {
    const made = refusal('METHOD_NOT_ALLOWED', {
      detail: 'Only GET is there.',
      path: ['input', 'plans', 0],
      headers: { allow: 'GET' },
      cause: 'for the log',
    });
    expect(made).toBeInstanceOf(Refusal);
    expect(made).toMatchObject({
      name: 'Refusal',
      code: 'METHOD_NOT_ALLOWED',
      status: 405,
      message: 'Only GET is there.',
      inputPath: ['input', 'plans', 0],
      headers: { allow: 'GET' },
      cause: 'for the log',
    });
  });

  it('is thrown by refuse', () => {
    expect(() => refuse('IN_USE')).toThrow(expect.objectContaining({ code: 'IN_USE', status: 409 }));
  });

  it('costs no stack, and leaves the stacks of other errors alone', () => {
    expect(refusal('NOT_FOUND').stack).not.toContain(' at ');
    expect(new Error('another').stack).toContain(' at ');
  });

  it('that cannot be made leaves the stacks of other errors alone', () => {
    expect(() => refusal('NO_SUCH_CODE' as RefusalCode)).toThrow(TypeError);
    expect(new Error('another').stack).toContain(' at ');
  });
});
