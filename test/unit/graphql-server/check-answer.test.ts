import { describe, expect, it } from 'vitest';
import { checkAnswer } from '../../../src/data-plane/graphql-server/rest/check-answer.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

const refusalOf = (text: string) => {
  try {
    checkAnswer(text);
    return undefined;
  } catch (error) {
    return error instanceof Refusal && [error.code, error.message];
  }
};

describe('an answer of a back-end is not parsed in this process', () => {
  it.each([
    ['that holds millions of objects', `[${'{},'.repeat(3_333_000)}{}]`, 'holds more than 2000000 values.'],
    ['that opens lists without end', '['.repeat(10_000_000), 'is nested more than 500 deep.'],
    [
      'that opens objects within one another',
      `${'{"":'.repeat(300_000)}1${'}'.repeat(300_000)}`,
      'is nested more than 500 deep.',
    ],
  ])('%s', (_what, text, words) => {
    expect(refusalOf(text)).toEqual(['BACKEND_ANSWER_INVALID', `The answer of the back-end ${words}`]);
  });
});

describe('an answer of ten megabytes is read', () => {
  const filled = (record: (at: number) => unknown) => {
    const one = JSON.stringify(record(1_000_000)).length + 1;
    return JSON.stringify(Array.from({ length: Math.floor(10_000_000 / one) }, (_, at) => record(at)));
  };
  it.each([
    ['of records', (at: number) => ({ id: `${at}`, name: 'Bern', tags: ['a', 'b'], inner: { zip: '3000' } })],
    ['of records with one member', (id: number) => ({ id })],
    ['of coordinates', (at: number) => [at * 0.123_456_789, at * 0.987_654_321]],
    ['of one text with commas and brackets', () => '[{,"'.repeat(1_000_000)],
  ])('%s', (_what, record) => {
    expect(refusalOf(filled(record))).toBeUndefined();
  });
});
