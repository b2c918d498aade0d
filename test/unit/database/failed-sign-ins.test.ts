import { expect, it } from 'vitest';
import { FailedSignIns } from '../../../src/infrastructure/database/failed-sign-ins.ts';

it('a process that stops waits for a failed sign-in whose person is being looked up', async () => {
  const reported: string[] = [];
  const failedSignIns = new FailedSignIns({
    // Failures that concern no org are written to no database.
    database: { prisma: undefined as never },
    clock: () => new Date('2026-11-24T12:00:00Z'),
    onStrangers: ({ subject }) => reported.push(subject),
  });
  let found = (_subject: string) => {};
  const lookup = new Promise<string>((resolve) => {
    found = resolve;
  });
  failedSignIns.note(
    lookup.then((subject) => ({
      orgId: undefined,
      action: 'signInFailed',
      subject,
      address: undefined,
    })),
  );
  const closed = failedSignIns.close();
  expect(reported).toEqual([]);
  found('alice');
  await closed;
  expect(reported).toEqual(['alice']);
});
