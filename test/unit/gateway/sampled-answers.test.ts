import { expect, it } from 'vitest';
import type { Call } from '../../../src/data-plane/gateway/call.ts';
import { SampledAnswers } from '../../../src/data-plane/gateway/contract/sampled-answers.ts';
import type { ContractDrift } from '../../../src/data-plane/recorded/contract-drifts.ts';
import { api } from '../../support/snapshot.ts';

const paths = {
  '/x': { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } } },
};
const contract = {
  requests: 'OFF',
  answers: 'MEASURE',
  sample: 1,
  mock: null,
  document: JSON.stringify({ openapi: '3.1.0', paths }),
} as const;
const callOf = (orgId: string) =>
  ({
    catalog: { orgId, id: `catalog of ${orgId}` },
    chosen: { api: api() },
    operation: 'GET /x',
    rest: '/x',
    target: { query: '' },
    request: { headers: {} },
  }) as unknown as Call;
const answer = { status: 200, type: 'application/json', coding: 'identity', body: Buffer.from('[]') };

it('takes its share of the answers of each API, whatever others answer and HEAD asks', () => {
  const answers = new SampledAnswers({
    drifts: { note: () => {} },
    shapes: { note: () => {} },
    onFault: () => {},
  });
  const callsOf = (sample: number, method = 'GET') => {
    const chosen = { api: { ...api(), contract: { ...contract, sample } } };
    return { ...callOf('acme'), chosen, request: { method } } as unknown as Call;
  };
  const [half, other, head] = [callsOf(0.5), callsOf(0.5), callsOf(1, 'HEAD')];
  const taken = { half: 0, other: 0, head: 0 };
  for (let at = 0; at < 20; at += 1) {
    if (answers.tapFor(head)) taken.head += 1;
    if (answers.tapFor(half)) taken.half += 1;
    if (answers.tapFor(other)) taken.other += 1;
  }
  expect(taken).toEqual({ half: 10, other: 10, head: 0 });
});

it('checks fifty answers of an org that wait and leaves the others out, also those after it was closed', async () => {
  const drifts: ContractDrift[] = [];
  const faults: unknown[] = [];
  const answers = new SampledAnswers({
    drifts: { note: (drift) => drifts.push(drift) },
    shapes: { note: () => {} },
    onFault: (fault) => faults.push(fault),
  });
  for (const [orgId, count] of [
    ['loud', 80],
    ['quiet', 3],
  ] as const)
    for (let at = 0; at < count; at += 1) answers.take(callOf(orgId), contract, answer);
  await answers.settled();
  const counts = () =>
    Object.fromEntries(
      answers.contracts.counts().map(({ side, result, count }) => [`${side} ${result}`, count]),
    );
  expect([counts(), faults]).toEqual([{ 'ANSWER broken': 53, 'ANSWER unchecked': 30 }, []]);
  expect(drifts.filter(({ catalogId }) => catalogId === 'catalog of quiet')).toEqual(
    Array.from({ length: 3 }, () => ({
      orgId: 'quiet',
      catalogId: 'catalog of quiet',
      api: 'customerdb:1.0.0',
      side: 'ANSWER',
      operation: 'GET /x',
      pointer: '/body',
      keyword: 'type',
    })),
  );
  await answers.close();
  answers.take(callOf('loud'), contract, answer);
  await answers.settled();
  expect(counts()).toEqual({ 'ANSWER broken': 53, 'ANSWER unchecked': 31 });
});
