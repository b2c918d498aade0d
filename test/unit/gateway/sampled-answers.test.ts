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
  }) as unknown as Call;
const answer = { status: 200, type: 'application/json', coding: 'identity', body: Buffer.from('[]') };

it('checks fifty answers of an org that wait and leaves the others out, also those after it was closed', async () => {
  const drifts: ContractDrift[] = [];
  const faults: unknown[] = [];
  const answers = new SampledAnswers({
    drifts: { note: (drift) => drifts.push(drift) },
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
