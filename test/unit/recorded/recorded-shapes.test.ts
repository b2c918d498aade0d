import { expect, it } from 'vitest';
import { type CalledShape, RecordedShapes } from '../../../src/data-plane/recorded/recorded-shapes.ts';

const shapeOf = (orgId: string, operation: string): CalledShape => ({
  orgId,
  api: { name: 'crm', version: '1.0.0' },
  side: 'REQUEST',
  operation,
  status: null,
  shape: '{}',
});

it('shapes of an org that has thousands displace none of another', async () => {
  const written: { orgId: string; calls: number }[] = [];
  const database = {
    query: async (_: string, [rows]: readonly unknown[] = []) => {
      written.push(...(JSON.parse(rows as string) as typeof written));
      return [];
    },
  };
  const shapes = new RecordedShapes({ database, clock: () => new Date(0) });
  for (let at = 0; at < 5_000; at += 1) shapes.note(shapeOf('busy', `GET /n${at}`));
  shapes.note(shapeOf('calm', 'GET /one'));
  shapes.note(shapeOf('calm', 'GET /one'));
  await shapes.write();
  expect(written.filter(({ orgId }) => orgId === 'busy')).toHaveLength(200);
  expect(written.filter(({ orgId }) => orgId === 'calm')).toMatchObject([{ calls: 2 }]);
  written.length = 0;
  shapes.note(shapeOf('busy', 'GET /n4000'));
  await shapes.write();
  expect(written).toMatchObject([{ orgId: 'busy', calls: 1 }]);
});
